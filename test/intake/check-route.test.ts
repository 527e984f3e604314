import { describe, expect, it } from 'vitest';
import { type CheckContext, checkContext } from '../../src/intake/check-context.ts';
import { checkRow } from '../../src/intake/check-row.ts';
import type { Cells } from '../../src/model.ts';

const CONTEXT = { merchantCountry: 'US', environment: 'sandbox' } as const;
const ADA: Cells = {
  amount: '100.00',
  currency: 'EUR',
  type: 'individual',
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  street1: '12 High Street',
  city: 'Berlin',
  country: 'DE',
  iban: 'DE89370400440532013000',
};

function faults(cells: Cells, context: Partial<CheckContext>) {
  const { problems } = checkRow(
    { row: 2, cells: { ...ADA, ...cells }, original: [], findings: [] },
    { ...CONTEXT, ...context },
  );
  return problems.map(({ column, code, severity, message }) => ({ column, code, severity, message }));
}

describe('countries that the merchant may pay to', () => {
  it('are all of them if none is listed', () => {
    expect(faults({}, { enabledCountries: [] })).toEqual([]);
    expect(faults({}, {})).toEqual([]);
  });

  it.each<[Cells, string]>([
    [{}, 'iban'],
    [{ accountCountry: 'DE' }, 'accountCountry'],
  ])('are those of the account: %j', (cells, column) => {
    expect(faults(cells, { enabledCountries: ['DE', 'US'] })).toEqual([]);
    expect(faults(cells, { enabledCountries: ['US'] })).toMatchObject([
      { column, code: 'country_not_enabled', severity: 'error', message: expect.stringContaining('Germany') },
    ]);
  });
});

describe('the minimum of a route', () => {
  it('is that of the merchant’s country', () => {
    const settings = {
      environment: 'sandbox' as const,
      enabledCountries: [],
      ownAccounts: [],
      routeMinimums: {},
    };
    const german = checkContext({ ...settings, merchantCountry: 'US' }, 0, 'DE');
    expect(german).toMatchObject({ merchantCountry: 'DE', today: '1970-01-01' });
    expect(faults({ amount: '2.00' }, german)).toEqual([]);
    expect(faults({ amount: '2.00' }, { merchantCountry: 'US' })).toMatchObject([{ code: 'amount_below_minimum' }]);
  });

  it.each([
    ['1.00', 100n, []],
    ['0.99', 100n, ['amount_below_route_minimum']],
    ['49.99', 5_000n, ['amount_below_route_minimum']],
    ['50.00', 5_000n, []],
  ])('on %s is what the service takes for this recipient, %s, before anything else', (amount, minor, codes) => {
    const reportedMinimum: CheckContext['reportedMinimum'] = ({ key }, currency) =>
      key === 'email:ada@example.com' && currency === 'EUR' ? { route: 'wire_no_fx', minor, currency } : null;
    const context = { reportedMinimum, routeMinimums: { sepa: { EUR: '10.00' } } };
    const found = faults({ amount }, context);
    expect(found.map(({ code }) => code)).toEqual(codes);
    for (const { column, message } of found) {
      expect(column).toBe('amount');
      expect(message).toContain('for this recipient by WIRE');
    }
    expect(faults({ amount: '9.99', email: 'eve@example.com' }, context)).toMatchObject([
      { code: 'amount_below_minimum' },
    ]);
  });

  it.each([
    ['2.00', '1.00', []],
    ['4.99', '5.00', ['amount_below_minimum']],
    // Zero says that the service does not know one.
    ['2.00', '0', ['amount_below_minimum']],
    ['3.00', '0.00', []],
  ])('on %s is what the service reported, %s, unless that is zero', (amount, reported, codes) => {
    expect(faults({ amount }, { routeMinimums: { sepa: { EUR: reported } } }).map(({ code }) => code)).toEqual(codes);
  });
});
