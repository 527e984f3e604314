import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { isError } from '../../../src/errors.ts';
import { columnNamed } from '../../../src/sheets/headers/columns.ts';
import { headerMeaning } from '../../../src/sheets/headers/header-meaning.ts';
import { CRITICAL } from '../../../src/sheets/headers/resolve-columns.ts';
import { previewSheet } from '../../../src/sheets/read/preview-sheet.ts';
import { readSheet } from '../../../src/sheets/read/read-sheet.ts';
import { FORMATS, findSourceFormat } from '../../../src/sheets/headers/source-formats.ts';
import { countOf, scoreAll } from './main.ts';
import { MAPPING_SHEETS } from './mapping-sheets.ts';
import { csvOf } from './score-mapping.ts';

describe('the headers of sheets as systems and people write them', () => {
  it('G3: are understood correctly or cause a question: none of amount, account, key or reference is wrong', async () => {
    const sheets = await scoreAll();
    expect(sheets.length).toBeGreaterThanOrEqual(60);
    const of = (verdict: string) =>
      sheets.flatMap(({ name, columns }) =>
        columns.filter((one) => one.verdict === verdict).map(({ header, shown }) => `${name}: ${header} is ${shown}`),
      );
    expect(of('dangerous')).toEqual([]);
    expect(of('wrong')).toEqual([]);
    const { right, asked } = countOf(sheets);
    expect(right / (right + asked)).toBeGreaterThan(0.9);
  });

  it.each(Object.entries(MAPPING_SHEETS))('of %s are paid as mapped, or not at all', async (name, text) => {
    const content = () => Readable.from([Buffer.from(csvOf(text))]);
    const mapped = (await previewSheet({ name: `${name}.csv`, content })).resolved.map(({ column }) => column);
    try {
      const sheet = await readSheet({ name: `${name}.csv`, content });
      await sheet.close();
      expect(sheet.understood.columns).toEqual(mapped);
    } catch (error) {
      const codes = ['sheet_columns_missing', 'sheet_columns_unclear', 'sheet_column_twice', 'sheet_amount_unit'];
      expect(codes).toContain(isError(error) ? error.code : error);
    }
  });

  it('of each known system have a sheet in the set that is read as that system’s', async () => {
    const read = new Set((await scoreAll()).map(({ source }) => source));
    const without = FORMATS.filter(({ name }) => !read.has(name)).map(({ name }) => name);
    expect(without).toEqual([]);
    expect(Object.keys(MAPPING_SHEETS).length).toBeGreaterThan(60);
  });

  it.each(FORMATS)('$name maps to columns that exist, and its fingerprint is its own', ({ name, fingerprint, columns }) => {
    const emails = fingerprint.map(() => ['ana@example.com']);
    for (const column of Object.values(columns)) expect(columnNamed(column), column).toBeDefined();
    expect(findSourceFormat(fingerprint, emails)?.name).toBe(name);
    expect(findSourceFormat(fingerprint.slice(1))?.name).not.toBe(name);
  });

  it.each([
    [['Recipient identifier', 'Amount', 'Currency'], 'ana@example.com', 'PayPal mass payment'],
    [['Recipient identifier', 'Payment amount', 'First name', 'Country'], 'ana@example.com', 'PayPal mass payment'],
    [['Email/Phone', 'Amount', 'Currency code', 'Reference ID (optional)', 'Note to recipient (optional)'], '+1 415 555 0123', 'PayPal mass payment'],
    [['Email/Phone', 'Amount', 'Currency code', 'Recipient wallet'], 'ana@example.com', 'PayPal mass payment'],
    [['Email/Phone', 'Amount', 'Currency code'], 'ana@example.com', 'PayPal mass payment'],
    [['Email/Phone', 'Amount', 'Currency code', 'IBAN'], 'ana@example.com', undefined],
    [['Email/Phone', 'Amount', 'Currency code'], 'V-1042', undefined],
    [['Recipient identifier', 'Amount', 'Currency'], 'V-1042', undefined],
    [['Recipient identifier', 'Amount', 'IBAN'], 'ana@example.com', undefined],
    [['Recipient identifier', 'Amount', 'Account number'], 'ana@example.com', undefined],
  ])('%j above %s is %s', (header, cell, name) =>
    expect(findSourceFormat(header, [[cell], ['10.00']])?.name).toBe(name),
  );

  it.each([
    ...['Debit IBAN', 'Own account', 'From account', 'Sender IBAN', 'Payer account', 'Ordering account', 'Remitter account number'],
    ...['Auftraggeberkonto', 'IBAN Zahler', 'Kontoinhaber (Zahler)', 'IBAN émetteur', "IBAN donneur d'ordre", 'Cuenta ordenante'],
    ...['IBAN remitente', 'Conta do pagador', 'IBAN ordinante', '振込元口座番号', '依頼人名', '付款账号', 'Счет плательщика', 'Rachunek nadawcy'],
    ...['Gross amount', 'Unit price', 'Subtotal', 'Original amount', 'Local amount', 'Base amount', 'Open balance', 'Tax amount', 'Fee'],
    ...['Hours', 'Rate', 'Quantity', 'Net pay YTD', 'Previous amount', 'Bruttobetrag', 'Montant brut', 'Importe bruto', '総支給額', '消費税'],
    ...['USD equivalent', 'Amount in local currency', 'Amount (LCY) base', 'Withholding tax', 'Discount amount'],
  ])('"%s" is never a column that decides the recipient or the amount', (header) => {
    const { column } = headerMeaning(header);
    expect(column !== null && CRITICAL.has(column)).toBe(false);
  });
});
