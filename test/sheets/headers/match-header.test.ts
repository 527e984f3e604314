import { describe, expect, it } from 'vitest';
import { PayrunError } from '../../../src/errors.ts';
import { columnMatcher, matchHeader } from '../../../src/sheets/headers/match-header.ts';
import { RESULT_HEADERS } from '../../../src/sheets/headers/result-columns.ts';
import { didYouMean } from '../../../src/sheets/headers/known-headers.ts';

const match = (header: string[], mapping = {}) => matchHeader('s.csv', header, columnMatcher(mapping));
const refusal = (header: string[], mapping = {}): PayrunError => {
  try {
    match(header, mapping);
  } catch (error) {
    if (error instanceof PayrunError) return error;
    throw error;
  }
  throw new Error('it was accepted');
};

describe('a header', () => {
  it.each([
    ['E-Mail', 'email'],
    ['EMAIL_ADDRESS', 'email'],
    [' payment-reference ', 'paymentReference'],
    ['Postal Code *', 'postalCode'],
    ['Amóunt', 'amount'],
    ['ＩＢＡＮ', 'iban'],
    ['BIC/SWIFT', 'swiftBic'],
    ['Sort code', 'branchId'],
    ['Vendor ID', 'referenceId'],
    ['Zip', 'postalCode'],
    ['status', null],
    ['', null],
    ['***', null],
  ])('"%s" is %s', (header, column) => {
    expect(columnMatcher()(header)).toBe(column);
  });

  it('is mapped by the team, and the mapping wins over the catalog', () => {
    const { columns } = match(['Betrag', 'Währung', 'E-Mail', 'name'], { Betrag: 'amount', währung: 'Currency', NAME: 'accountHolderName' });
    expect(columns).toEqual(['amount', 'currency', 'email', 'accountHolderName']);
  });

  it.each<[what: string, header: string[], rows: string[][], code: string, says: string]>([
    ['two amounts', ['Amount', 'Amount (Foreign Currency)'], [], 'sheet_columns_unclear', 'amount could be "Amount" in column B or "Amount (Foreign Currency)" in column C'],
    ['two accounts', ['Amount', 'IBAN', 'Beneficiary IBAN'], [], 'sheet_columns_unclear', 'IBAN could be "IBAN" in column C or'],
    ['an amount before tax', ['Amount', 'VAT'], [['', '10.00', '1.90']], 'sheet_columns_unclear', 'there are other amounts beside it'],
    ['thousands', ['Amount (in thousands)'], [], 'sheet_amount_unit', '"Amount (in thousands)"'],
    ['cents', ['Amount ¢'], [], 'sheet_amount_unit', 'not written in full'],
  ])('asks about %s', (_, header, rows, code, says) => {
    const all = ['email', ...header, 'currency'];
    const match = () => matchHeader('s.csv', all, columnMatcher(), 'payments', rows);
    expect(match).toThrow(expect.objectContaining({ code, message: expect.stringContaining(says) }));
  });

  it('takes its currency from the amounts if no column has it, but not an ambiguous sign', () => {
    expect(match(['email', 'Amount (EUR)'])).toMatchObject({ columns: ['email', 'amount'], units: { 1: 'EUR' } });
    expect(refusal(['email', 'Amount ($)']).code).toBe('sheet_columns_missing');
  });

  it('does not use what the team marks as not used', () => {
    expect(match(['email', 'Amount', 'IBAN', 'Beneficiary IBAN', 'currency'], { IBAN: '-' }).columns).toEqual(['email', 'amount', null, 'iban', 'currency']);
  });

  it('is mapped as written, even with a meaningless number at its end', () => {
    expect(match(['Soll X1', 'currency', 'email'], { 'Soll X1': 'amount' }).columns).toEqual(['amount', 'currency', 'email']);
    expect(match(['Email ID 1', 'currency', 'amount', 'email'], { 'Email ID 1': '-' }).columns).toEqual([null, 'currency', 'amount', 'email']);
  });

  it('is refused by a mapping to a column that does not exist', () => {
    expect(refusal(['x'], { Betrag: 'betrag' }).code).toBe('config_invalid');
  });

  it('keeps unknown columns by position and says so', () => {
    const { columns, notes } = match(['email', 'Cost centre', 'amount', '', 'currency', 'Ibann']);
    expect(columns).toEqual(['email', null, 'amount', null, 'currency', null]);
    expect(notes.map(({ text }) => text)).toEqual([
      'Column B, "Cost centre", is not recognized; it is returned in the results.',
      'Column F, "Ibann", is not recognized and is not used. Did you mean IBAN?',
    ]);
  });

  it('is refused if two columns mean the same', () => {
    const error = refusal(['email', 'amount', 'currency', 'E-Mail']);
    expect(error.code).toBe('sheet_column_twice');
    expect(error.message).toContain('"email" in column A and "E-Mail" in column D');
  });

  it('may have an unknown column twice: each keeps its position', () => {
    expect(match(['email', 'x', 'amount', 'x', 'currency']).columns).toEqual(['email', null, 'amount', null, 'currency']);
  });

  it.each([
    [['email', 'amount'], ['currency'], ['amount,']],
    [['email', 'targetAmount', 'amount', 'targetCurrency'], null, []],
    [['referenceId', 'targetAmount'], ['target currency'], ['email', ': amount']],
    [['amount', 'currency'], ['email or recipient number'], []],
    [['iban'], ['amount, currency, email or recipient number'], []],
    [['emial', 'amount', 'currency'], ['column A says "emial"; did you mean email?'], []],
    [['email', 'amuont', 'Curency'], ['column B says "amuont"; did you mean amount?', 'did you mean currency?'], []],
  ])('%j misses %j', (header, says, saysNot) => {
    if (says === null) return expect(match(header).columns).toEqual(header);
    const error = refusal(header);
    expect(error.code).toBe('sheet_columns_missing');
    for (const part of says) expect(error.message).toContain(part);
    for (const part of saysNot) expect(error.message).not.toContain(part);
  });

  it.each([
    ['ammount', 'amount'],
    ['curreny', 'currency'],
    ['ibn', 'iban'],
    ['fristName', 'firstName'],
    ['Kostenstelle', null],
    ['no', null],
    ['Art', null],
    ['Tax', null],
    ['Straße', null],
    ['Notes', 'memo'],
  ])('"%s" was meant to be %s', (header, column) => {
    expect(didYouMean(header)).toBe(column);
  });

  it('omits what earlier results added, except for the reference', () => {
    const header = ['email', 'amount', 'currency', 'status', 'paymentReference', 'payment id', 'reason', 'mine'];
    const { columns, results } = match(header);
    expect(results).toEqual({ from: 3, to: 7 });
    expect(columns).toEqual(['email', 'amount', 'currency', null, 'paymentReference', null, null, null]);
  });

  it('treats a team’s own status and reason as columns of the team', () => {
    const written = ['status', ...RESULT_HEADERS.slice(2)];
    expect(match(['email', 'amount', 'currency', ...written]).results).toEqual({ from: 3, to: 3 + written.length });
    expect(match(['status', 'email', 'amount', 'currency', 'reason']).results).toBeNull();
  });
});
