import type { Answer } from './service.ts';

/** Amounts on which nothing of a payment depends. */
const NO_NUMBER =
  /^(returnedAmount|withholdingAmount|fees|(merchant|recipient|billed|estimated)Fees|totalWithheld|routeMinimum|fxRate|pending(Credit|Debit)|amount(Pending|Cleared))$/;

/** An account that a recipient had once, and that cannot be read. */
const OLD_ACCOUNT = { id: 7, primary: false, status: 'inactive' };

/** Every field in the oddest form in which it was seen; fields without an odd form stay unchanged. */
function oddForm(name: string, value: unknown): unknown {
  if (Array.isArray(value)) {
    if (name === 'balances') return mapOf(value);
    const odd = value.map((one) => oddForm('', one));
    return name === 'accounts' ? [OLD_ACCOUNT, ...odd] : odd;
  }
  if (typeof value !== 'object' || value === null) {
    if (name === 'totalPayments' || name === 'count') return String(value);
    if (/^(memo|description)$/.test(name)) return 4711;
    return NO_NUMBER.test(name) ? '' : value;
  }
  if (name === 'meta') return { page: null, pages: null, records: String((value as { records: number }).records) };
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, oddForm(key, inner)]));
}

const mapOf = (balances: readonly Record<string, unknown>[]) =>
  balances.every(({ currency, type }) => typeof currency === 'string' && type)
    ? Object.fromEntries(balances.map((one) => [one.currency, one]))
    : balances;

/** Records of other programs, each with something that cannot be read. */
const STRANGERS: Readonly<Record<string, object>> = {
  payments: { id: 7, status: null, externalId: 'someone else', amount: 5 },
  batches: { id: 'B-1', status: null, tags: ['someone else'] },
  recipients: { id: 7, status: null, accounts: 'none' },
};

/** Balances that pay nothing, and that cannot be read. */
const STRANGE_BALANCES = { XAU: { type: 'gold', amount: 7 }, GBP: { type: 'paymentrails', amount: 7 } };

/** An answer in its oddest lawful form: every field, strangers in the lists of all, and no word about the rate limit. */
export function inOddestForm(answer: Answer): Answer {
  if (answer.status !== 200) return answer;
  const json = oddForm('', answer.json) as Record<string, unknown>;
  for (const [list, stranger] of Object.entries(STRANGERS))
    if (Array.isArray(json[list]) && answer.path === `/v1/${list}`) json[list] = [stranger, ...(json[list] as [])];
  if (answer.path === '/v1/balances') json.balances = { ...(json.balances as object), ...STRANGE_BALANCES };
  const headers = Object.fromEntries(Object.entries(answer.headers).filter(([name]) => !name.startsWith('x-rate')));
  return { ...answer, headers, json };
}

/** A 429 that says nothing of when it is over, and one for each form in which it may say it: an hour from now. */
export const LIMITS: readonly (() => Record<string, string>)[] = [
  () => ({}),
  () => ({ 'x-rate-limit-reset': String(Date.now() + 3_600_000) }),
  () => ({ 'retry-after': '3600' }),
  () => ({ 'retry-after': new Date(Date.now() + 3_600_000).toUTCString() }),
];
