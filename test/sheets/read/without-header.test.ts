import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { isError } from '../../../src/errors.ts';
import { previewSheet } from '../../../src/sheets/read/preview-sheet.ts';
import { readSheet } from '../../../src/sheets/read/read-sheet.ts';

const sheet = (text: string) => ({ name: 'file.csv', content: () => Readable.from([Buffer.from(text)]) });

async function read(text: string) {
  const opened = await readSheet(sheet(text));
  const rows = [];
  for await (const chunk of opened.rows()) rows.push(...chunk);
  await opened.close();
  return { source: opened.understood.source, control: opened.understood.control, rows };
}

async function refused(text: string, by: (source: ReturnType<typeof sheet>) => Promise<unknown> = readSheet) {
  const error: unknown = await by(sheet(text)).catch((one: unknown) => one);
  return isError(error) ? `${error.code}: ${error.message}` : error;
}

const ROW = 'ana@example.com,100.50,USD,ID001,Here is your payment,PAYPAL';

describe('a PayPal mass payment has no header', () => {
  it.each([
    ['all columns', `${ROW}\nbo@example.com,"1,100.50",usd,,Here\n+14155550100,5.00,USD,ID003,x,VENMO\n`, ['1', '2', '3']],
    ['recipient, amount and currency only, with tabs', 'ana@example.com\t1.00\tEUR\nbo@example.com\t12\tEUR\n', ['1', '2']],
    ['words that are headers elsewhere', 'ana@example.com,1.00,EUR,ID1,Amount\nbo@example.com,12,EUR,ID2,Reference,paypal\n', ['1', '2']],
    ['one row', 'ana@example.com,1.00,EUR\n', ['1']],
    ['a control total and a blank line above', '\nPAYRUN,2,EUR,13.00\nana@example.com,1.00,EUR\nbo@example.com,12,EUR\n', ['3', '4']],
  ])('and is recognized by all of its rows: %s', async (_, text, numbers) => {
    const { source, rows } = await read(text);
    expect(source).toBe('PayPal mass payment (no header)');
    expect(rows.map(({ row }) => String(row))).toEqual(numbers);
    for (const { cells, findings } of rows) {
      expect(findings).toEqual([]);
      expect(Object.keys(cells)).toEqual(expect.arrayContaining(['email', 'amount', 'currency']));
    }
    const preview = await previewSheet(sheet(text));
    expect([preview.source, preview.header.slice(0, 3)]).toEqual([source, ['Email/Phone', 'Amount', 'Currency code']]);
  });

  it('has at most the 5,000 rows that PayPal accepts', async () => {
    const rows = (count: number) => Array.from({ length: count }, (_, i) => `p${i}@example.com,1.00,EUR\n`).join('');
    expect((await read(rows(5_000))).rows).toHaveLength(5_000);
    expect(await refused(rows(5_001))).toMatch(/^sheet_no_header: .*more rows than a PayPal mass payment/);
  });

  it('keeps the reference, the note and the control total of its rows', async () => {
    const { rows, control } = await read(`PAYRUN,1,USD,100.50\n${ROW}\n`);
    expect(rows[0]!.cells).toEqual({
      email: 'ana@example.com',
      amount: '100.50',
      currency: 'USD',
      paymentReference: 'ID001',
      memo: 'Here is your payment',
      payoutMethod: 'PAYPAL',
    });
    expect(control).toMatchObject([{ rows: 1 }]);
  });
});

describe('a file without a header is refused in words if its rows do not identify it', () => {
  it.each([
    ['an amount in words', `${ROW}\nbo@example.com,ten,USD\n`, 'row 1 is already a payment; the rows above row 2'],
    ['a note in the place of the ID', 'a@example.com,1,USD,Thanks\nb@example.com,2,USD,Thanks\n', 'the fourth cell of row 2'],
    ['no e-mail at all', '+14155550100,5.00,USD\n+14155550101,6.00,USD\n', 'none has an email address'],
    ['another order', 'Ana,DE89370400440532013000,100.50,EUR,rent\nBo,AT611904300234573201,9.50,EUR,rent\n', 'row 1 is already a payment. Add'],
    ['a header in the middle', `${ROW}\nbo@example.com,10,USD\nemail,amount,currency\nc@example.com,10,USD\n`, 'row 1 is already a payment, and a possible header is below it, in row 3'],
  ])('%s', async (_, text, words) => {
    for (const by of [readSheet, previewSheet]) {
      const output = await refused(text, by);
      expect(output).toContain('sheet_no_header');
      expect(output).toContain(words);
    }
  });

  it.each([
    ['a letterhead with an account of its own', 'From,DE89370400440532013000\nTotal,30.00\nemail,amount,currency,iban,memo,name,country\na@example.com,30,EUR,AT611904300234573201,June,Ana,AT\n'],
    ['the first line of a DATEV export', '"EXTF";700;21;"Buchungsstapel";13;;;"RE";;;1001;456;20260101;4;"";"";"";1;0;0;"EUR";;;\nUmsatz (ohne Soll/Haben-Kz);Soll/Haben-Kennzeichen;WKZ Umsatz;Konto;Belegfeld 1;email\n"1234,50";S;EUR;70001;RE-1;a@example.com\n'],
  ])('but not for %s', async (_, text) => {
    expect((await read(text)).rows).toHaveLength(1);
  });
});
