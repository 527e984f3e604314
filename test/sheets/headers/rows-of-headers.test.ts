import { describe, expect, it } from 'vitest';
import { columnMatcher, resolveHeader } from '../../../src/sheets/headers/match-header.ts';

/** What the columns of a sheet mean; `? name` for what is asked. */
function meant(header: readonly string[], ...rows: readonly (readonly string[])[]): readonly (string | null)[] {
  const { columns } = resolveHeader(header, rows, columnMatcher());
  return columns.map(({ column, candidate }) => column ?? (candidate === null ? null : `? ${candidate}`));
}

const GERMAN = 'DE89370400440532013000';
const DUTCH = 'NL91ABNA0417164300';

describe('the meaning of headers by their rows', () => {
  it('account numbers that are in none of the IBANs beside them cause a question', () => {
    expect(meant(['Kontonr.', 'IBAN'], ['70001', GERMAN], ['70002', DUTCH])).toEqual(['? accountNum', 'iban']);
    expect(meant(['Kontonr.', 'IBAN'], ['0532013000', GERMAN], ['417164300', DUTCH])).toEqual(['accountNum', 'iban']);
  });

  it('a number that rows of several names share is not that of the recipient', () => {
    expect(meant(['Payee ID', 'Payee name'], ['7', 'Ana'], ['7', 'Bo'])).toEqual(['? referenceId', 'name']);
    expect(meant(['Payee ID', 'Payee name'], ['7', 'Ana'], ['7', 'Ana'], ['8', 'Bo'])).toEqual(['referenceId', 'name']);
  });

  it('a reference that most rows lack yields to one that all have', () => {
    const rows = [
      ['12345', 'F-1'],
      ['', 'F-2'],
      ['', 'F-3'],
    ];
    expect(meant(['Transaction reference', 'Invoice number'], ...rows)).toEqual([null, 'paymentReference']);
  });

  it('a reference that the recipient gave yields to the number of the bill', () => {
    expect(meant(['OCR', 'Fakturanummer'], ['123', 'F-1'], ['124', 'F-2'])).toEqual([null, 'paymentReference']);
    expect(meant(['OCR', 'Belopp'], ['123', '10,00'], ['124', '20,00'])).toEqual(['paymentReference', 'amount']);
  });

  it.each([
    ['Bank code', 'DBSSSGSG', 'OCBCSGSG', 'swiftBic'],
    ['Bank code', 'HDFC0000123', 'ICIC0000047', 'branchId'],
    ['Bank number', '021000021', '111000025', 'branchId'],
    ['Bank code', '0001', '0036', 'bankId'],
    ['Reg. no.', '0040', '5301', 'branchId'],
    ['Reg. no.', 'AB12 CDE', 'KX70 ABC', null],
    ['Banco', '001', '341', 'bankId'],
    ['Bank', 'BARCLAYS', 'RABOBANK', null],
  ])('"%s" over %s and %s is %s', (header, one, other, column) => {
    expect(meant([header], [one], [other])).toEqual([column]);
  });

  it('the account number of a journal causes a question if another column names the ledger', () => {
    const journal = (account: string) => meant(['Account Type', account], ['Vendor', '10000'], ['Vendor', '20000']);
    expect(journal('Account No.')).toEqual([null, '? accountNum']);
    expect(journal('Payee bank account')).toEqual([null, 'accountNum']);
    expect(meant(['Account Type', 'Account No.'], ['Savings', '1234567'])).toEqual([null, 'accountNum']);
  });

  it('an amount named like the currency that is not the source’s is what the recipient gets', () => {
    const currencies = (...header: string[]) => meant(header, ['USD', 'EUR', '10.00'], ['USD', 'GBP', '20.00']);
    expect(currencies('Source currency', 'Transfer currency', 'Transfer amount')).toEqual([
      'currency',
      'targetCurrency',
      'targetAmount',
    ]);
    expect(currencies('Source currency', 'Settlement currency', 'Payment amount')).toEqual([
      'currency',
      null,
      '? amount',
    ]);
  });

  it('states that are statuses of a payment are no regions', () => {
    expect(meant(['State'], ['PENDING'], ['Completed'])).toEqual([null]);
    expect(meant(['State'], ['TX'], ['MA'])).toEqual(['region']);
  });

  it('an IBAN column without a party is the recipient’s if only it has IBANs, and they differ', () => {
    expect(meant(['Coordinate IBAN x'], [GERMAN], [DUTCH])).toEqual(['iban']);
    expect(meant(['Coordinate IBAN x'], [GERMAN], [GERMAN], [GERMAN])).toEqual([null]);
    expect(meant(['Coordinate IBAN x', 'Other'], [GERMAN, DUTCH], [DUTCH, GERMAN])).toEqual([null, null]);
  });

  it('the account of one word of many causes a question if all rows have the same', () => {
    expect(meant(['Deposit account'], ['12345678'], ['12345678'])).toEqual(['? accountNum']);
    expect(meant(['Deposit account'], ['12345678'], ['87654321'])).toEqual(['accountNum']);
  });

  it('the party that has a name in the sheet is the recipient if no header names another', () => {
    const rows = [
      ['55', 'KnitByAna'],
      ['56', 'Okoro'],
    ];
    expect(meant(['Shop ID', 'Shop name'], ...rows)).toEqual(['referenceId', 'name']);
    expect(meant(['Shop ID', 'Employee name'], ...rows)).toEqual([null, 'name']);
  });

  it('"Vendor" over codes, beside the name of the vendor, is the vendor’s number', () => {
    expect(meant(['Vendor', 'Vendor name'], ['ACMESUPP', 'Acme Supplies'], ['BETA', 'Beta'])).toEqual(['referenceId', 'name']);
  });

  it('the parts of a header that mean one column mean it together', () => {
    const header = ['Bank routing number (ABA)', 'SWIFT / BIC', 'Last name, First name'];
    expect(meant(header)).toEqual(['branchId', 'swiftBic', 'name']);
    expect(meant(['Bank name / SWIFT'])).toEqual([null]);
  });

  it('"Type" over kinds of documents is no type of the recipient', () => {
    expect(meant(['Type'], ['Bill Payment'], ['Bill Payment'])).toEqual([null]);
    expect(meant(['Type'], ['Individual'], ['Company'])).toEqual(['type']);
    expect(meant(['Type'], ['Personne morale'], ['particulier'])).toEqual(['type']);
  });

  it('an e-mail column is the recipient’s if only it has addresses, they differ, and it names no other people', () => {
    const [ana, bo] = [['ana@a.example'], ['bo@b.example']];
    expect(meant(['Email payslip to'], ana!, bo!)).toEqual(['email']);
    expect(meant(['Email payslip to'], ana!, ana!, ana!)).toEqual([null]);
    expect(meant(['Approver email'], ana!, bo!)).toEqual([null]);
    expect(meant(['Customer email'], ana!, bo!)).toEqual([null]);
    expect(meant(['Email payslip to', 'Other'], [...ana!, ...bo!], [...bo!, ...ana!])).toEqual([null, null]);
  });

  it('a number one without a second of its kind is ignored', () => {
    expect(meant(['銀行１口座番号', 'Beneficiary Email ID 1'])).toEqual(['accountNum', 'email']);
    expect(meant(['銀行１口座番号', '銀行２口座番号'])).toEqual([null, null]);
    expect(meant(['Address 1', 'Address 2'])).toEqual(['street1', 'street2']);
  });

  it('in payroll, "Net" beside the gross pay is paid; in a bill, or if the pay is split, it causes a question', () => {
    const payroll = ['Employee', 'Gross', 'Tax', 'Net'];
    const row = ['Ana', '100.00', '20.00', '80.00'];
    expect(meant(payroll, row)[3]).toBe('amount');
    expect(meant(['Vendor', 'Gross', 'VAT', 'Net'], row)[3]).toBe('? amount');
    expect(meant([...payroll, 'DD1 amount'], [...row, '50.00'])[3]).toBe('? amount');
  });

  it('"Vendor account" over numbers of partners is the vendor’s number, and no account', () => {
    expect(meant(['Vendor account', 'Vendor name'], ['US-101', 'Fabrikam'], ['US-102', 'Contoso'])).toEqual(['referenceId', 'name']);
    expect(meant(['Vendor bank account', 'Vendor name'], ['US-101', 'Fabrikam'])).toEqual([null, 'name']);
  });

  it('a company that all rows share beside last names that differ is the employer', () => {
    const header = ['First name', 'Last name', 'Company'];
    expect(meant(header, ['Ana', 'Pérez', 'Mono'], ['Bo', 'Berg', 'Mono'])).toEqual(['firstName', 'lastName', null]);
    expect(meant(header, ['Ana', 'Pérez', ''], ['', '', 'Okoro Ltd'])).toEqual(['firstName', 'lastName', 'name']);
  });

  it('"Reference ID" may be of the payment, unless another column is', () => {
    expect(meant(['Reference ID', 'Email'], ['7', 'ana@a.example'])).toEqual(['? referenceId', 'email']);
    expect(meant(['Reference ID', 'Payment reference'], ['7', 'P1'])).toEqual(['referenceId', 'paymentReference']);
    expect(meant(['Reference ID', 'Amount'], ['7', '10.00'])).toEqual(['referenceId', 'amount']);
    expect(meant(['referenceId', 'Email'], ['7', 'ana@a.example'])).toEqual(['referenceId', 'email']);
  });
});
