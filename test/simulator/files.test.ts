import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { zipWriter } from '../../src/sheets/xlsx/zip-writer.ts';
import { testFolder } from '../support/test-folder.ts';
import { wrongFiles } from './files.ts';

const CSV = '\uFEFFname,status\r\nAda,Paid\r\n';

describe('the check of the files that Payrun wrote', () => {
  const folder = testFolder();

  async function workbook(): Promise<Buffer> {
    const path = join(folder, 'a.zip');
    writeFileSync(path, '');
    const zip = await zipWriter(path, 0);
    const entry = zip.entry('a.xml');
    entry.write(Buffer.from('<a/>'));
    await entry.end();
    await zip.finish();
    return readFile(path);
  }

  it.each([
    ['whole results', 'a.results.csv', async () => CSV, []],
    ['a whole workbook', 'a.results.xlsx', workbook, []],
    ['a CSV that is cut off', 'a.results.csv', async () => CSV.slice(0, -3), [/a\.results\.csv is no whole file/]],
    ['a workbook that is cut off', 'a.results.xlsx', async () => (await workbook()).subarray(0, -3), [/it has no end/]],
    [
      'a workbook with a gap',
      'a.results.xlsx',
      async () => (await workbook()).fill(0, 35, 38),
      [/a\.results\.xlsx is no whole file/],
    ],
    ['a temporary file', '.a.results.csv.1234.tmp', async () => '', [/is left/]],
  ])('judges %s', async (_, name, content, found) => {
    const path = join(folder, name);
    writeFileSync(path, await content());
    expect(wrongFiles(folder, false)).toEqual(found.map((one) => expect.stringMatching(one)));
    writeFileSync(path, name.endsWith('.csv') ? CSV : await workbook());
  });
});
