import type { ZodType } from 'zod';
import { accountShape, balance, batchShape, paymentShape, recipientShape } from './answer-shapes.ts';
import type { EndpointName } from './endpoints.ts';
import { type OddRecord, oddRecord } from './odd-records.ts';

type Json = Record<string, unknown>;

/** As many records as Payrun asks for in one page. */
const PAGE = 1_000;

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

/** A list that is read record by record: what is odd is left out, and whoever asked decides what that means (`oddRecordsOf`). */
interface LenientList {
  readonly list: string;
  readonly fits: (record: unknown) => boolean;
  /** What is read in the place of an odd record, if not nothing. */
  readonly instead?: (record: unknown) => unknown;
}

const fits = (shape: ZodType) => (record: unknown) => shape.safeParse(record).success;

/** A list that is in no line has no records that a run can do without: one that is odd refuses the whole answer. */
export const LENIENT_LISTS: Readonly<Partial<Record<EndpointName, LenientList>>> = {
  listRecipients: { list: 'recipients', fits: fits(recipientShape) },
  listAccounts: { list: 'accounts', fits: fits(accountShape) },
  listBatchPayments: { list: 'payments', fits: fits(paymentShape) },
  listPayments: { list: 'payments', fits: fits(paymentShape) },
  listBatches: { list: 'batches', fits: fits(batchShape) },
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

/** The answer without its odd records, and what can be read of those. */
export function withoutOddRecords(
  name: EndpointName,
  answer: unknown,
): { readonly answer: unknown; readonly odd: readonly OddRecord[] } {
  const rule = LENIENT_LISTS[name];
  const records = rule && isRecord(answer) ? answer[rule.list] : undefined;
  if (!rule || !Array.isArray(records)) return { answer, odd: [] };
  const odd: OddRecord[] = [];
  const kept = records.flatMap((record) => {
    if (rule.fits(record)) return [record];
    odd.push(oddRecord(record));
    const instead = rule.instead?.(record) ?? null;
    return instead === null ? [] : [instead];
  });
  return { answer: { ...(answer as Json), [rule.list]: kept }, odd };
}
