import type { ShownFee, ShownMerchant, ShownPayoutMethod } from '../../engine/merchants/read-merchant.ts';
import type { SERVICE_OPERATIONS } from '../../engine/merchants/service-operation.ts';
import { defineTable } from '../list.ts';

type Part<Name extends 'balances' | 'webhooks'> = NonNullable<ShownMerchant[Name]>[number];

/** The balances of a merchant, as the payout service has them. */
export const merchantBalances = defineTable<Part<'balances'>>('Balances', [
  { name: 'currency', title: 'Balance', value: ({ currency }) => currency },
  { name: 'amount', title: 'Amount', value: ({ amount }) => amount },
  { name: 'type', title: 'Provider', value: ({ type }) => type },
]);

export const merchantWebhooks = defineTable<Part<'webhooks'>>(
  'Webhooks',
  [
    { name: 'action', title: 'Event', value: ({ action }) => action },
    { name: 'model', title: 'Object', value: ({ model }) => model },
    { name: 'target', title: 'URL', value: ({ target }) => target },
  ],
  { what: 'No webhooks. Payrun polls for outcomes.', page: '' },
);

export const payoutMethods = defineTable<ShownPayoutMethod>('Payout methods', [
  { name: 'method', title: 'Method', value: ({ method }) => method },
  { name: 'enabled', title: 'Enabled', value: ({ enabled }) => (enabled ? 'yes' : 'no') },
  { name: 'status', title: 'Status', value: ({ status, suspended }) => (suspended ? `${status}, suspended` : status) },
  { name: 'countries', title: 'Countries', value: ({ countries }) => countries && (countries.join(' ') || 'all') },
  {
    name: 'settings',
    title: 'Settings',
    value: ({ settings }) => Object.entries(settings).map(settingText).join(', '),
  },
]);

function settingText([name, value]: readonly [string, unknown]): string {
  if (Array.isArray(value)) return `${name} ${value.length === 0 ? 'none' : value.join(' ')}`;
  return `${name} ${value === true ? 'yes' : value === false ? 'no' : String(value)}`;
}

/** The fees of the payout service by route, and what of them the merchant bears. */
export const merchantFees = defineTable<ShownFee>('Fees', [
  { name: 'currency', title: 'Currency', value: ({ currency }) => currency },
  { name: 'route', title: 'Route', value: ({ route }) => route },
  { name: 'fee', title: 'Fee', value: ({ fee, feeType }) => priced(fee, feeType) },
  { name: 'minimum', title: 'Minimum', value: ({ minimumFee }) => minimumFee },
  { name: 'cover', title: 'Merchant bears', value: ({ cover, coverType }) => priced(cover, coverType) },
  { name: 'maximum', title: 'Maximum', value: ({ maximumFee }) => maximumFee },
]);

const priced = (amount: string | null, type: string | null): string | null =>
  amount === null ? null : type === 'percentage' ? `${amount}%` : amount;

export const fundingAccount = defineTable<readonly [field: string, value: string]>('Account', [
  { name: 'field', title: 'Field', value: ([field]) => field },
  { name: 'value', title: 'Value', value: ([, value]) => value },
]);

/** The operations of the payout service that can be called. */
export const serviceOperations = defineTable<(typeof SERVICE_OPERATIONS)[number]>('Operations', [
  { name: 'operation', title: 'Operation', value: ({ name }) => name },
  { name: 'summary', title: 'What it does', value: ({ summary }) => summary },
  {
    ...{ name: 'fields', title: 'Fields' },
    value: ({ fields, refused }) => (refused === null ? fields.join(', ') : `not available: ${refused}`),
  },
]);
