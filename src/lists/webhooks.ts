import type { DeliveryCounts } from '../ledger/webhooks/webhook-delivery.ts';
import type { WebhookSubscription } from '../ledger/webhooks/webhook-subscription.ts';
import { as } from '../references/value.ts';
import { filterBy } from './filters.ts';
import { defineList } from './list.ts';

/** The payout service's webhook events. No signing key is shown. */
export const webhookList = defineList({
  name: 'subscriptions',
  title: 'Webhook subscriptions',
  role: 'admin',
  filters: { merchant: filterBy.merchant() },
  columns: [
    { name: 'merchant', title: 'Merchant', value: ({ merchant }: WebhookSubscription) => merchant },
    { name: 'event', title: 'Event', names: true, value: ({ model, action }) => `${model} ${action}` },
    { name: 'target', title: 'URL', csv: 'URL', value: ({ target }) => target },
  ],
  read: async ({ ledger: { db } }, scope, { filters: { merchant } }) => {
    const { listSubscriptions } = await import('../ledger/webhooks/webhook-subscription.ts');
    const rows = await listSubscriptions(db, merchant);
    return { rows: rows.filter((one) => scope?.includes(one.merchant) ?? true), next: null };
  },
  empty: { what: 'No webhook subscriptions.', page: '', command: '`payrun webhooks subscribe MERCHANT` creates them.' },
  perPage: 10_000,
  command: {
    name: 'webhooks list',
    group: 'Automation',
    summary: 'the webhook subscriptions of every merchant',
    examples: [['payrun webhooks list', 'which events the payout service sends, and where']],
    most: 10_000,
  },
  document: (subscription) => subscription,
});

/** The webhook deliveries that came, counted by what followed. */
export const webhookDeliveryList = defineList({
  name: 'deliveries',
  title: 'Webhook deliveries',
  role: 'admin',
  filters: { merchant: filterBy.merchant() },
  columns: [
    { name: 'merchant', title: 'Merchant', names: true, value: ({ merchant }: DeliveryCounts) => merchant },
    { name: 'state', title: 'Status', value: ({ state }) => state },
    { name: 'deliveries', title: 'Deliveries', type: 'count', value: ({ deliveries }) => as.count(deliveries) },
    { name: 'last', title: 'Last', type: 'time', value: ({ last }) => as.time(last) },
  ],
  read: async ({ ledger: { db } }, scope, { filters: { merchant } }) => {
    const { countDeliveries } = await import('../ledger/webhooks/webhook-delivery.ts');
    const rows = await countDeliveries(db, merchant);
    return { rows: rows.filter((one) => scope?.includes(one.merchant) ?? true), next: null };
  },
  empty: { what: 'No webhook deliveries.', page: '' },
  perPage: 10_000,
  command: {
    name: 'webhooks deliveries',
    group: 'Automation',
    summary: 'webhook deliveries, counted by status',
    examples: [['payrun webhooks deliveries --merchant acme', 'the deliveries for acme, read and unread']],
    most: 10_000,
  },
});
