import { Readable } from 'node:stream';
import { appendFile } from 'node:fs/promises';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { PayrunError } from '../../../src/errors.ts';
import { readSheet } from '../../../src/sheets/read/read-sheet.ts';
import { allRows, sheetFolder } from '../sheet-folder.ts';

const folder = sheetFolder();

const read = async (content: string | Buffer, name = 'sheet.csv') => {
  const sheet = await readSheet(await folder.put(name, content));
  return { understood: sheet.understood, rows: await allRows(sheet) };
};
const refusal = async (content: string | Buffer, name = 'refused.csv'): Promise<PayrunError> => {
  try {
    await read(content, name);
  } catch (error) {
    if (error instanceof PayrunError) return error;
    throw error;
  }
  throw new Error('it was accepted');
};

const TEXT = 'email,amount,currency,memo\nzoë@example.com,10,EUR,Čapek – Ærø 東京\n';
const WESTERN = 'email,amount,currency,memo\r\nzoë@example.com,10,EUR,Müller – 5 €\r\n';
const BOM = '\uFEFF';

describe('encodings', () => {
  it.each([
    ['utf-8', Buffer.from(TEXT), 'utf-8', 'Čapek – Ærø 東京'],
    ['utf-8 with BOM', Buffer.from(BOM + TEXT), 'utf-8 with BOM', 'Čapek – Ærø 東京'],
    ['UTF-16 LE with BOM', iconv.encode(BOM + TEXT, 'utf-16le', { addBOM: false }), 'utf-16le', 'Čapek – Ærø 東京'],
    ['UTF-16 BE with BOM', iconv.encode(BOM + TEXT, 'utf-16be', { addBOM: false }), 'utf-16be', 'Čapek – Ærø 東京'],
    ['UTF-16 LE without BOM', iconv.encode(TEXT, 'utf-16le', { addBOM: false }), 'utf-16le', 'Čapek – Ærø 東京'],
    ['UTF-16 BE without BOM', iconv.encode(TEXT, 'utf-16be', { addBOM: false }), 'utf-16be', 'Čapek – Ærø 東京'],
    ['Windows-1252', iconv.encode(WESTERN, 'windows-1252'), 'windows-1252', 'Müller – 5 €'],
  ])('%s', async (_, bytes, encoding, memo) => {
    const { understood, rows } = await read(bytes);
    expect(understood.encoding).toBe(encoding);
    expect(understood.header).toEqual(['email', 'amount', 'currency', 'memo']);
    expect(rows).toMatchObject([{ row: 2, cells: { email: 'zoë@example.com', memo }, findings: [] }]);
  });

  it('finds a bad byte far from the beginning: one cell is wrong, the encoding is not', async () => {
    const lines = Array.from({ length: 5000 }, (_, i) => `zoë${i}@example.com,10,EUR,Ærø`);
    const bytes = Buffer.from(`email,amount,currency,memo\n${lines.join('\n')}\n`);
    bytes[bytes.length - 3] = 0xff;
    const { understood, rows } = await read(bytes);
    expect(understood.encoding).toBe('utf-8');
    expect(rows).toHaveLength(5000);
    expect(rows.filter(({ findings }) => findings.length > 0)).toMatchObject([
      { row: 5001, findings: [{ code: 'cell_unreadable', column: 'memo', severity: 'error' }] },
    ]);
    expect(rows[4998]!.cells.memo).toBe('Ærø');
  });

  it('decides on all of a long Windows-1252 file, not on its beginning', async () => {
    const lines = Array.from({ length: 5000 }, (_, i) => `a${i}@example.com,10,EUR,plain`);
    const { understood, rows } = await read(
      Buffer.concat([Buffer.from(`email,amount,currency,memo\n${lines.join('\n')}\n`), iconv.encode('b@c.de,1,EUR,Müller\n', 'windows-1252')]),
    );
    expect(understood.encoding).toBe('windows-1252');
    expect(rows.at(-1)!.cells.memo).toBe('Müller');
  });

  it('reports NUL bytes in their cell', async () => {
    const { rows } = await read('email,amount,currency\na@b.de,1\0,EUR\nc@d.de,2,EUR\n');
    expect(rows).toMatchObject([{ findings: [{ code: 'cell_unreadable', column: 'amount' }] }, { findings: [] }]);
  });
});

