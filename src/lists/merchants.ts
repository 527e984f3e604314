import type { MerchantRow } from '../ledger/merchants/merchant.ts';
import { countryWord } from '../references/country-word.ts';
import { maskKey } from '../references/mask-key.ts';
import { as } from '../references/value.ts';
import { defineList } from './list.ts';

/** A merchant, and its access key with all but the end masked; null if its keys come from the environment. */
export interface ListedMerchant extends MerchantRow {
  readonly accessKey: string | null;
}

/** The merchants of this installation. No key is shown. */
export const merchantList = defineList({
  name: 'merchants',
  title: 'Merchants',
  role: 'admin',
  filters: {},
  columns: [
    { name: 'merchant', title: 'Merchant', names: true, value: ({ id }: ListedMerchant) => id },
    {
      name: 'environment',
      title: 'Environment',
      value: ({ environment }) => (environment === 'sandbox' ? 'Sandbox' : 'Production'),
    },
    { name: 'country', title: 'Country', value: ({ country }) => countryWord(country) },
    {
      name: 'keys',
      title: 'Keys',
      doors: ['page', 'csv'],
      value: ({ key_kind, keys_sealed }) =>
        `${key_kind === 'parent' ? 'of a platform, ' : ''}${keys_sealed === null ? 'from the environment' : 'sealed in the database'}`,
    },
    { name: 'kind', title: 'Kind', doors: ['terminal'], value: ({ key_kind }) => key_kind },
    {
      name: 'accessKey',
      title: 'Access key',
      doors: ['terminal'],
      value: ({ accessKey }) => accessKey ?? 'from the environment',
    },
    // An HMAC under the vault key: it distinguishes two accounts and reveals nothing.
    {
      name: 'fingerprint',
      title: 'Fingerprint',
      minor: true,
      doors: ['page', 'csv'],
      value: ({ access_fp }) => as.code(`***${access_fp.toString('hex').slice(-8)}`),
    },
    { name: 'added', title: 'Since', minor: true, value: ({ created_at }) => as.time(created_at) },
  ],
  read: async ({ ledger }, scope) => {
    const { listMerchants, merchantKeys } = await import('../ledger/merchants/merchant.ts');
    const found = await listMerchants(ledger.db);
    return {
      rows: found
        .filter(({ id }) => scope?.includes(id) ?? true)
        .map((row) => ({ ...row, accessKey: maskedKey(merchantKeys(ledger.vault, row)) })),
      next: null,
    };
  },
  empty: {
    what: 'There are no merchants yet.',
    page: 'An operator adds them on the command line.',
    command: 'Add one with `payrun merchants add`.',
  },
  perPage: 10_000,
  command: {
    name: 'merchants list',
    group: 'Administration',
    summary: 'the merchants of this installation, with masked keys',
    examples: [['payrun merchants list', 'environments and masked keys']],
    most: 10_000,
  },
  document: ({ id, key_kind, environment, country, accessKey, created_at }) => ({
    merchant: id,
    kind: key_kind,
    environment,
    country,
    accessKey,
    added: created_at.toISOString(),
  }),
});

const maskedKey = (keys: { readonly accessKey: string } | null): string | null =>
  keys ? maskKey(keys.accessKey) : null;
