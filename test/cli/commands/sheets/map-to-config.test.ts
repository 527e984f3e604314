import fs from 'node:fs';
import disk, { chmod, readFile, stat, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runHere } from '../../../support/run-here.ts';
import { testFolder } from '../../../support/test-folder.ts';

const vaultKey = Buffer.alloc(32, 7).toString('base64');
const CONFIG = JSON.stringify({ vaultKey });
const real = { sync: fs.writeFileSync, async: disk.writeFile };

/** A full disk: a file is emptied before nothing more is written to it. */
function fillDisk(): void {
  const failed = Object.assign(new Error('ENOSPC: write'), { code: 'ENOSPC' });
  fs.writeFileSync = (path, _, options) => {
    real.sync(path, '', options);
    throw failed;
  };
  disk.writeFile = (async (path: string) => {
    await real.async(path, '');
    throw failed;
  }) as typeof disk.writeFile;
  syncBuiltinESMExports();
}

describe('payrun map --name NAME --yes', () => {
  const cwd = testFolder();
  const config = join(cwd, 'payrun.config.json');
  const save = (env: Readonly<Record<string, string>> = {}) =>
    runHere(['map', 'own.csv', '--name', 'Own export', '--yes', '--json'], { cwd, env });

  beforeEach(async () => {
    await writeFile(join(cwd, 'own.csv'), 'Betrag,Wer\n10,x\n');
    await writeFile(config, CONFIG);
    await chmod(config, 0o640);
  });
  afterEach(() => {
    [fs.writeFileSync, disk.writeFile] = [real.sync, real.async];
    syncBuiltinESMExports();
  });

  it('keeps the configuration, and who may read it', async () => {
    expect(await save()).toMatchObject({ code: 0 });
    expect(JSON.parse(await readFile(config, 'utf8'))).toMatchObject({
      vaultKey,
      sheetFormats: { 'Own export': expect.anything() },
    });
    expect((await stat(config)).mode & 0o777).toBe(0o640);
  });

  it('keeps the configuration, which may have the only copy of a key, if the disk is full', async () => {
    fillDisk();
    const ended = await save();
    expect(JSON.parse(ended.stdout)).toMatchObject({ error: { code: 'file_unwritable' } });
    expect(await readFile(config, 'utf8')).toBe(CONFIG);
  });

  it('saves to the file that PAYRUN_CONFIG names', async () => {
    const named = join(cwd, 'named.json');
    await writeFile(named, '{}');
    expect(await save({ PAYRUN_CONFIG: named })).toMatchObject({ code: 0 });
    expect(JSON.parse(await readFile(named, 'utf8'))).toHaveProperty('sheetFormats');
    expect(await readFile(config, 'utf8')).toBe(CONFIG);
  });
});
