import fs from 'node:fs';
import { open, readFile, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addLine } from '../../src/engine/maintenance/anchor-file.ts';
import { pendingKeys } from '../../src/ledger/merchants/pending-keys.ts';
import { createSealedScratch } from '../../src/ledger/vault/sealed-scratch.ts';
import { openVault } from '../../src/ledger/vault/vault.ts';
import { readSheet } from '../../src/sheets/read/read-sheet.ts';
import { fillPainAnswer } from '../../src/sheets/write/fill-pain-answer.ts';
import { zipWriter } from '../../src/sheets/xlsx/zip-writer.ts';
import { testFolder } from '../support/test-folder.ts';

const half = (size: number) => Math.ceil(size / 2);

describe('a disk that accepts only half of each write', () => {
  const folder = testFolder();
  const writeSync = fs.writeSync as (fd: number, bytes: Buffer, from: number, length: number) => number;
  let isShort = false;

  beforeAll(async () => {
    const file = await open(fileURLToPath(import.meta.url));
    const handle = Object.getPrototypeOf(file);
    const { write } = handle;
    handle.write = function (this: unknown, bytes: Buffer, from: number, length: number, ...at: unknown[]) {
      return write.call(this, bytes, from, isShort ? half(length) : length, ...at);
    };
    fs.writeSync = ((fd: number, bytes: Buffer | string, from?: number | null, length?: number | null) => {
      const all = Buffer.from(bytes as string);
      const start = from ?? 0;
      return writeSync(fd, all, start, half(length ?? all.length - start));
    }) as typeof fs.writeSync;
    syncBuiltinESMExports();
    await file.close();
    return () => {
      handle.write = write;
    };
  });
  afterAll(() => {
    fs.writeSync = writeSync as typeof fs.writeSync;
    syncBuiltinESMExports();
  });

  /** What the file has when the disk accepts everything, and when it does not. */
  async function written(write: (file: string) => Promise<unknown>): Promise<readonly Buffer[]> {
    const found: Buffer[] = [];
    for (isShort of [false, true]) {
      const file = join(folder, `written-${isShort}`);
      await writeFile(file, '');
      await write(file).finally(() => {
        isShort = false;
      });
      found.push(await readFile(file));
    }
    return found;
  }

  it('gets the whole answer to a pain.001', async () => {
    const sample = fileURLToPath(new URL('../../samples/payments.pain.001.xml', import.meta.url));
    const [whole, found] = await written(async (path) => {
      const sheet = await readSheet(sample);
      await fillPainAnswer(sheet, { path, id: 'PAYRUN-1', at: 0, results: async () => new Map() }, path);
      await sheet.close();
    });
    expect(found).toEqual(whole);
  });

  it('gets the whole workbook', async () => {
    const [whole, found] = await written(async (path) => {
      const zip = await zipWriter(path, 0);
      const entry = zip.entry('a.xml');
      entry.write(Buffer.from('<a/>'));
      await entry.end();
      await zip.finish();
    });
    expect(found).toEqual(whole);
  });

  it('gets the whole upload', async () => {
    const scratch = createSealedScratch(folder);
    isShort = true;
    await scratch.append(Buffer.alloc(300_000, 'a'));
    isShort = false;
    expect(Buffer.concat(await scratch.content().toArray())).toEqual(Buffer.alloc(300_000, 'a'));
    await scratch.close();
  });

  it('gets the keys that the service shows only once', () => {
    const keys = pendingKeys<{ key: string }>(folder, openVault(Buffer.alloc(32, 7)));
    keys.put('acme', { key: 'a secret' });
    expect(keys.get('acme')).toEqual({ key: 'a secret' });
  });

  it('gets the whole line of an anchor', async () => {
    const file = join(folder, 'anchors.jsonl');
    addLine(file, { text: '', torn: '', line: '{"a":1}' });
    expect(await readFile(file, 'utf8')).toBe('{"a":1}\n');
  });
});
