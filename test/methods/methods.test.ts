import { describe, expect, it } from 'vitest';
import { METHODS } from '../../src/methods/methods.ts';
import { columnNamed } from '../../src/sheets/columns.ts';

const CONTEXT = { environment: 'sandbox', recipientName: 'Ada Lovelace', addressCountry: 'GB' } as const;
const methods = Object.values(METHODS);
const good = methods.flatMap((method) => method.examples.good.map((cells) => [method.slug, cells, method] as const));
const bad = methods.flatMap((method) =>
  method.examples.bad.map(([cells, code]) => [method.slug, cells, code, method] as const),
);

describe('payout methods', () => {
  it.each(good)('%s takes its good example %j', (slug, cells, method) => {
    const { account, findings } = method.read(cells, CONTEXT);
    expect(findings).toEqual([]);
    expect(account).toMatchObject({ method: slug });
    const secret = account!.fields.iban ?? account!.fields.accountNum ?? account!.fields.emailAddress!;
    expect(method.payload(account!)).toMatchObject({ type: slug });
    expect(Object.values(method.payload(account!))).toContain(secret);
    expect(method.hint(account!)).not.toContain(secret);
  });

  it.each(bad)('%s refuses its bad example %j as %s', (_, cells, code, method) => {
    const { account, findings } = method.read(cells, CONTEXT);
    expect(account).toBeNull();
    expect(findings.map((found) => found.code)).toEqual([code]);
  });

  it.each(methods.map((method) => [method.slug, method] as const))(
    '%s is under its own name and reads columns that exist',
    (slug, method) => {
      expect(METHODS[slug]).toBe(method);
      for (const column of [...method.columns, ...method.chosenBy]) expect(columnNamed(column), column).toBeDefined();
    },
  );

  it('only bank transfers and PayPal can be paid for now', () => {
    expect(methods.filter(({ refusal }) => refusal === null).map(({ slug }) => slug)).toEqual([
      'bank-transfer',
      'paypal',
    ]);
  });

  it('an account is shown by its last four characters', () => {
    const { account } = METHODS['bank-transfer'].read({ iban: 'DE89370400440532013000' }, CONTEXT);
    expect(METHODS['bank-transfer'].hint(account!)).toBe('IBAN ***3000');
  });
});
