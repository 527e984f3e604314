import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkRow } from '../../src/intake/check-row.ts';
import type { Cells, Finding } from '../../src/model.ts';
import { COLUMNS } from '../../src/sheets/headers/columns.ts';

const CONTEXT = { merchantCountry: 'US', environment: 'production', today: '2026-11-21' } as const;
const PAYMENT: Cells = { amount: '100.00', currency: 'EUR' };
const ADA: Cells = {
  ...PAYMENT,
  type: 'individual',
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'Ada@example.com',
  street1: '12 High Street',
  city: 'London',
  country: 'GB',
};
const GERMAN: Cells = { ...ADA, country: 'DE', iban: 'de89 3704 0044 0532 0130 00' };

function check(cells: Cells, findings: readonly Finding[] = []) {
  return checkRow({ row: 14, cells, original: [], findings }, CONTEXT);
}
const faults = (cells: Cells) => check(cells).problems.map(({ column, code }) => [column, code]);
const without = (cells: Cells, ...columns: string[]): Cells =>
  Object.fromEntries(Object.entries(cells).filter(([column]) => !columns.includes(column)));

describe('a valid row', () => {
  it('becomes a payment with everything that the service needs, normalized', () => {
    const cells = {
      ...GERMAN,
      paymentReference: 'INV-1',
      memo: 'June',
      category: 'Royalties',
      tags: 'a; b,a',
      dob: '1985-12-31',
      language: 'en_gb',
    };
    expect(check(cells)).toEqual({
      problems: [],
      draft: {
        reference: 'INV-1',
        merchant: null,
        sourceCurrency: 'EUR',
        fixed: 'source',
        amount: { currency: 'EUR', minor: 10000n },
        memo: 'June',
        category: 'royalties',
        tags: ['a', 'b'],
        recipient: {
          key: 'email:ada@example.com',
          profile: {
            type: 'individual',
            email: 'Ada@example.com',
            firstName: 'Ada',
            lastName: 'Lovelace',
            dob: '1985-12-31',
            language: 'en-GB',
            address: { street1: '12 High Street', city: 'London', country: 'DE' },
          },
          account: {
            method: 'bank-transfer',
            fields: {
              currency: 'EUR',
              country: 'DE',
              accountHolderName: 'Ada Lovelace',
              iban: 'DE89370400440532013000',
            },
          },
        },
      },
    });
  });

  it.each([
    [
      { accountCountry: 'us', branchId: '021000021', accountNum: '4815162342' },
      { country: 'US', currency: 'USD', branchId: '021000021', accountNum: '4815162342' },
    ],
    [
      { branchId: '60-16-13', accountNum: '31926819' },
      { country: 'GB', currency: 'GBP', branchId: '601613', accountNum: '31926819' },
    ],
    [
      { iban: 'GB29NWBK60161331926819', branchId: '60-16-13', accountNum: '31926819' },
      { country: 'GB', currency: 'GBP', iban: 'GB29NWBK60161331926819' },
    ],
    [
      { accountCountry: 'NZ', accountNum: '01-0902-0068389-00' },
      { country: 'NZ', currency: 'NZD', branchId: '010902', accountNum: '010902006838900' },
    ],
    [
      { accountCountry: 'IN', branchId: 'hdfc0000001', accountNum: '50100123456789' },
      { country: 'IN', currency: 'INR', branchId: 'HDFC0000001', accountNum: '50100123456789' },
    ],
    [
      { accountCountry: 'MX', accountNum: '032180000118359719', accountCurrency: 'usd' },
      { country: 'MX', currency: 'USD', accountNum: '032180000118359719' },
    ],
    [
      { iban: 'CH93 0076 2011 6238 5295 7', accountHolderName: 'Lovelace, A.' },
      { country: 'CH', currency: 'CHF', iban: 'CH9300762011623852957', accountHolderName: 'Lovelace, A.' },
    ],
  ])('has its account from %j', (cells, fields) => {
    const { draft, problems } = check({ ...ADA, ...cells });
    expect(problems).toEqual([]);
    expect(draft!.recipient.account!.fields).toEqual({ accountHolderName: 'Ada Lovelace', ...fields });
  });

  it('is of a known recipient if it has only a referenceId', () => {
    expect(check({ ...PAYMENT, referenceId: 'V-1' }).draft!.recipient).toEqual({
      key: 'ref:V-1',
      referenceId: 'V-1',
      profile: null,
      account: null,
    });
  });

  it('pays by PayPal if only paypalEmail is filled in, or if payoutMethod says so', () => {
    const plain = without(ADA, 'street1', 'city');
    expect(check({ ...plain, paypalEmail: 'pp@example.com' }).draft!.recipient.account).toEqual({
      method: 'paypal',
      fields: { emailAddress: 'pp@example.com' },
    });
    expect(check({ ...plain, payoutMethod: 'PayPal' }).draft!.recipient.account).toEqual({
      method: 'paypal',
      fields: { emailAddress: 'Ada@example.com' },
    });
  });

  it('may state what the recipient gets instead of the debit', () => {
    const { draft } = check({
      ...without(GERMAN, 'amount'),
      currency: 'USD',
      targetAmount: '50',
      targetCurrency: 'EUR',
    });
    expect(draft).toMatchObject({ sourceCurrency: 'USD', fixed: 'target', amount: { currency: 'EUR', minor: 5000n } });
  });

  it('with a warning is paid', () => {
    const { draft, problems } = check({ ...GERMAN, phone: 'ask reception' });
    expect(draft).not.toBeNull();
    expect(problems).toMatchObject([{ row: 14, column: 'phone', code: 'phone_form', severity: 'warning' }]);
  });
});

