import { parseMinor } from '../../money.ts';
import type { Body } from '../call.ts';
import { type MerchantStore, recordsBy } from '../merchant-store.ts';
import { primaryAccount } from '../primary-account.ts';
import { type FieldReader, readFields } from '../read-fields.ts';
import type { CoverRecord, PaymentRecord, RecipientRecord } from '../records.ts';
import { getPrice } from './pricing.ts';
import { hasRate } from './rates.ts';
import { type RouteTerms, routeTerms } from './route-terms.ts';

const CATEGORIES = ['services', 'royalties', 'rent', 'royalties_film', 'prizes', 'education', 'refunds'];
/** A positive number with two decimals or none. */
export const AMOUNT = /^(0|[1-9]\d{0,14})(\.\d{2})?$/;

/** All fields of a payment except its ids, times and outcome. */
export type PaymentTerms = Omit<
  PaymentRecord,
  'id' | 'merchantId' | 'batchId' | 'createdAt' | 'updatedAt' | 'outcome' | 'outcomeAt' | 'reason'
>;

/** The input of a payment's price. */
export interface PriceQuestion {
  readonly recipientId: string;
  readonly fixed: 'source' | 'target';
  readonly minor: bigint;
  readonly sourceCurrency: string;
  /** Only with a fixed target. */
  readonly targetCurrency: string | null;
  readonly coverFees: boolean;
}

type PricedTerms = Pick<
  PaymentTerms,
  | 'accountId'
  | 'method'
  | 'route'
  | 'source'
  | 'target'
  | 'targetCurrency'
  | 'rate'
  | 'recipientFees'
  | 'merchantFees'
  | 'coverFees'
>;

/** The price of a payment to the recipient's primary account. Without an account, no fees apply yet. */
export function priceTerms(store: MerchantStore, question: PriceQuestion): PricedTerms {
  const { fixed, minor, sourceCurrency, coverFees } = question;
  const account = primaryAccount(store, question.recipientId);
  const terms = account && routeTerms(account, sourceCurrency, store.merchant.country);
  const targetCurrency = question.targetCurrency ?? terms?.targetCurrency ?? sourceCurrency;
  const route = terms?.route ?? null;
  return {
    ...getPrice({
      fixed,
      minor,
      sourceCurrency,
      targetCurrency,
      route,
      coverFees,
      cover: coverOf(store, terms, sourceCurrency),
    }),
    accountId: account?.id ?? null,
    method: terms?.method ?? null,
    route,
    targetCurrency,
  };
}

/** The merchant's cover for a route. The sandbox uses only bank transfers and gateways. */
function coverOf(store: MerchantStore, terms: RouteTerms | null, currency: string): CoverRecord | undefined {
  if (!terms || store.cover.size === 0) return undefined;
  return store.cover.get(`${currency}:${terms.method === 'bank-transfer' ? 'bankTransfer' : 'gateway'}:${terms.route}`);
}

/** Reads one payment of a batch in `sourceCurrency`. Adds errors to `fields`; null if there are any. */
export function readPayment(
  store: MerchantStore,
  body: Body,
  sourceCurrency: string,
  fields: FieldReader = readFields(body),
): PaymentTerms | null {
  const before = fields.errors.length;
  const recipient = readRecipient(store, fields);
  const { amountField, currencyField, ...side } = readSide(body, fields);
  // A `sourceAmount` needs no currency, because the batch has one.
  const stated = readCurrency(fields, currencyField, amountField !== 'sourceAmount');
  const currency = stated === '' && amountField === 'sourceAmount' ? sourceCurrency : stated;
  const minor = readAmount(fields, amountField, currency);
  const account = recipient && primaryAccount(store, recipient.id);
  // An amount in another currency than the batch's is what the recipient gets.
  const fixed = currency !== '' && currency !== sourceCurrency ? 'target' : side.fixed;
  if (fixed === 'target' && account?.currency && currency !== '' && currency !== account.currency)
    fields.wrong('invalid_field', currencyField, `the recipient's account is in ${account.currency}`);
  const coverFees = fields.flag('coverFees') ?? false;
  const terms = {
    recipientId: recipient?.id ?? '',
    fixed,
    sourceCurrency,
    memo: fields.text('memo', { max: 1024 }) ?? '',
    externalId: fields.text('externalId', { max: 255 }) ?? null,
    tags: fields.texts('tags') ?? [],
    category: fields.text('category', { oneOf: CATEGORIES }) ?? 'services',
    taxReportable: fields.flag('taxReportable') ?? true,
  } as const;
  if (fields.errors.length > before) return null;
  const targetCurrency = fixed === 'target' ? currency : null;
  return { ...terms, ...priceTerms(store, { ...terms, minor, targetCurrency, coverFees }) };
}

