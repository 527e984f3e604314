import type { ZodType } from 'zod';
import { accountShape, balance, batchShape, paymentShape, recipientShape } from './answer-shapes.ts';
import type { EndpointName } from './endpoints.ts';
import { toUnreadableRecord, type UnreadableRecord } from './unreadable-records.ts';

type Json = Record<string, unknown>;

/** The number of records that Payrun asks for in one page. */
const PAGE = 1_000;

const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isDigits = (value: unknown): value is string => typeof value === 'string' && /^\d{1,15}$/.test(value);
const wholeNumber = (value: unknown) => (isDigits(value) ? Number(value) : value);

/** A form that a field has in older answers, and how to read it; only if its meaning is certain. */
interface Tolerance {
  readonly what: string;
  /** The names of the fields. */
  readonly fields: RegExp;
  readonly read: (value: unknown) => unknown;
}

/**
 * All differences from the contract that are accepted in an answer. Amounts that are numbers or unusual text are not
 * among them: amounts are never guessed.
 */
export const TOLERANCES: readonly Tolerance[] = [
  {
    what: 'a count that is text is a number',
    fields: /^(totalPayments|count)$/,
    read: wholeNumber,
  },
  {
    what: 'an amount that is empty text is not there',
    fields: /(^a|A)mount$|[fF]ees$|^(totalWithheld|pendingCredit|pendingDebit|exchangeRate|fxRate|routeMinimum)$/,
    read: (value) => (value === '' ? null : value),
  },
  {
    what: 'a text that is a whole number is its digits',
    fields: /^(externalId|referenceId|memo|description)$/,
    read: (value) => (Number.isSafeInteger(value) ? String(value) : value),
  },
  {
    what: 'pages without numbers, or with text for them, are counted from the records',
    fields: /^meta$/,
    read: readMeta,
  },
  {
    what: 'balances by currency are a list',
    fields: /^balances$/,
    read: (value) =>
      isRecord(value)
        ? Object.entries(value).map(([currency, one]) =>
            isRecord(one) ? { currency, ...one } : { currency, amount: one },
          )
        : value,
  },
];

function readMeta(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const records = wholeNumber(value.records);
  const pages = wholeNumber(value.pages) ?? (typeof records === 'number' ? Math.ceil(records / PAGE) : null);
  return { ...value, page: wholeNumber(value.page) ?? 1, pages, records };
}

/**
 * An answer as the client reads it, field by field. A part that no rule changes is returned unchanged: copies of all
 * payments of a batch took more time than parsing them.
 */
export function tolerate(value: unknown): unknown {
  if (Array.isArray(value)) {
    const read = value.map(tolerate);
    return read.every((inner, n) => inner === value[n]) ? value : read;
  }
  if (!isRecord(value)) return value;
  let read = value;
  for (const name of Object.keys(value)) {
    const inner = tolerate(rulesOf(name).reduce((form, rule) => rule.read(form), value[name]));
    if (inner === value[name]) continue;
    if (read === value) read = { ...value };
    // Not by assignment: a field named `__proto__` would become the prototype.
    Object.defineProperty(read, name, { value: inner });
  }
  return read;
}

const NO_RULES: readonly Tolerance[] = [];
const rulesByName = new Map<string, readonly Tolerance[]>();
/** More names than the contract has. Beyond it they are names that the service makes up, and are not remembered. */
const MOST_NAMES = 1_000;

function rulesOf(name: string): readonly Tolerance[] {
  const known = rulesByName.get(name);
  if (known) return known;
  const found = TOLERANCES.filter(({ fields }) => fields.test(name));
  const rules = found.length === 0 ? NO_RULES : found;
  if (rulesByName.size < MOST_NAMES) rulesByName.set(name, rules);
  return rules;
}

/** The page and the page size that a list was asked for. */
interface AskedPage {
  readonly page?: number | undefined;
  readonly pageSize?: number | undefined;
}

/** The number of records in a page if none was asked for. */
const DEFAULT_PAGE = 10;

/**
 * The answer with the `meta` that it leaves out, if the page is certainly the last: it has fewer records than asked
 * for. A full page stays without, and so is not readable: more may follow.
 */
