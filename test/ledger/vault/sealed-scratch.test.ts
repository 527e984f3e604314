import { mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { createSealedScratch } from '../../../src/ledger/vault/sealed-scratch.ts';
import { testFolder } from '../../support/test-folder.ts';

const base = testFolder();
const folderOf = () => mkdtempSync(join(base, 'one-'));

/** What the files that this process has open in a folder contain, also without a name. */
const openIn = (folder: string): readonly Buffer[] =>
  readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith(folder) ? [readFileSync(`/proc/self/fd/${fd}`)] : [];
    } catch {
      return [];
    }
  });

it('is read as written, more than once, with pieces of any size', async () => {
  const scratch = createSealedScratch(folderOf());
  const whole = Buffer.alloc(1_500_000, 'amount,DE89370400440532013000\n');
  for (let at = 0, size = 1; at < whole.length; at += size, size = (size * 7) % 300_001)
    await scratch.append(whole.subarray(at, at + size));
  for (let i = 0; i < 2; i++) expect((await buffer(scratch.content())).equals(whole)).toBe(true);
  const both = await Promise.all([buffer(scratch.content()), buffer(scratch.content())]);
  expect(both.every((one) => one.equals(whole))).toBe(true);
  await scratch.close();
});

it('of a sheet of usual size writes nothing to the disk', async () => {
  const folder = folderOf();
  const scratch = createSealedScratch(folder);
  await scratch.append(Buffer.from('amount\n1.00\n'));
  expect([readdirSync(folder), openIn(folder)]).toEqual([[], []]);
  expect(String(await buffer(scratch.content()))).toBe('amount\n1.00\n');
  await scratch.close();
});

it.runIf(process.platform === 'linux')('is sealed on the disk, in a file without a name', async () => {
  const folder = folderOf();
  mkdirSync(folder, { recursive: true });
  const scratch = createSealedScratch(folder);
  for (let i = 0; i < 10; i++) await scratch.append(Buffer.alloc(100_000, 'DE89370400440532013000\n'));
  expect(readdirSync(folder), 'nothing is left of it, whatever ends the process').toEqual([]);
  const files = openIn(folder);
  expect(files.reduce((sum, { length }) => sum + length, 0)).toBeGreaterThan(700_000);
  for (const file of files) expect(file.includes('DE8937')).toBe(false);
  await scratch.close();
  expect(openIn(folder)).toEqual([]);
});

it('is written and read in turns with others: one block at a time over all of them', async () => {
  const scratches = Array.from({ length: 6 }, () => createSealedScratch(folderOf()));
  let iteration = 0;
  let counting = setImmediate(function next() {
    iteration += 1;
    counting = setImmediate(next);
  });
  const at: number[] = [];
  await Promise.all(
    scratches.map(async (scratch) => {
      await scratch.append(Buffer.alloc(300_000, 'amount\n1.00\n'));
      for await (const _ of scratch.content()) at.push(iteration);
    }),
  );
  clearImmediate(counting);
  expect(new Set(at).size).toBeGreaterThan(3);
  await Promise.all(scratches.map(({ close }) => close()));
});
