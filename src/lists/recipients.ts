import type { Ledger } from '../ledger/ledger.ts';
import { parseUuid } from '../ledger/merchants/scope.ts';
import type { ListedRecipient, WantedRecipients } from '../ledger/views/recipient-view.ts';
import { toStatusValue } from '../outcomes/status-value.ts';
import { looksLikeAccount } from '../references/private-text.ts';
import { as } from '../references/value.ts';
import { orNull } from './documents/json-schema.ts';
import { PAYMENT_STATE } from './documents/state-codes.ts';
import { filterBy } from './filters.ts';
import { defineList, toPage } from './list.ts';

/** The recipient's name; if it is not known or was purged, their number or id, marked as such. */
export function recipientName({ recipientName, reference_id, remote_id }: ListedRecipient): string {
  const number = reference_id ?? remote_id;
  return recipientName ?? (number === null ? 'Recipient not in the service yet' : `Recipient ${number}`);
}

/** By what a recipient is found. Of an e-mail, the ledger has only a fingerprint. */
export async function wantedRecipient({ vault }: Pick<Ledger, 'vault'>, text: string): Promise<WantedRecipients> {
  const [{ recipientFingerprint }, { nameQuery }] = await Promise.all([
    import('../ledger/payments/fingerprints.ts'),
    import('../ledger/recipients/recipient-name.ts'),
  ]);
  return {
    reference: text,
    emailFp: recipientFingerprint(vault, `email:${text.toLowerCase()}`),
    keyFp: recipientFingerprint(vault, `ref:${text}`),
    name: text.includes('@') || looksLikeAccount(text) ? null : nameQuery(text),
    accountEnd: /^[•*\s]*([0-9A-Z]{4})$/i.exec(text)?.[1]?.toUpperCase() ?? null,
  };
}

/** Everyone who was or is to be paid, newest first. */
export const recipientList = defineList({
  name: 'recipients',
  title: 'Recipients',
  caption: 'Recipients, newest first',
  role: 'viewer',
  filters: {
    q: filterBy.search({
      label: 'Name, email, number or last four of account',
      summary: 'by name, email, number or last four digits of an account',
    }),
    merchant: filterBy.merchant(),
  },
  columns: [
    {
      name: 'recipient',
      title: 'Recipient',
      type: 'text',
      names: true,
      value: (one: ListedRecipient) => as.link('recipient', one.id, recipientName(one)),
    },
    {
      name: 'number',
      title: 'Number',
      unless: 'empty',
      compact: 'line',
      value: ({ reference_id }) => as.whole(reference_id),
    },
    { name: 'merchant', title: 'Merchant', type: 'text', unless: 'same', value: ({ merchant }) => merchant },
    {
      name: 'account',
      title: 'Account',
      type: 'account?',
      compact: 'line',
      value: ({ account }) => as.account(account) ?? 'Not on file',
    },
    {
      name: 'lastPayment',
      title: 'Latest payment',
      type: 'time?',
      value: ({ last_payment, last_started_at }) =>
        last_payment === null ? 'Never' : as.link('payment', last_payment, as.time(last_started_at) ?? 'Not sent yet'),
    },
    {
      name: 'lastStatus',
      title: 'Recipient status',
      type: orNull(PAYMENT_STATE),
      under: 'lastPayment',
      value: ({ last_state }) => (last_state === null || last_state === 'batched' ? null : toStatusValue(last_state)),
    },
    {
      name: 'amount',
      title: 'Amount',
      type: 'money?',
      compact: 'beside',
      value: ({ last_minor, last_currency }) => as.money(last_minor, last_currency),
    },
    { name: 'currency', title: 'Currency', doors: ['csv'], value: ({ last_currency }) => last_currency },
    {
      name: 'changed',
      title: 'Last changed',
      type: 'time',
      minor: true,
      value: ({ synced_at, created_at }) => as.time(synced_at ?? created_at),
    },
  ],
  read: async ({ ledger }, scope, { filters: { q, merchant }, after, limit }) => {
    const { selectRecipients } = await import('../ledger/views/recipient-view.ts');
    const wanted = q === null ? null : await wantedRecipient(ledger, q);
    const before = parseUuid(after ?? undefined);
    return toPage(
      await selectRecipients(ledger.db, scope, { merchant, wanted, before, limit: limit + 1 }),
      limit,
      ({ id }) => id,
    );
  },
  empty: {
    what: 'There are no recipients yet.',
    page: 'They appear once a file is paid.',
    link: { may: 'upload', path: '/upload', text: 'Upload a file' },
  },
  perPage: 50,
  path: '/recipients',
  command: {
    name: 'recipients',
    group: 'Everyday',
    summary: 'recipients with their account and latest payment',
    examples: [
      ['payrun recipients --search anna', 'by part of the name'],
      ['payrun recipients --csv', 'all of them, with masked accounts'],
    ],
    most: 200,
  },
});