export function withMeta(name: EndpointName, answer: unknown, asked: AskedPage | undefined): unknown {
  const list = LENIENT_LISTS[name]?.list;
  if (!list || !isRecord(answer) || !Array.isArray(answer[list])) return answer;
  const { page = 1, pageSize = DEFAULT_PAGE } = asked ?? {};
  const { length } = answer[list];
  if (isCounted(answer.meta) || length >= pageSize) return answer;
  return { ...answer, meta: { page, pages: page, records: (page - 1) * pageSize + length } };
}

/** False if the answer has no `meta`, or one without any count. */
const isCounted = (meta: unknown) =>
  meta !== undefined && meta !== null && (!isRecord(meta) || meta.pages != null || meta.records != null);

/**
 * A list that is read record by record. Odd records are removed, and the caller decides what that means
 * (`getUnreadableRecords`).
 */
interface LenientList {
  readonly list: string;
  readonly fits: (record: unknown) => boolean;
  /** A replacement for an unreadable record, if it has one. */
  readonly instead?: (record: unknown) => unknown;
}

const fits = (shape: ZodType) => (record: unknown) => shape.safeParse(record).success;

/** The lists that are read record by record. In any other list, an unreadable record refuses the whole answer. */
export const LENIENT_LISTS: Readonly<Partial<Record<EndpointName, LenientList>>> = {
  listRecipients: { list: 'recipients', fits: fits(recipientShape) },
  listAccounts: { list: 'accounts', fits: fits(accountShape) },
  listBatchPayments: { list: 'payments', fits: fits(paymentShape) },
  listPayments: { list: 'payments', fits: fits(paymentShape) },
  listBatches: { list: 'batches', fits: fits(batchShape) },
  // Payments are debited from the service's own balances. Removing an unreadable one of those would look like a
  // shortfall, so it becomes a balance with an unknown amount.
  listBalances: {
    list: 'balances',
    fits: (record) => balance.safeParse(record).data?.amount != null,
    instead: (record) => {
      const { type, currency } = isRecord(record) ? record : ({} as Json);
      if (typeof type === 'string' && type !== 'paymentrails') return null;
      return { type: 'paymentrails', currency: typeof currency === 'string' ? currency : '', amount: null };
    },
  },
};

/** True if a record of the list can be unreadable although the answer with it has the form of the contract. */
export const isStricter = (name: EndpointName): boolean => LENIENT_LISTS[name]?.instead !== undefined;

/**
 * An answer about recipients without their unreadable accounts, and the number of those. An account is removed only if
 * it is certainly not the one that is paid: it says so, or another one says that it is.
 */
export function withoutUnreadableAccounts(answer: unknown): { readonly answer: unknown; readonly accounts: number } {
  if (!isRecord(answer)) return { answer, accounts: 0 };
  let accounts = 0;
  const lighter = (recipient: unknown) => {
    if (!isRecord(recipient) || !Array.isArray(recipient.accounts)) return recipient;
    const known = recipient.accounts.filter(fits(accountShape));
    const isPaid = (one: unknown) => isRecord(one) && one.primary === true;
    const hasPrimary = known.some(isPaid);
    const isOld = (one: unknown) => isRecord(one) && !isPaid(one) && (hasPrimary || one.primary === false);
    const remaining = recipient.accounts.filter((one) => known.includes(one) || !isOld(one));
    accounts += recipient.accounts.length - remaining.length;
    return { ...recipient, accounts: remaining };
  };
  const { recipient, recipients } = answer;
  return {
    answer: {
      ...answer,
      ...(recipient === undefined ? {} : { recipient: lighter(recipient) }),
      ...(Array.isArray(recipients) ? { recipients: recipients.map(lighter) } : {}),
    },
    accounts,
  };
}

/** The answer without its unreadable records, and the readable parts of those. */
export function withoutUnreadableRecords(
  name: EndpointName,
  answer: unknown,
): { readonly answer: unknown; readonly unreadable: readonly UnreadableRecord[] } {
  const rule = LENIENT_LISTS[name];
  const records = rule && isRecord(answer) ? answer[rule.list] : undefined;
  if (!rule || !Array.isArray(records)) return { answer, unreadable: [] };
  const unreadable: UnreadableRecord[] = [];
  const remaining = records.flatMap((record) => {
    if (rule.fits(record)) return [record];
    unreadable.push(toUnreadableRecord(record));
    const instead = rule.instead?.(record) ?? null;
    return instead === null ? [] : [instead];
  });
  return { answer: { ...(answer as Json), [rule.list]: remaining }, unreadable };
}
