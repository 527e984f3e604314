import { getScreeningResult } from './compliance.ts';
import { type MerchantStore, recordsBy } from './merchant-store.ts';
import { primaryAccount } from './primary-account.ts';
import { recipientState } from './recipient-status.ts';
import type { RecipientRecord } from './records.ts';
import { refusal } from './refusal.ts';

type Test = (recipient: RecipientRecord) => boolean;
type Filter = (wanted: string, store: MerchantStore, now: number) => Test;

const startsWith = (value: string | null, prefix: string) =>
  value?.toLowerCase().startsWith(prefix.toLowerCase()) ?? false;

/** The filters of the list, by query parameter. */
const FILTERS: Readonly<Record<string, Filter>> = {
  search: (text) => (one) => [one.name, one.email, one.referenceId].some((value) => startsWith(value, text)),
  name: (text) => (one) => [one.name, one.firstName, one.lastName].some((value) => startsWith(value, text)),
  email: (text) => (one) => one.email.toLowerCase() === text.toLowerCase(),
  referenceId: (text) => (one) => one.referenceId === text,
  startDate: (text) => {
    const from = parseDate('startDate', text, false);
    return (one) => one.updatedAt >= from;
  },
  endDate: (text) => {
    const to = parseDate('endDate', text, true);
    return (one) => one.updatedAt <= to;
  },
  status: (text, store) => {
    const wanted = listed('status', text, ['incomplete', 'active', 'suspended', 'disabled', 'archived', 'blocked']);
    return (one) => wanted.has(recipientState(store, one).status);
  },
  complianceStatus: (text, _, now) => {
    const wanted = listed('complianceStatus', text, ['pending', 'verified', 'blocked']);
    return (one) => wanted.has(getScreeningResult(one, now).status);
  },
  country: (text) => {
    const wanted = listed('country', text.toUpperCase());
    return (one) => one.address.country !== null && wanted.has(one.address.country);
  },
  payoutMethod: (text, store) => (one) => primaryAccount(store, one.id)?.type === text,
  currency: (text, store) => (one) => primaryAccount(store, one.id)?.currency === text.toUpperCase(),
};

const ORDERS: Readonly<Record<string, (recipient: RecipientRecord, store: MerchantStore) => string | number>> = {
  name: ({ name }) => name.toLowerCase(),
  email: ({ email }) => email.toLowerCase(),
  referenceId: ({ referenceId }) => referenceId,
  payoutMethod: ({ id }, store) => primaryAccount(store, id)?.type ?? '',
  createdAt: ({ createdAt }) => createdAt,
  updatedAt: ({ updatedAt }) => updatedAt,
};

/**
 * The recipients that match the query, in its order (default: newest first). Archived ones are included only if
 * `status` asks for them. Throws invalid_field and empty_field.
 */
export function listRecipients(store: MerchantStore, query: URLSearchParams, now: number): RecipientRecord[] {
  const tests: Test[] = query.get('status') ? [] : [(one) => !one.archived];
  for (const [name, filter] of Object.entries(FILTERS)) {
    const wanted = query.get(name);
    if (wanted !== null && wanted !== '') tests.push(filter(wanted, store, now));
  }
  if (query.get('payoutMethod') === 'bank-transfer' && !query.get('currency'))
    throw refusal('empty_field', 'currency is required with payoutMethod bank-transfer', { field: 'currency' });

  const found = candidates(store, query).filter((one) => tests.every((test) => test(one)));
  const order = one('orderBy', query.get('orderBy') || 'createdAt', Object.keys(ORDERS));
  const ascending = one('sortBy', query.get('sortBy') || 'desc', ['asc', 'desc']) === 'asc';
  if (order !== 'createdAt') {
    const keyed = found.map((recipient) => ({ recipient, key: ORDERS[order]!(recipient, store) }));
    // Equal keys keep the order of creation.
    keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
    keyed.forEach(({ recipient }, at) => {
      found[at] = recipient;
    });
  }
  return ascending ? found : found.reverse();
}

/** An exact e-mail address or reference is looked up in an index. */
function candidates(store: MerchantStore, query: URLSearchParams): RecipientRecord[] {
  const email = query.get('email');
  if (email) return recordsBy(store.recipient, 'email', email.toLowerCase());
  const reference = query.get('referenceId');
  if (reference) return recordsBy(store.recipient, 'reference', reference);
  return [...store.recipient.all()];
}

function listed(field: string, text: string, allowed?: readonly string[]): ReadonlySet<string> {
  const parts = text.split(',').map((part) => part.trim());
  if (allowed) for (const part of parts) one(field, part, allowed);
  return new Set(parts);
}

function one(field: string, text: string, allowed: readonly string[]): string {
  if (allowed.includes(text)) return text;
  throw refusal('invalid_field', `${field} must be one of ${allowed.join(', ')}`, { field });
}

/** A date without a time means its first or its last millisecond, UTC. */
function parseDate(field: string, text: string, end: boolean): number {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const time = Date.parse(day && end ? `${text}T23:59:59.999Z` : text);
  if (Number.isNaN(time)) throw refusal('invalid_field', `${field} must be an ISO 8601 date`, { field });
  return time;
}
