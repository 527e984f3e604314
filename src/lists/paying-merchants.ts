import type { MerchantRow } from '../ledger/merchants/merchant.ts';
import { countryWord } from '../references/country-word.ts';
import { ENVIRONMENT_SCHEMA } from './documents/environment-schema.ts';
import { arraySchema, objectSchema, orNull, TEXT } from './documents/json-schema.ts';
import { defineList } from './list.ts';

interface PayingMerchant extends Pick<MerchantRow, 'id' | 'environment' | 'country'> {
  readonly currencies: readonly string[];
}

/** The merchants that a reader sees, without anything of their keys. */
export const payingMerchantList = defineList({
  name: 'merchants',
  title: 'Merchants that pay',
  role: 'viewer',
  filters: {},
  columns: [
    { name: 'merchant', title: 'Merchant', names: true, value: ({ id }: PayingMerchant) => id },
    { name: 'environment', title: 'Environment', value: ({ environment }) => environment },
    { name: 'country', title: 'Country', value: ({ country }) => countryWord(country) },
    { name: 'currencies', title: 'Currencies', value: ({ currencies }) => currencies.join(', ') },
  ],
  read: async ({ ledger }, scope) => {
    const [{ listMerchants }, { currenciesByMerchant }] = await Promise.all([
      import('../ledger/merchants/merchant.ts'),
      import('../ledger/merchants/balances.ts'),
    ]);
    const [found, currencies] = await Promise.all([listMerchants(ledger.db), currenciesByMerchant(ledger.db, scope)]);
    return {
      rows: found
        .filter(({ id }) => scope?.includes(id) ?? true)
        .map(({ id, environment, country }) => ({ id, environment, country, currencies: currencies.get(id) ?? [] })),
      next: null,
    };
  },
  empty: { what: 'There are no merchants yet.', page: '' },
  perPage: 10_000,
  documentSchema: objectSchema('PayingMerchant', {
    merchant: [TEXT, 'its name'],
    environment: [ENVIRONMENT_SCHEMA, 'money moves in production only'],
    country: [orNull(TEXT), 'a code of ISO 3166'],
    currencies: [arraySchema(TEXT), 'those of its balances, as the payout service last reported them'],
  }),
  document: ({ id, environment, country, currencies }) => ({ merchant: id, environment, country, currencies }),
});
