import type { Answer, Call } from '../call.ts';
import { type FieldReader, readFields } from '../read-fields.ts';
import type { CoverRecord } from '../records.ts';
import { BALANCE_CURRENCIES, coverId, FEE_GROUPS, type FeeGroup, feeRow } from './fee-rows.ts';

/** Zero is allowed: it ends a cover. */
export const AMOUNT = /^\d{1,12}(\.\d{2})?$/;

/** One row for each currency, or for the requested one; empty if the service has no fees in that currency. */
export function listFees({ store, query }: Call): Answer {
  const wanted = query.get('currency')?.toUpperCase();
  const currencies = BALANCE_CURRENCIES.filter((one) => !wanted || one === wanted);
  return { fees: currencies.map((one) => feeRow(store, one)) };
}

/**
 * Changes the cover of one route in one currency. Only `maximumFee` may be omitted: then it does not change, and null
 * removes it.
 */
export function updateFee({ store, body, sandbox }: Call): Answer {
  const fields = readFields(body);
  const currency = readFeeCurrency(fields, true);
  const integration = fields.text('integration', { required: true, oneOf: Object.keys(FEE_GROUPS) }) as FeeGroup | null;
  const group = integration ? FEE_GROUPS[integration] : undefined;
  const type = fields.text('type', { required: true, ...(group ? { oneOf: group.types } : {}) }) ?? '';
  const amount = fields.text('amount', { required: true, form: AMOUNT }) ?? '';
  const stated = fields.text('amountType', { oneOf: ['fixed', 'percentage'] });
  if (group?.fixedOnly && stated === 'percentage')
    fields.wrong('invalid_field', 'amountType', `${integration} takes a fixed amount only`);
  if (group && !group.fixedOnly && (body.amountType === undefined || body.amountType === null))
    fields.wrong('invalid_field', 'amountType', `amountType is required for ${integration}`);
  const amountType = stated === 'percentage' ? 'percentage' : 'fixed';
  if (amountType === 'percentage' && Number(amount) > 100)
    fields.wrong('invalid_field', 'amount', 'a percentage is at most 100');
  if (group?.fixedOnly && body.maximumFee !== undefined)
    fields.wrong('invalid_field', 'maximumFee', `${integration} has no maximumFee`);
  const maximumFee = fields.text('maximumFee', { form: AMOUNT });
  fields.refuse();

  const id = coverId(currency, integration!, type);
  const cover: CoverRecord = {
    id,
    merchantId: store.merchant.id,
    amount: withCents(amount),
    amountType,
    maximumFee:
      maximumFee === undefined
        ? (store.cover.get(id)?.maximumFee ?? null)
        : maximumFee === null
          ? null
          : withCents(maximumFee),
  };
  sandbox.state.put('cover', cover);
  return { fee: feeRow(store, currency) };
}

/** A currency with fees; '' if it is missing or invalid. */
export function readFeeCurrency(fields: FieldReader, required: boolean): string {
  const currency = fields.text('currency', { required })?.toUpperCase() ?? '';
  if (currency === '' || (BALANCE_CURRENCIES as readonly string[]).includes(currency)) return currency;
  fields.wrong('invalid_field', 'currency', `there are no fees in ${currency.slice(0, 10)}`);
  return '';
}

export function withCents(amount: string): string {
  return amount.includes('.') ? amount : `${amount}.00`;
}
