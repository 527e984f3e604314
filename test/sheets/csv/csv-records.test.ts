import { Readable } from 'node:stream';
import { describe, expect, it, vi } from 'vitest';
import { csvRecords } from '../../../src/sheets/csv/csv-records.ts';

const FORM = {
  encoding: { label: 'utf-8', bom: 0, codec: null, suspect: false },
  delimiter: ',',
  declared: false,
};

/** Reads a CSV of these pieces to its end. Returns its rows. */
async function read(pieces: Iterable<string>): Promise<number> {
  const content = () => Readable.from(pieces, { objectMode: false });
  let rows = 0;
  for await (const chunk of csvRecords('wide.csv', content, FORM)) rows += chunk.length;
  return rows;
}

const SEPARATORS = ','.repeat(64 * 1024);

describe('a row of a CSV', () => {
  it('has no more cells than a spreadsheet has columns: a file of separators is refused at its beginning', async () => {
    let sent = 0;
    const endless = (function* () {
      for (; sent < 400; sent++) yield SEPARATORS;
    })();
    await expect(read(endless)).rejects.toMatchObject({
      code: 'sheet_damaged',
      message: expect.stringContaining('row 1 has more than 16,384 cells'),
    });
    expect(sent).toBeLessThan(20);
  });

  it('has no more of them below the header either', async () => {
    const wide = (cells: number) => ['a,b\n1,2\n', `${','.repeat(cells - 1)}\n`];
    await expect(read(wide(16_385))).rejects.toThrow('row 3 has more than 16,384 cells');
    expect(await read(wide(16_384))).toBe(3);
  });

  it('may be shorter than others without an Error, so that blank lines stay cheap', async () => {
    // The parser's errors do this in their constructor.
    const stacks = vi.spyOn(Error, 'captureStackTrace');
    expect(await read(['a,b,c\n', '\n'.repeat(500), '1,2\n'.repeat(500), '1,2,3,4\n'])).toBe(1_002);
    expect(stacks).not.toHaveBeenCalled();
    stacks.mockRestore();
  });

  it('may be blank, but not more often than there are rows in two worksheets', async () => {
    const header = 'a,b\n';
    const blank = ['\n', ',\n'].map((line) => line.repeat(65_536));
    const half = Array.from({ length: 16 }, () => blank).flat();
    expect(await read([header, ...half, '1,2\n'])).toBe(2_097_154);
    let sent = 0;
    const endless = (function* () {
      for (; sent < 900; sent++) yield sent === 0 ? header : blank[0]!;
    })();
    await expect(read(endless)).rejects.toMatchObject({
      code: 'sheet_damaged',
      message: 'Payrun could not read all of wide.csv: it has more than 2,097,152 blank rows.',
    });
    expect(sent).toBeLessThan(80);
  });

  it('has no longer cells than a spreadsheet has', async () => {
    const cell = (length: number) => ['a,b\n1,2\n', `${'x'.repeat(length)},2\n`];
    expect(await read(cell(32_767))).toBe(3);
    await expect(read(cell(32_768))).rejects.toThrow('row 3 has a cell with too many characters');
  });
});
