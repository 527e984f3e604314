import { expect, it } from 'vitest';
import { checkRow } from '../../src/intake/check-row.ts';
import {
  AMOUNT_FIELDS,
  MORE_AMOUNT_FIELDS,
  type NewRecipient,
  payableCountries,
  recipientFields,
} from '../../src/intake/payment-form.ts';
import type { Cells } from '../../src/model.ts';
import { getGuide } from '../../src/rules/countries/country-guide.ts';

const CONTEXT = { merchantCountry: 'US', environment: 'production', today: '2026-11-29' } as const;
const COUNTRIES = payableCountries([]);

const wrongColumns = (cells: Cells) =>
  checkRow({ row: 2, cells, original: [], findings: [] }, CONTEXT)
    .problems.filter(({ severity }) => severity === 'error')
    .map(({ column }) => column);

/** The cells of a form of which nothing is typed. */
const blank = ({ type, payoutMethod, country }: NewRecipient): Cells => ({
  ...{ type, payoutMethod, country },
  ...(payoutMethod === 'paypal' ? {} : { accountCountry: country }),
});

it.each(
  (['individual', 'business'] as const).flatMap((type) =>
    (['bank-transfer', 'paypal'] as const).map((payoutMethod) => [type, payoutMethod] as const),
  ),
)(
  'a form for a new %s by %s has a field for everything that the rules ask for, in each country',
  (type, payoutMethod) => {
    expect(COUNTRIES.length).toBeGreaterThan(150);
    for (const country of COUNTRIES) {
      const who: NewRecipient = { type, payoutMethod, country };
      const { needed, more } = recipientFields(who);
      const names = new Set([...AMOUNT_FIELDS, ...MORE_AMOUNT_FIELDS, ...needed, ...more].map(({ name }) => name));
      expect(names.size).toBe(AMOUNT_FIELDS.length + MORE_AMOUNT_FIELDS.length + needed.length + more.length);
      for (const column of wrongColumns(blank(who))) expect(names, country).toContain(column);
    }
  },
);

it('a form with what is needed, as its hints show it, can be paid in each country', () => {
  for (const country of COUNTRIES) {
    const who: NewRecipient = { type: 'individual', payoutMethod: 'bank-transfer', country };
    const examples = recipientFields(who).needed.flatMap(({ name }) => {
      const guide = getGuide(country, name);
      return guide && guide.need !== 'optional' ? [[name, guide.example]] : [];
    });
    const person = { firstName: 'Ada', lastName: 'Keller', email: 'ada@example.com' };
    const payment = { amount: '1000', currency: 'EUR', paymentReference: 'one' };
    expect(wrongColumns({ ...blank(who), ...person, ...payment, ...Object.fromEntries(examples) }), country).toEqual(
      [],
    );
  }
});

it('only countries that the rules enable are offered, and none that the service never pays to', () => {
  expect(payableCountries(['DE', 'KP'])).toEqual(['DE']);
});