describe('delimiters', () => {
  it.each([
    [',', 'email,amount,currency,memo\na@b.de,1,EUR,x;y|z\n'],
    [';', 'email;amount;currency;memo\na@b.de;1,50;EUR;x,y,z\n'],
    ['\t', 'email\tamount\tcurrency\tmemo\na@b.de\t1\tEUR\t"a, b; c"\n'],
    ['|', 'email|amount|currency|memo\na@b.de|1|EUR|"a, b; c"\n'],
    [';', 'sep=;\r\nemail;amount;currency;memo\r\na@b.de;1;EUR;x\r\n'],
    [';', 'Payments, first half, of June, 2026, draft\nemail;amount;currency;memo\na@b.de;1;EUR;x\n'],
    [',', '"email","amount","currency","a;b;c;d;e"\na@b.de,1,EUR,x\n'],
  ])('%j', async (delimiter, text) => {
    const { understood, rows } = await read(text);
    expect(understood.delimiter).toBe(delimiter);
    expect(rows).toMatchObject([{ cells: { email: 'a@b.de', currency: 'EUR' }, findings: [] }]);
    expect(rows[0]!.original).toHaveLength(4);
  });
});

describe('row numbers are those of Excel', () => {
  const HEAD = 'email,amount,currency,memo';
  it.each([
    ['LF', `${HEAD}\na,1,EUR,x\nb,2,EUR,y\n`, [2, 3]],
    ['CRLF', `${HEAD}\r\na,1,EUR,x\r\nb,2,EUR,y\r\n`, [2, 3]],
    ['CR', `${HEAD}\ra,1,EUR,x\rb,2,EUR,y\r`, [2, 3]],
    ['mixed line ends', `${HEAD}\r\na,1,EUR,x\nb,2,EUR,y\r`, [2, 3]],
    ['no line end at the end', `${HEAD}\na,1,EUR,x`, [2]],
    ['blank lines count', `${HEAD}\n\na,1,EUR,x\n\n\nb,2,EUR,y\n\n`, [3, 6]],
    ['rows of nothing but delimiters are blank', `${HEAD}\n,,,\na,1,EUR,x\n , ,,\nb,2,EUR,y`, [3, 5]],
    ['a line break in quotes is one row', `${HEAD}\na,1,EUR,"x\ny\r\nz"\nb,2,EUR,y\n`, [2, 3]],
    ['lines above the header', `Report\n\nAll amounts in EUR\n${HEAD}\na,1,EUR,x\n`, [5]],
    ['the sep line is not a row', `sep=,\n${HEAD}\na,1,EUR,x\n`, [2]],
    ['a control total is a row', `PAYRUN,1,EUR,1\n${HEAD}\na,1,EUR,x\n`, [3]],
  ])('%s', async (_, text, numbers) => {
    const { rows } = await read(text);
    expect(rows.map(({ row }) => row)).toEqual(numbers);
    expect(rows[0]!.cells.email).toBe('a');
  });

  it('counts what it skipped above the header', async () => {
    const { understood } = await read(`Report,,,\n\nfor June,,,\n${HEAD}\na,1,EUR,x\n`);
    expect(understood).toMatchObject({ headerRow: 4, skippedRows: 2, notes: [{ code: 'lines_skipped', text: '2 lines above the header were not read.' }] });
  });
});

describe('cells', () => {
  it('are trimmed for recognition, and kept unchanged for the results', async () => {
    const { rows } = await read('email,amount,currency,Note to self\n a@b.de ,\u00a010,EUR , x \n');
    expect(rows).toEqual([
      { row: 2, cells: { email: 'a@b.de', amount: '10', currency: 'EUR' }, original: [' a@b.de ', '\u00a010', 'EUR ', ' x '], findings: [] },
    ]);
  });

  it('without a value are absent', async () => {
    const { rows } = await read('email,amount,currency,memo\na@b.de,1,EUR,  \n');
    expect(Object.keys(rows[0]!.cells)).toEqual(['email', 'amount', 'currency']);
  });

  it('may have quotes inside', async () => {
    const { rows } = await read('email,amount,currency,memo\na@b.de,1,EUR,"say ""hi"", then go"\nc@d.de,2,EUR,5" disk\n');
    expect(rows.map(({ cells }) => cells.memo)).toEqual(['say "hi", then go', '5" disk']);
  });

  it('lose the apostrophe that Payrun added against formulas', async () => {
    const { rows } = await read("email,amount,currency,memo,x\na@b.de,1,EUR,'=1+1,'-a\n");
    expect(rows[0]!.cells.memo).toBe('=1+1');
    expect(rows[0]!.original[4]).toBe('-a');
  });

  it.each(['1.23E+17', '4,5E+21', '1E17'])('report a number that a spreadsheet destroyed: %s', async (text) => {
    const { rows } = await read(`email;amount;currency;accountNum;memo\na@b.de;1;EUR;${text};${text}\n`);
    expect(rows[0]!.findings).toMatchObject([{ code: 'number_destroyed', column: 'accountNum', severity: 'error' }]);
    expect(JSON.stringify(rows[0]!.findings)).not.toContain(text);
  });
});

