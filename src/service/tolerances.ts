import { batchTagOf } from '../payrun-tags.ts';
import { account, balance, batch, payment, recipient } from './answer-shapes.ts';
import type { EndpointName } from './endpoints.ts';

type Json = Record<string, unknown>;

/** As many records as Payrun asks for in one page. */
const PAGE = 1_000;
/** The ledger's ids: the externalId of a payment that Payrun made. */
const OURS = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isDigits = (value: unknown): value is string => typeof value === 'string' && /^\d{1,15}$/.test(value);
const wholeNumber = (value: unknown) => (isDigits(value) ? Number(value) : value);

/** A form in which older answers have a field, and how it is read: only where its meaning is certain. */
interface Tolerance {
  readonly what: string;
  /** The names of the fields. */
  readonly fields: RegExp;
  readonly read: (value: unknown) => unknown;
}

/**
 * Everything in which an answer may differ from the contract and is read all the same. An amount that is a number, or text that is none,
 * is in no line: amounts are never guessed.
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

/** An answer as the client reads it, field by field; what is in no line of the table stays as it is. */
export function tolerate(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tolerate);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const rules = TOLERANCES.filter(({ fields }) => fields.test(name));
      return [name, tolerate(rules.reduce((read, rule) => rule.read(read), inner))];
    }),
  );
}

/** A list of which a run needs only some records, and what is done with one that is odd. */
interface LenientList {
  readonly list: string;
  readonly fits: (record: unknown) => boolean;
  /**
   * What is read in the place of an odd record; null: it is left out and counted, and whoever asked decides what that means
   * (`oddRecordsOf`). `REFUSE`: it may be the one that matters, so the whole answer is refused.
   */
  readonly instead: (record: unknown) => unknown;
}

const REFUSE = Symbol('refuse the whole answer');
const leaveOut = () => null;
const leaveOutIf = (isForeign: (record: Json) => boolean) => (record: unknown) =>
  isRecord(record) && isForeign(record) ? null : REFUSE;

/** Of a list that is in no line every record counts: one that is odd refuses the whole answer. */
export const LENIENT_LISTS: Readonly<Partial<Record<EndpointName, LenientList>>> = {
  listRecipients: { list: 'recipients', fits: (record) => recipient.safeParse(record).success, instead: leaveOut },
  listAccounts: { list: 'accounts', fits: (record) => account.safeParse(record).success, instead: leaveOut },
  // Of our own batch each counts: it is held before money moves, and unconfirmed after it.
  listBatchPayments: { list: 'payments', fits: (record) => payment.safeParse(record).success, instead: leaveOut },
  listPayments: {
    list: 'payments',
    fits: (record) => payment.safeParse(record).success,
    instead: leaveOutIf(
      ({ externalId }) => externalId == null || (typeof externalId === 'string' && !OURS.test(externalId)),
    ),
  },
  listBatches: {
    list: 'batches',
    fits: (record) => batch.safeParse(record).success,
    instead: leaveOutIf(({ tags }) => tags == null || (isTexts(tags) && batchTagOf(tags) === null)),
  },
  // Payments leave the service's own balances. One of those without an amount is not known; left out it would show as a shortfall.
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

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

/** The answer without its odd records, as far as it can do without them, and how many those were. */
export function withoutOddRecords(
  name: EndpointName,
  answer: unknown,
): { readonly answer: unknown; readonly odd: number } {
  const rule = LENIENT_LISTS[name];
  const records = rule && isRecord(answer) ? answer[rule.list] : undefined;
  if (!rule || !Array.isArray(records)) return { answer, odd: 0 };
  let odd = 0;
  const kept = records.flatMap((record) => {
    if (rule.fits(record)) return [record];
    const instead = rule.instead(record);
    if (instead === REFUSE) return [record];
    odd++;
    return instead === null ? [] : [instead];
  });
  return { answer: { ...(answer as Json), [rule.list]: kept }, odd };
}
