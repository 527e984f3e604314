import type { AppContext } from '../engine/context/app-context.ts';
import type { Scope } from '../ledger/merchants/scope.ts';
import type { ReportRange } from '../ledger/reports/report-range.ts';
import type { UserRole } from '../ledger/users/user.ts';
import type { PermissionName } from '../permissions/permissions.ts';
import { as, type Value } from '../references/value.ts';
import type { JsonColumnType } from './documents/column-type.ts';
import type { JsonSchema } from './documents/json-schema.ts';
import type { Filter } from './filters.ts';

export type ListPlace = Pick<AppContext, 'ledger' | 'config' | 'clock'>;
export type PlaceWithoutLedger = Omit<ListPlace, 'ledger'>;

/** The ways to show a list. */
export type Door = 'page' | 'terminal' | 'csv' | 'json';

/** A column: the same value on every door, worded by each. */
export interface ListColumn<Row> {
  /** The field in JSON. */
  readonly name: string;
  /** The JSON type; absent: text or null. */
  readonly type?: JsonColumnType;
  /** The heading on a page; in small letters that of the terminal and the CSV. */
  readonly title: string;
  readonly value: (row: Row) => Value;
  /** The heading in the CSV, if it is another one; by the time zone of its days and times. */
  readonly csv?: string | ((timeZone: string) => string);
  /** The doors that have it; absent: all. */
  readonly doors?: readonly Door[];
  /** On a page it is shown below the value of the column with this name. */
  readonly under?: string;
  /** The permission to see it on a page; absent: all. */
  readonly may?: PermissionName;
  /** Below it has a line of its own. */
  readonly ownLine?: true;
  /** A page omits it if all its values are empty, or the same, or zero: then it leaves out each zero. */
  readonly unless?: 'empty' | 'same' | 'zero';
  /** A page omits it if it says the same as one of these columns in each row in which it says something. */
  readonly unlessAs?: readonly string[];
  /** Its layout on a page: see `PageColumn`. */
  readonly names?: true;
  readonly minor?: true;
  readonly wide?: true;
  /** On the right, as numbers are, although it can be a sentence. */
  readonly right?: true;
  readonly compact?: 'beside' | 'beside titled' | 'line';
}

/** The days that rows are of, and a sentence if they are others than were asked for. */
export interface Period extends ReportRange {
  readonly fault: string | null;
}

/** Some rows, and the cursor of those that follow; null at the end. */
export interface Rows<Row> {
  readonly rows: readonly Row[];
  readonly next: string | null;
  readonly period?: Period;
  /** Faults found in the rows. A command that shows some does not exit with success. */
  readonly faults?: readonly string[];
}

// biome-ignore lint/suspicious/noExplicitAny: each list knows its own filters.
export type Filters = Readonly<Record<string, Filter<any>>>;
export type FilterValues<F extends Filters> = {
  readonly [Name in keyof F]: (F[Name] extends Filter<infer T> ? T : never) | null;
};

/** The rows that a reader asks for: the filters, those after a cursor, at most `limit`. */
export interface ListRequest<F extends Filters> {
  readonly filters: FilterValues<F>;
  readonly after: string | null;
  readonly limit: number;
  /** The door that shows its rows, which may not need all data. */
  readonly door: Door;
}

/** A link of a page, for those who may. */
export interface ListLink {
  readonly may: PermissionName;
  readonly path: string;
  readonly text: string;
}

/** A sentence for a list without rows, and what to do next on each door. */
export interface EmptyText {
  readonly what: string;
  readonly page: string;
  readonly command?: string;
  /** Of the page, after its sentence. */
  readonly link?: ListLink;
}

/**
 * A list, as data. Its page, its command, its CSV and its JSON document are generated from it.
 * `read` takes the merchants that the reader may see as an argument of its own, and hands it to the ledger, whose
 * queries require it. It returns null if the object that the list belongs to does not exist for this reader.
 */