describe('the currency of an amount', () => {
  it.each([
    ['the code next to it, and the header', 'amount (EUR)', '100 USD', '', ['amount_other_currency']],
    ['the sign next to it, and the header', 'amount (EUR)', '$100', '', ['amount_other_currency']],
    ['a scale next to it', 'amount (EUR)', '5 Mio', '', ['amount_other_currency']],
    ['the code next to it, and the name of the currency', 'amount', '100 USD', 'Euro', ['amount_other_currency']],
    ['the sign next to it, and the sign of the currency', 'amount', '$100', '€', ['amount_other_currency']],
    ['the code next to it, and a code with invisible marks', 'amount', '100 USD', '\u200eEUR\u200e', ['amount_other_currency']],
    ['the header, and the name of the currency', 'amount (USD)', '100', 'Euro', ['amount_header_currency']],
    ['the sign next to it, and the word for its side', 'amount', '100 €', 'EUR,USD,Receiving', ['amount_other_currency']],
    ['the sign next to it, and the code of its side', 'amount', '100 €', 'EUR,USD,usd', ['amount_other_currency']],
    ['nothing: it must arrive', 'amount', '100 USD', 'EUR,USD,Receiving', []],
    ['nothing: all are the same', 'amount (EUR)', '100 €', '', []],
    ['nothing: all are the same', 'amount (EUR)', '100 €', 'euros', []],
  ])('G2: is in doubt by %s', async (_, header, amount, currency, codes) => {
    const cells = currency === '' ? [] : currency.split(',');
    const names = ['currency', 'targetCurrency', 'amountCurrency'].slice(0, cells.length);
    const { rows } = await read([['email', header, ...names], ['a@b.de', amount, ...cells]].map((line) => line.join()).join('\n'));
    expect(rows[0]!.findings.map(({ code }) => code)).toEqual(codes);
  });
});

describe('a row with another number of fields than the header', () => {
  it.each([
    ['a@b.de,1', 'row_too_short', '2 of 4 values'],
    ['a@b.de,1,EUR,x,y', 'row_too_long', '5 values'],
    ['a@b.de,1,234.50,EUR,x', 'row_too_long', '5 values'],
    ['"a@b.de,1,EUR,x"', 'row_too_short', '1 of 4 values'],
  ])('%s: is that row’s finding and nothing is shifted', async (line, code, says) => {
    const { rows } = await read(`email,amount,currency,memo\nbefore@b.de,1,EUR,x\n${line}\nafter@b.de,2,EUR,y\n`);
    expect(rows.map(({ row, cells }) => [row, cells.email])).toEqual([[2, 'before@b.de'], [3, undefined], [4, 'after@b.de']]);
    expect(rows[1]).toMatchObject({ cells: {}, findings: [{ code, column: null, severity: 'error', message: expect.stringContaining(says) }] });
  });

  it('is right if the surplus is empty', async () => {
    const { rows } = await read('email,amount,currency\na@b.de,1,EUR,,,\n');
    expect(rows).toMatchObject([{ cells: { currency: 'EUR' }, findings: [] }]);
  });
});

describe('an unclosed quote', () => {
  it.each([
    ['to the end of the file', 'a,1,EUR\nb,"2,EUR\nc,3,EUR\n', 3],
    ['in the last line', 'a,1,EUR\nb,2,"EUR\n', 3],
    ['up to the next quoted cell', 'a,1,EUR\nb,"2,EUR\nc,"3",EUR\nd,4,EUR\n', 3],
    ['behind a cell with line breaks', '"a\nb",1,EUR\n"c,2,EUR\n', 3],
    ['behind blank lines', 'a,1,EUR\n\n\nb,"2,EUR\n', 5],
  ])('%s is reported with the row where it opens', async (_, lines, row) => {
    const error = await refusal(`email,amount,currency\n${lines}`);
    expect(error.code).toBe('sheet_unclosed_quote');
    expect(error.details.row).toBe(row);
  });

  it('does not read the rest of a large file into memory', async () => {
    const error = await refusal(`email,amount,currency\na,"1,EUR\n${'b,2,EUR\n'.repeat(300_000)}`);
    expect(error).toMatchObject({ code: 'sheet_unclosed_quote', details: { row: 2 } });
  });
});

