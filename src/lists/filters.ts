import { parseRunId } from '../ledger/merchants/scope.ts';
import { isDay } from '../platform/calendars/business-days.ts';

/** A filter of a list: a field of its page, and an option of its command. */
export interface Filter<T> {
  readonly kind: 'search' | 'text' | 'number' | 'choice' | 'day' | 'merchant';
  /** The label of the field. */
  readonly label: string;
  /** The value of the command's option: `<day>`. */
  readonly takes: string;
  /** In the help of the command. */
  readonly summary: string;
  /** Values and their labels, if only these are valid. */
  readonly choices?: readonly (readonly [value: string, label: string])[];
  /** Others are valid too: a command does not name them all. */
  readonly open?: boolean;
  /** The valid values, as the end of "It can be ...", if there are limits. */
  readonly form?: string;
  /** Null if the text is not valid: a page ignores it, a command refuses it. */
  readonly parse: (text: string) => T | null;
}

type Words = Pick<Filter<never>, 'label' | 'summary'> & { readonly takes?: string };

/** Makes filters. */
export const filterBy = {
  /** The search of a page. Its text can be private, so it never appears in an address. */
  search: ({ takes = 'text', ...words }: Words): Filter<string> => ({
    kind: 'search',
    takes,
    ...words,
    parse: (text) => text,
  }),

  text: ({ takes = 'text', ...words }: Words): Filter<string> => ({
    kind: 'text',
    takes,
    ...words,
    parse: (given) => given,
  }),

  /** A run by its number; a text that is none finds nothing. */
  run: (words: Words): Filter<bigint> => ({
    kind: 'number',
    takes: 'run',
    ...words,
    parse: (given) => parseRunId(given) ?? 0n,
  }),

  day: (words: Words): Filter<string> => ({
    kind: 'day',
    takes: 'day',
    ...words,
    form: 'a date such as 2026-11-30',
    parse: (given) => (isDay(given) ? given : null),
  }),

  /** A merchant by name; a page offers those that the visitor sees. */
  merchant: (): Filter<string> => ({
    kind: 'merchant',
    label: 'Merchant',
    takes: 'name',
    summary: 'only this merchant',
    parse: (given) => given,
  }),

  /** One of these values. `open`: others too, which another version may have written. */
  choice: <T extends string>(
    choices: readonly (readonly [value: T, label: string])[],
    { takes = 'value', open = false, ...words }: Words & { readonly open?: boolean },
  ): Filter<T> => ({
    kind: 'choice',
    takes,
    ...words,
    open,
    choices,
    parse: (given) => choices.find(([value]) => value === given)?.[0] ?? (open ? (given as T) : null),
  }),
} as const;