export interface List<Row, F extends Filters> {
  /** The key of its rows in the JSON document, and part of the name of its CSV. */
  readonly name: string;
  readonly title: string;
  /** The lowest role that may see it. */
  readonly role: UserRole;
  /** It is of the whole installation: only for those who may see all merchants. */
  readonly installation?: true;
  readonly filters: F;
  readonly columns: readonly ListColumn<Row>[];
  readonly read: (place: ListPlace, scope: Scope, asked: ListRequest<F>) => Promise<Rows<Row> | null>;
  /** Rows that a command shows if there is no ledger, or it cannot be reached; absent: nothing. */
  readonly readWithoutLedger?: (place: PlaceWithoutLedger) => Promise<Rows<Row>>;
  readonly empty: EmptyText;
  /** Rows of a page. */
  readonly perPage: number;
  /** Rows of one query of its CSV; absent: 1,000. */
  readonly perRead?: number;
  /** The caption of its table; absent: its title. */
  readonly caption?: string;
  /** It is of one run, the filter `run`: `:run` in its path, and the argument of its command. */
  readonly of?: 'run';
  /** Its own page, if it is not a part of another one. */
  readonly path?: string;
  /** Next to the heading of its page. */
  readonly also?: ListLink;
  readonly command?: {
    readonly name: string;
    readonly group: string;
    readonly summary: string;
    readonly examples: readonly (readonly [command: string, does: string])[];
    /** Rows that the command shows at most, without `--csv`. */
    readonly most: number;
    /** With this argument it shows one object: `showOne` in `cli/lists/list-command.ts`. */
    readonly one?: '[run]';
  };
  /** Its rows are those of a period. */
  readonly ofPeriod?: true;
  /** The JSON of a row; absent: its columns by name. */
  readonly document?: (row: Row) => object;
  /** The schema of that. */
  readonly documentSchema?: JsonSchema;
}

// biome-ignore lint/suspicious/noExplicitAny: renderers take a list with any filters.
export type ListOf<Row> = List<Row, any>;
// biome-ignore lint/suspicious/noExplicitAny: renderers take the list of any row.
export type AnyList = ListOf<any>;

export type TableOf<Row> = Pick<ListOf<Row>, 'title' | 'caption' | 'columns' | 'empty'>;

/** A table that is a part of a page or of what a command says. */
export const defineTable = <Row>(
  title: string,
  columns: readonly ListColumn<Row>[],
  empty: EmptyText = { what: 'There is nothing here.', page: '' },
): TableOf<Row> => ({ title, columns, empty });

/** An object as names and values; those without a value are left out. */
export type Facts = readonly (readonly [name: string, value: Value])[];

/** Of a time: a page shows the exact one too. */
export const EXACT = { exact: true } as const;

/** Checks a list, and infers its rows and filters. */
export const defineList = <Row, F extends Filters>(given: List<Row, F>): List<Row, F> => given;

/** The columns of a door. */
export const columnsOn = <Row>(columns: readonly ListColumn<Row>[], door: Door): readonly ListColumn<Row>[] =>
  columns.filter(({ doors }) => doors?.includes(door) ?? true);

/** The filters of texts, by name; null for what is missing or not valid. */
export const defineFilters = <F extends Filters>(
  filters: F,
  given: (name: string) => string | null | undefined,
): FilterValues<F> =>
  Object.fromEntries(
    Object.entries(filters).map(([name, { parse }]) => {
      const text = given(name) ?? null;
      return [name, text === null ? null : parse(text)];
    }),
  ) as FilterValues<F>;

/** The doors that have a value for a program, and those that have it for a person. */
export const FILES: readonly Door[] = ['csv', 'json'];
export const SHOWN: readonly Door[] = ['page', 'terminal'];

type More<Row> = Partial<ListColumn<Row>>;

/** A column of amounts in the currency of its row. */
export const moneyColumn = <Row extends { readonly currency: string }>(
  name: string,
  title: string,
  minor: (row: Row) => bigint | null,
  more: More<Row> = {},
): ListColumn<Row> => ({ name, title, type: 'money?', value: (row) => as.money(minor(row), row.currency), ...more });

/** The same of amounts as decimal text. */
export const decimalColumn = <Row extends { readonly currency: string }>(
  name: string,
  title: string,
  plain: (row: Row) => string | null,
  more: More<Row> = {},
): ListColumn<Row> => ({
  ...{ name, title, ...more },
  value: (row) => {
    const text = plain(row);
    return text === null ? null : as.decimal(text, row.currency);
  },
});

export const countColumn = <Row>(
  name: string,
  title: string,
  n: (row: Row) => number,
  more: More<Row> = {},
): ListColumn<Row> => ({ name, title, type: 'count', value: (row) => as.count(n(row)), ...more });

/** A column for programs. */
export const fileColumn = <Row>(
  name: string,
  title: string,
  value: ListColumn<Row>['value'],
  more: More<Row> = {},
): ListColumn<Row> => ({ name, title, value, doors: FILES, ...more });

/** A page of what was read with a limit of one more; `cursor` of its last row leads on. */
export function toPage<Row>(found: readonly Row[], limit: number, cursor: (row: Row) => string): Rows<Row> {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, next: found.length > limit && last !== undefined ? cursor(last) : null };
}

/** A page of rows that are all loaded; the cursor is their number. */
export function slicePage<Row>(all: readonly Row[], after: string | null, limit: number): Rows<Row> {
  const skip = rowsBefore(after);
  return toPage(all.slice(skip, skip + limit + 1), limit, () => String(skip + limit));
}

export const rowsBefore = (after: string | null): number => (/^\d{1,9}$/.test(after ?? '') ? Number(after) : 0);