describe('a row with errors', () => {
  it('has all of them at once, with its row', () => {
    const { draft, problems } = check({
      ...without(GERMAN, 'email'),
      amount: 'x',
      iban: 'DE88370400440532013000',
      memo: 'm'.repeat(1025),
    });
    expect(draft).toBeNull();
    expect(problems.map(({ row, column }) => [row, column])).toEqual([
      [14, 'amount'],
      [14, 'memo'],
      [14, 'email'],
      [14, 'iban'],
    ]);
  });

  it.each([
    [
      {},
      [
        ['currency', 'currency_missing'],
        ['amount', 'amount_missing'],
        [null, 'recipient_missing'],
      ],
    ],
    [{ ...GERMAN, amount: '(100.00)' }, [['amount', 'amount_negative']]],
    [{ ...GERMAN, amount: '1e3' }, [['amount', 'amount_form']]],
    [{ ...GERMAN, amount: '100.5', currency: 'JPY' }, [['amount', 'amount_scale']]],
    [{ ...GERMAN, amount: '2.99' }, [['amount', 'amount_below_minimum']]],
    [
      { ...ADA, country: 'US', currency: 'USD', amount: '0.99', branchId: '021000021', accountNum: '1' },
      [['amount', 'amount_below_minimum']],
    ],
    [{ ...GERMAN, accountCountry: 'RU' }, [['accountCountry', 'country_never_receives']]],
    [{ ...GERMAN, iban: 'RU0304452522540817810538091310419' }, [['iban', 'country_never_receives']]],
    [{ ...GERMAN, dob: '2026-11-22' }, [['dob', 'dob_impossible']]],
    [{ ...GERMAN, swiftBic: 'DEUTDEF0' }, [['swiftBic', 'bic_test']]],
    [{ ...ADA, branchId: '601613' }, [['accountNum', 'account_number_missing']]],
    [
      { ...ADA, country: 'AR', governmentId: '20-12345678-6', accountNum: '0'.repeat(22) },
      [['accountNum', 'account_number_zeros']],
    ],
    [{ ...ADA, country: 'US', branchId: '000000000', accountNum: '1' }, [['branchId', 'branch_code_form']]],
    [{ ...ADA, country: 'AU', branchId: '62000', accountNum: '12345678' }, [['branchId', 'branch_code_zeros_lost']]],
    [{ ...ADA, branchId: '1613', accountNum: '31926819' }, [['branchId', 'branch_code_zeros_lost']]],
    [
      { ...ADA, country: 'US', branchId: '021000021', accountNum: 'DE89370400440532013000' },
      [['accountNum', 'iban_in_account_column']],
    ],
    // Every PO box counts, whoever's line it is on; PayPal does not mind.
    [{ ...GERMAN, street2: 'PO Box 4' }, [['street2', 'po_box']]],
    [{ ...ADA, street1: 'PO Box 4', paypalEmail: 'pp@example.com' }, []],
  ] as [Cells, unknown[]][])('%j', (cells, expected) => {
    expect(faults(cells)).toEqual(expected);
  });

  it('has no further error for a column that could not be read, and none twice', () => {
    const destroyed: Finding = { code: 'number_destroyed', column: 'iban', severity: 'error', message: 'Gone.' };
    const { draft, problems } = check({ ...GERMAN, iban: '8.9E+21' }, [destroyed, destroyed]);
    expect(draft).toBeNull();
    expect(problems).toEqual([{ ...destroyed, row: 14 }]);
  });

  it('is not checked if its fields could not be separated', () => {
    const ragged: Finding = { code: 'row_too_long', column: null, severity: 'error', message: 'Too long.' };
    expect(check({}, [ragged])).toEqual({ draft: null, problems: [{ ...ragged, row: 14 }] });
  });

  it('never shows an IBAN or an account number in full', () => {
    const output = JSON.stringify(
      check({
        ...ADA,
        country: 'US',
        branchId: '021000022',
        accountNum: '12345678901234567890',
        iban: 'DE88370400440532013000',
      }).problems,
    );
    for (const secret of ['021000022', '12345678901234567890', 'DE88370400440532013000'])
      expect(output).not.toContain(secret);
  });
});

describe('any text in any cell', () => {
  const columns = COLUMNS.map(({ name }) => name);
  const bases = [GERMAN, { ...ADA, branchId: '601613', accountNum: '31926819' }, { ...ADA, paypalEmail: 'a@b.co' }];

  it('gives problems, never an exception', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string(),
      fc.constantFrom('constructor', '__proto__', '\ud800', '\u202e', '😀', 'NaN'),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...bases),
        fc.dictionary(fc.constantFrom(...columns), text, { maxKeys: 6 }),
        (base, cells) => {
          const { draft, problems } = check({ ...base, ...cells });
          expect(draft === null).toBe(problems.some(({ severity }) => severity === 'error'));
          for (const { message } of problems) expect(message).not.toMatch(/[{}]|undefined|null/);
        },
      ),
      { numRuns: 2000 },
    );
  });

  const long = ['a', 'a@', ' ', '1', '.', 'a.', 'po ', '(-)', '-', '\ud800', '1 ', 'iban ', 'A1', '\u00a0', '9,'];
  it.each(long)('of 100 kB of %j takes no longer than any other', (unit) => {
    const text = unit.repeat(100_000 / unit.length);
    for (const column of columns) {
      // A regular expression that backtracks would need minutes here, and the test would run out of time.
      for (const base of bases) check({ ...base, [column]: text });
      expect(check({ ...GERMAN, [column]: `${text}!` }).problems).toBeDefined();
    }
  });

  it('of 1 MB is shortened', () => {
    for (const column of columns) {
      for (const { message, value = '' } of check({ ...GERMAN, [column]: 'x'.repeat(1_000_000) }).problems) {
        expect(message.length + value.length).toBeLessThan(600);
      }
    }
  });
});
