import { describe, expect, it } from 'vitest';
import type { Cells } from '../../src/model.ts';
import { METHODS } from '../../src/payout-methods/methods.ts';
import { columnNamed } from '../../src/sheets/headers/columns.ts';

const CONTEXT = { environment: 'sandbox', recipientName: 'Ada Lovelace', addressCountry: 'GB' } as const;
/** Methods see the country of the address only through its own check. */
const contextOf = (cells: Cells) => ({ ...CONTEXT, addressCountry: cells.country ?? CONTEXT.addressCountry });
const methods = Object.values(METHODS);
const good = methods.flatMap((method) => method.examples.good.map((cells) => [method.slug, cells, method] as const));
const bad = methods.flatMap((method) =>
  method.examples.bad.map(([cells, code]) => [method.slug, cells, code, method] as const),
);

describe('payout methods', () => {
  it.each(good)('%s takes its good example %j', (slug, cells, method) => {
    const { account, findings } = method.read(cells, contextOf(cells));
    expect(findings).toEqual([]);
    expect(account).toMatchObject({ method: slug });
    expect(method.payload(account!)).toMatchObject({ type: slug });
    const { iban, accountNum, emailAddress } = account!.fields;
    const secret = iban ?? accountNum ?? emailAddress;
    if (secret === undefined) return;
    expect(Object.values(method.payload(account!))).toContain(secret);
    expect(method.hint(account!)).not.toContain(secret);
  });

  it.each(bad)('%s refuses its bad example %j as %s', (_, cells, code, method) => {
    const { account, findings } = method.read(cells, contextOf(cells));
    expect(account).toBeNull();
    expect(new Set(findings.map((found) => found.code))).toEqual(new Set([code]));
  });

  it.each(methods.map((method) => [method.slug, method] as const))(
    '%s has its own name and reads existing columns',
    (slug, method) => {
      expect(METHODS[slug]).toBe(method);
      for (const column of [...method.columns, ...method.chosenBy]) expect(columnNamed(column), column).toBeDefined();
    },
  );

  it('accounts can be added of bank transfers and PayPal only: the recipient sets up the others in the service', () => {
    expect(methods.filter(({ setUpByRecipient }) => setUpByRecipient === null).map(({ slug }) => slug)).toEqual([
      'bank-transfer',
      'paypal',
    ]);
  });

  it('an account is shown by its last four characters', () => {
    const { account } = METHODS['bank-transfer'].read({ iban: 'DE89370400440532013000' }, CONTEXT);
    expect(METHODS['bank-transfer'].hint(account!)).toBe('IBAN ***3000');
  });

  it('a mailed check has the mailing address of the contract, with the state as its code', () => {
    const { account } = METHODS.check.read(METHODS.check.examples.good[1]!, CONTEXT);
    expect(METHODS.check.payload(account!)).toEqual({
      type: 'check',
      mailing: {
        name: 'Ada Lovelace',
        street1: 'PO Box 12',
        city: 'Austin',
        region: 'TX',
        postal: '73301',
        country: 'US',
      },
    });
  });

  it('a mailed check names the missing part of its address', () => {
    const { findings } = METHODS.check.read({ mailingName: 'Ada Lovelace' }, CONTEXT);
    expect(findings.map(({ column }) => column)).toEqual([
      'mailingStreet1',
      'mailingCity',
      'mailingRegion',
      'mailingPostal',
      'mailingCountry',
    ]);
  });
});