describe('a file that is not a sheet', () => {
  it.each([
    ['an empty file', '', 'sheet_empty'],
    ['nothing but blanks', ' \r\n \n', 'sheet_empty'],
    ['a header only', 'email,amount,currency\n\n,,\n', 'sheet_no_rows'],
    ['no header', '1,2,3\n4,5,6\n', 'sheet_no_header'],
    ['columns missing', 'email,iban\na@b.de,x\n', 'sheet_columns_missing'],
    ['a column twice', 'email,amount,currency,Amount\na@b.de,1,EUR,2\n', 'sheet_column_twice'],
    ['an old Excel file', Buffer.from('d0cf11e0a1b11ae1000000', 'hex'), 'sheet_not_a_sheet'],
    ['a PDF', '%PDF-1.7\n', 'sheet_not_a_sheet'],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'sheet_not_a_sheet'],
    ['a ZIP of something else', Buffer.from('PK\x05\x06'.padEnd(22, '\0'), 'latin1'), 'sheet_not_a_sheet'],
    ['a web page', '<!DOCTYPE html><html><table><tr><td>amount</td></tr></table></html>', 'sheet_not_a_sheet'],
    ['binary content', Buffer.from(Array.from({ length: 4000 }, (_, i) => (i * 7) % 31)), 'sheet_not_a_sheet'],
  ])('%s', async (_, content, code) => {
    expect((await refusal(content)).code).toBe(code);
  });

  it('is recognized by content, whatever its name is', async () => {
    expect((await refusal('%PDF-1.7\n', 'payments.xlsx')).message).toContain('it is a PDF');
    expect((await refusal(Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'a.csv')).message).toContain('password-protected');
    expect((await read('email,amount,currency\na@b.de,1,EUR\n', 'really.xlsx')).understood.format).toBe('csv');
  });

  it('does not show the contents of a file without a header', async () => {
    const error = await refusal('ana@example.com,DE89370400440532013000,10\n');
    expect(error.message).not.toMatch(/ana@|DE89/);
  });

  it.each([['nothing.csv', 'file_missing'], ['.', 'file_is_folder']])('%s: %s', async (name, code) => {
    await expect(readSheet(folder.path(name))).rejects.toMatchObject({ code });
  });
});

describe('reading', () => {
  const MANY = `email,amount,currency,memo\n${Array.from({ length: 2500 }, (_, i) => `p${i}@b.de,${i + 1},EUR,m`).join('\n')}\n`;

  it('yields chunks of at most 1,000, or fewer if asked, and again from the beginning', async () => {
    const sheet = await readSheet(await folder.put('many.csv', MANY));
    const sizes: number[] = [];
    for await (const chunk of sheet.rows()) sizes.push(chunk.length);
    expect(sizes).toEqual([1000, 1000, 500]);
    const again = await allRows(sheet, 300);
    expect(again).toHaveLength(2500);
    expect(again.at(-1)).toMatchObject({ row: 2501, cells: { email: 'p2499@b.de' } });
  });

  it('can be stopped in the middle and closed', async () => {
    const sheet = await readSheet(await folder.put('given-up.csv', MANY));
    for await (const _ of sheet.rows()) break;
    await sheet.close();
    expect(await allRows(sheet)).toHaveLength(2500);
  });

  it('accepts bytes instead of a path', async () => {
    const sheet = await readSheet({ name: 'kept.csv', content: () => Readable.from([Buffer.from(MANY)]) });
    expect(await allRows(sheet)).toHaveLength(2500);
    expect(await allRows(sheet)).toHaveLength(2500);
  });

  it('fails with the error of the bytes, and ends', async () => {
    const content = () =>
      Readable.from((async function* () {
        yield Buffer.from(MANY);
        throw new Error('the ledger is gone');
      })());
    await expect(readSheet({ name: 'x.csv', content }).then(allRows)).rejects.toThrow('the ledger is gone');
  });

  it('reports that the file changed between two readings', async () => {
    const path = await folder.put('changing.csv', MANY);
    const sheet = await readSheet(path);
    await allRows(sheet);
    await appendFile(path, 'late@b.de,1,EUR,m\n');
    await expect(allRows(sheet)).rejects.toMatchObject({ code: 'sheet_changed' });
  });

  it('is not slowed down by a shorter line above the header', async () => {
    const { rows } = await read(`Report\n${MANY}`);
    expect(rows).toHaveLength(2500);
    expect(rows.every(({ findings }) => findings.length === 0)).toBe(true);
  });
});
