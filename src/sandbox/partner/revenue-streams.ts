import type { Answer, Call } from '../call.ts';
import type { MerchantStore } from '../merchant-store.ts';
import { recordsBy } from '../merchant-store.ts';
import { readFields } from '../read-fields.ts';
import type { RevenueStreamRecord } from '../records.ts';
import { refusal } from '../refusal.ts';
import { AMOUNT, readFeeCurrency, withCents } from './fee-covers.ts';
import { BALANCE_CURRENCIES, FEE_GROUPS } from './fee-rows.ts';

/** The routes by their names in requests, with the key that groups them in the response. */
const ROUTES: Readonly<Record<string, { readonly key: string; readonly types: readonly string[] }>> = {
  'bank-transfer': { key: 'bankTransfer', types: FEE_GROUPS.bankTransfer.types },
  paypal: { key: 'paypal', types: ['paypal'] },
  check: { key: 'check', types: ['check'] },
  venmo: { key: 'venmo', types: ['venmo'] },
  'debit-card': { key: 'debitCard', types: FEE_GROUPS.debitCard.types },
  'mobile-wallet': { key: 'mobileWallet', types: FEE_GROUPS.mobileWallet.types },
};

/** The service's limits for an amount, the same for every route. */
const GUARDRAILS = { fixed: { min: '0.00', max: '25.00' }, percentage: { min: '0.00', max: '10.00' } };

/** The amounts that a merchant adds on each route, for one currency or for all. */
export function searchRoutePricing({ store, body }: Call): Answer {
  const fields = readFields(body);
  const wanted = readFeeCurrency(fields, false);
  fields.refuse();
  const currencies = BALANCE_CURRENCIES.filter((one) => wanted === '' || one === wanted);
  return { fees: currencies.map((currencyCode) => ({ currencyCode, revenueStream: tree(store, currencyCode) })) };
}

/** Sets the amount of a route. Refuses a route that already has one. */
export function createRevenueStream({ store, body, sandbox }: Call): Answer {
  if (!store.merchant.revenueStream) throw refusal('invalid_status', 'Revenue stream is not enabled for this merchant');
  const fields = readFields(body);
  const currency = readFeeCurrency(fields, true);
  const integration = fields.text('integration', { required: true, oneOf: Object.keys(ROUTES) }) ?? '';
  const types = ROUTES[integration]?.types;
  const routeType = fields.text('routeType', { required: true, ...(types ? { oneOf: types } : {}) }) ?? '';
  const amountType = fields.text('merchantAmountType', { required: true, oneOf: ['fixed', 'percentage'] });
  const amount = fields.text('merchantAmount', { required: true, form: AMOUNT });
  const cap = fields.object('percentCap');
  if (amount && amountType) {
    const { min, max } = GUARDRAILS[amountType as 'fixed' | 'percentage'];
    if (Number(amount) < Number(min) || Number(amount) > Number(max))
      fields.wrong('invalid_field', 'merchantAmount', `merchantAmount must be from ${min} to ${max}`);
  }
  if (cap && amountType === 'fixed') fields.wrong('invalid_field', 'percentCap', 'percentCap goes with a percentage');
  const inner = readFields(cap ?? {});
  const capMin = inner.text('min', { form: AMOUNT }) ?? null;
  const capMax = inner.text('max', { form: AMOUNT }) ?? null;
  if (capMin !== null && capMax !== null && Number(capMin) > Number(capMax))
    inner.wrong('invalid_field', 'min', 'min is more than max');
  for (const { code, field, message } of inner.errors) fields.wrong(code, `percentCap.${field}`, message);
  const route = `${currency}:${integration}:${routeType}`;
  if (store.revenueStream.by('route', route).size > 0)
    fields.wrong('invalid_field', 'routeType', 'this route has an amount already');
  fields.refuse();

  const stream: RevenueStreamRecord = {
    id: sandbox.newId('RSRC'),
    merchantId: store.merchant.id,
    route,
    amount: withCents(amount!),
    amountType: amountType as 'fixed' | 'percentage',
    capMin: capMin && withCents(capMin),
    capMax: capMax && withCents(capMax),
  };
  sandbox.state.put('revenueStream', stream);
  return { revenueStream: item(store, currency, integration, routeType) };
}

function tree(store: MerchantStore, currency: string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(ROUTES).map(([integration, { key, types }]) => [
      key,
      Object.fromEntries(types.map((type) => [type, item(store, currency, integration, type)])),
    ]),
  );
}

function item(store: MerchantStore, currency: string, integration: string, routeType: string): Record<string, unknown> {
  const stream = recordsBy(store.revenueStream, 'route', `${currency}:${integration}:${routeType}`)[0];
  const capped = store.merchant.revenueStream && stream?.amountType === 'percentage';
  return {
    currencyCode: currency,
    integration,
    routeType,
    merchantAmountType: stream?.amountType ?? 'fixed',
    merchantAmount: stream?.amount ?? '0.00',
    guardrails: GUARDRAILS,
    percentCap: { min: capped ? stream.capMin : null, max: capped ? stream.capMax : null },
    revenueShareId: stream?.id ?? null,
  };
}
