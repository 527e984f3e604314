import { batchTagOf } from '../payrun-tags.ts';
import { balance, batch, payment } from './answer-shapes.ts';
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
    fields: /(^a|A)mount$|[fF]ees$|^(exchangeRate|fxRate|routeMinimum)$/,
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

/** A list of which a run needs only its own records: one that is odd, and is certainly somebody else's, is left out. */
interface ForeignRecords {
  readonly list: string;
  readonly fits: (record: unknown) => boolean;
  readonly isForeign: (record: Json) => boolean;
}

/** Of a list that is in no line every record counts: one that is odd refuses the whole answer. */
export const FOREIGN_RECORDS: Readonly<Partial<Record<EndpointName, ForeignRecords>>> = {
  listPayments: {
    list: 'payments',
    fits: (record) => payment.safeParse(record).success,
    isForeign: ({ externalId }) => externalId == null || (typeof externalId === 'string' && !OURS.test(externalId)),
  },
  listBatches: {
    list: 'batches',
    fits: (record) => batch.safeParse(record).success,
    isForeign: ({ tags }) => tags == null || (isTexts(tags) && batchTagOf(tags) === null),
  },
  // Payments leave the service's own balances: left out, one of those would show as a shortfall that is not true.
  listBalances: {
    list: 'balances',
    fits: (record) => balance.safeParse(record).success,
    isForeign: ({ type }) => typeof type === 'string' && type !== 'paymentrails',
  },
};

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

/** The answer without the odd records that are somebody else's, and how many those were. */
export function withoutOddRecords(
  name: EndpointName,
  answer: unknown,
): { readonly answer: unknown; readonly odd: number } {
  const rule = FOREIGN_RECORDS[name];
  const records = rule && isRecord(answer) ? answer[rule.list] : undefined;
  if (!rule || !Array.isArray(records)) return { answer, odd: 0 };
  const kept = records.filter((record) => rule.fits(record) || !(isRecord(record) && rule.isForeign(record)));
  return { answer: { ...(answer as Json), [rule.list]: kept }, odd: records.length - kept.length };
}
