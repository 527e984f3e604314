import { formatMinor, showDecimal, showMoney } from '../money.ts';
import { showInZone } from '../platform/time-zone.ts';
import { shownAccount } from './shown-account.ts';

export type StatusTone = 'good' | 'bad' | 'wait' | 'busy' | 'plain';

/** The objects that have a page of their own, and a list with a filter. */
export type LinkTarget =
  | 'run'
  | 'row'
  | 'approve'
  | 'history'
  | 'calls'
  | 'fix'
  | 'payment'
  | 'proof'
  | 'recipient'
  | 'user'
  | 'filter'
  | 'state';

/**
 * A value in a list or a sentence, before a door formats it: a page formats numbers and times for its reader and links,
 * a file has plain ones. Money is in minor units. Null is nothing.
 */
export type Value = string | null | TypedValue;

export type TypedValue =
  | { readonly kind: 'count'; readonly n: number | bigint }
  | { readonly kind: 'money'; readonly minor: bigint; readonly currency: string }
  /** An amount as decimal text, as typed: `5000.00`. */
  | { readonly kind: 'decimal'; readonly plain: string; readonly currency: string }
  /** The amount in `to` for one unit of `from`, as decimal text. A table for programs has the number only. */
  | { readonly kind: 'rate'; readonly from: string; readonly to: string; readonly rate: string }
  /** In percent, as decimal text: `0.07`. */
  | { readonly kind: 'percent'; readonly plain: string }
  /** With a `zone`, in its days and hours for every reader: an entry is in the month of its statement. */
  | { readonly kind: 'time'; readonly at: Date; readonly exact: boolean; readonly zone?: string }
  | { readonly kind: 'status'; readonly tone: StatusTone; readonly text: string; readonly code: string }
  | { readonly kind: 'account'; readonly hint: string }
  /** A reference or a number that is not broken over two lines. */
  | { readonly kind: 'whole'; readonly text: string }
  /** An identifier; `full` is all of a shortened one. */
  | { readonly kind: 'code'; readonly text: string; readonly full?: string }
  | { readonly kind: 'quiet'; readonly text: Value }
  | { readonly kind: 'link'; readonly to: LinkTarget; readonly id: string; readonly text: Value }
  | { readonly kind: 'words'; readonly parts: readonly Value[] }
  /** One below the other. */
  | { readonly kind: 'lines'; readonly parts: readonly Value[] };

/** Makes values. */
export const as = {
  count: (n: number | bigint | null): Value => (n === null ? null : { kind: 'count', n }),

  /** Null if the amount or its currency is not known. */
  money: (minor: bigint | null, currency: string | null): Value =>
    minor === null || currency === null ? null : { kind: 'money', minor, currency },

  decimal: (plain: string, currency: string): Value => ({ kind: 'decimal', plain, currency }),

  /** Null within one currency. */
  rate: (from: string, to: string, rate: string | null): Value =>
    rate === null || from === to ? null : { kind: 'rate', from, to, rate },

  percent: (plain: string | null): Value => (plain === null ? null : { kind: 'percent', plain }),

  timeIn: (at: Date, zone: string): Value => ({ kind: 'time', at, exact: true, zone }),

  /** `exact`: a page shows the exact time next to the relative one. */
  time: (at: Date | null, { exact = false } = {}): Value => (at === null ? null : { kind: 'time', at, exact }),

  status: (tone: StatusTone, text: string, code: string): Value => ({ kind: 'status', tone, text, code }),
  account: (hint: string | null): Value => (hint === null ? null : { kind: 'account', hint }),
  whole: (text: string | null): Value => (text === null ? null : { kind: 'whole', text }),
  code: (text: string, full?: string): Value => ({ kind: 'code', text, ...(full === undefined ? {} : { full }) }),
  quiet: (text: Value): Value => (text === null || text === '' ? null : { kind: 'quiet', text }),
  link: (to: LinkTarget, id: string | bigint | number, text: Value): Value => ({
    kind: 'link',
    to,
    id: String(id),
    text,
  }),

  lines: (parts: readonly Value[]): Value => ({ kind: 'lines', parts }),

  /** These values with something between them, without those that are empty. Null if none is left. */
  joined: (parts: readonly Value[], between = ', '): Value => {
    const shown = parts.filter((one) => one !== null && one !== '');
    return shown.length === 0
      ? null
      : { kind: 'words', parts: shown.flatMap((one, i) => (i === 0 ? one : [between, one])) };
  },

  /** A sentence with values in it: `` as.words`Released by ${person}.` ``. */
  words: (texts: TemplateStringsArray, ...values: readonly Value[]): Value => ({
    kind: 'words',
    parts: texts.flatMap((text, i) => [text, values[i] ?? null]),
  }),
} as const;

/** A door's format of the values that have no text of their own. */
export interface ValueFormat {
  readonly count: (n: number | bigint) => string;
  readonly money: (minor: bigint, currency: string) => string;
  /** The same within a sentence, where no column has the currency. */
  readonly amount: (plain: string, currency: string) => string;
  readonly time: (at: Date) => string;
}

/** For files: plain decimals without the currency, times in UTC. */
export const FILE_FORMAT: ValueFormat = {
  count: String,
  money: formatMinor,
  amount: (plain, currency) => `${plain} ${currency}`,
  time: (at) => at.toISOString(),
};

/** For people, without a locale. */
export const plainFormat = (shownTime: (at: Date) => string): ValueFormat => ({
  count: (n) => n.toLocaleString('en-US'),
  money: (minor, currency) => showMoney({ minor, currency }),
  amount: showDecimal,
  time: shownTime,
});

export function valueText(value: Value, format: ValueFormat): string {
  if (value === null || typeof value === 'string') return value ?? '';
  switch (value.kind) {
    case 'count':
      return format.count(value.n);
    case 'money':
      return format.money(value.minor, value.currency);
    case 'decimal':
      return format.amount(value.plain, value.currency);
    case 'time':
      return value.zone === undefined ? format.time(value.at) : showInZone(value.at.getTime(), value.zone);
    case 'percent':
      return value.plain;
    case 'rate':
      return value.rate;
    case 'account':
      return shownAccount(value.hint);
    case 'quiet':
    case 'link':
      return valueText(value.text, format);
    case 'words':
    case 'lines': {
      const within = {
        ...format,
        money: (minor: bigint, currency: string) => format.amount(formatMinor(minor, currency), currency),
      };
      return value.parts.map((part) => valueText(part, within)).join(value.kind === 'lines' ? ' ' : '');
    }
    default:
      return value.text;
  }
}

export const isZero = (value: Value): boolean =>
  value !== null &&
  typeof value === 'object' &&
  (value.kind === 'count' ? BigInt(value.n) === 0n : value.kind === 'money' && value.minor === 0n);

/** Numbers are aligned right in a table, also with a quiet note behind them. A sentence is not. */
export function isNumeric(value: Value): boolean {
  if (value === null || typeof value === 'string') return false;
  if (value.kind === 'rate') return true;
  if (value.kind === 'words') {
    const [first = null, ...others] = value.parts.filter(
      (part) => part !== null && valueText(part, FILE_FORMAT).trim(),
    );
    return isNumeric(first) && others.every((part) => typeof part === 'object' && part?.kind === 'quiet');
  }
  if (value.kind === 'lines') return value.parts.length > 0 && value.parts.every(isNumeric);
  return value.kind === 'count' || value.kind === 'money' || value.kind === 'decimal';
}