/** The fixed side of a payment, and the fields that contain it: `sourceAmount` is an alias of `amount`. */
function readSide(body: Body, fields: FieldReader) {
  const has = (field: string) => body[field] !== undefined && body[field] !== null;
  const given = ['amount', 'sourceAmount', 'targetAmount'].filter(has);
  if (given.length > 1) fields.wrong('invalid_field', given.at(-1)!, `send either ${given.join(' or ')}`);
  if (has('targetAmount'))
    return { fixed: 'target', amountField: 'targetAmount', currencyField: 'targetCurrency' } as const;
  if (!has('sourceAmount')) return { fixed: 'source', amountField: 'amount', currencyField: 'currency' } as const;
  const currencyField = has('sourceCurrency') ? 'sourceCurrency' : 'currency';
  return { fixed: 'source', amountField: 'sourceAmount', currencyField } as const;
}

/** The fixed side of a payment, to price it again. */
export function questionOf(payment: PaymentTerms): PriceQuestion {
  const { recipientId, fixed, source, target, sourceCurrency, targetCurrency, coverFees } = payment;
  return fixed === 'source'
    ? { recipientId, fixed, minor: source, sourceCurrency, targetCurrency: null, coverFees }
    : { recipientId, fixed, minor: target, sourceCurrency, targetCurrency, coverFees };
}

/** `recipient` is `{id}`, `{email}` or `{referenceId}`. Archived recipients are not found. */
function readRecipient(store: MerchantStore, fields: FieldReader): RecipientRecord | null {
  const given = fields.object('recipient');
  if (!given) {
    if (fields.errors.length === 0 || given === null) fields.wrong('empty_field', 'recipient', 'recipient is required');
    return null;
  }
  const { id, email, referenceId } = given;
  let found: RecipientRecord | undefined;
  if (typeof id === 'string') found = store.recipient.get(id);
  else if (typeof email === 'string') found = live(recordsBy(store.recipient, 'email', email.toLowerCase()));
  else if (typeof referenceId === 'string') found = live(recordsBy(store.recipient, 'reference', referenceId));
  else {
    fields.wrong('empty_field', 'recipient', 'recipient needs an id, an email or a referenceId');
    return null;
  }
  if (found && !found.archived) return found;
  fields.wrong('invalid_field', 'recipient', 'there is no such recipient');
  return null;
}

function live(recipients: readonly RecipientRecord[]): RecipientRecord | undefined {
  return recipients.find(({ archived }) => !archived);
}

/** A currency that the sandbox has a rate for, in upper case; '' if it is missing or invalid. */
export function readCurrency(fields: FieldReader, field: string, required = true): string {
  const currency = fields.text(field, { required, form: /^[A-Za-z]{3}$/ })?.toUpperCase() ?? '';
  if (currency === '' || hasRate(currency)) return currency;
  fields.wrong('invalid_field', field, `${field} is not a currency`);
  return '';
}

function readAmount(fields: FieldReader, field: string, currency: string): bigint {
  const text = fields.text(field, { required: true, form: AMOUNT });
  if (!text || currency === '') return 0n;
  const minor = parseMinor(text, currency);
  if (typeof minor === 'bigint') return minor;
  fields.wrong('invalid_field', field, `${field} must be a positive amount of ${currency}`);
  return 0n;
}
