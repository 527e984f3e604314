import { ISSUES, inboxIssue } from '../../engine/inbox/issues.ts';
import { codeWords, plainWords, routeWords } from '../../events/code-words.ts';
import type { EventData } from '../../events/event-kind.ts';
import { parseRunId } from '../../ledger/merchants/scope.ts';
import { PURGED, PURGED_NAMES } from '../../ledger/operations/purged-kinds.ts';
import type { UserRole } from '../../ledger/users/user.ts';
import { type EventNames, MOST_NAMED } from '../../ledger/views/event-names.ts';
import type { RuleChange } from '../../money-rules.ts';
import { stateWord } from '../../outcomes/status-value.ts';
import { rowStatus, stateCountsText } from '../../outcomes/status-words.ts';
import { roleWord } from '../../permissions/role-word.ts';
import { changedCells } from '../../references/changed-cells.ts';
import { columnLabel } from '../../references/column-label.ts';
import { countryWord } from '../../references/country-word.ts';
import { notificationWords } from '../../references/notification-words.ts';
import { changeWords } from '../../references/rule-words.ts';
import { withShownAccounts } from '../../references/shown-account.ts';
import { as, type Value } from '../../references/value.ts';
import { withoutAccountNumbers } from '../../reports/without-account-numbers.ts';
import { BATCH_MOVES } from '../../states.ts';

/** An event with the names of what it mentions. */
export interface EventContext {
  readonly data: EventData;
  readonly names: EventNames;
}

/** Fills a blank with a field of the event: '' or null if it has none of this kind. `noun`: what is counted. */
export type Blank = (value: unknown, event: EventContext, noun: string) => Value;

const LONGEST = 300;
/** A longer id of the payout service is shortened. */
const LONGEST_ID = 8;
const MOST_CORRECTED = 10;
/** Roles to which the limits apply. */
const MAY_APPROVE: ReadonlySet<string> = new Set(['approver', 'admin']);

/** The blanks of the sentences in `src/events/`, by name. */
export const BLANKS = {
  text: freeText,
  word: toText,
  /** Names of fields and codes as words. */
  plain: (value) => plainWords(toText(value)),
  code: codeOf,
  hold: (value) => codeOf(value) || 'review',
  route: (value) => routeWords(toText(value)),
  country: (value) => countryWord(toText(value)),
  user: (value) => toText(value) || 'no user of this installation',
  row: (value) => String(numberOf(value) ?? '?'),

  /** `3 rows`. */
  count: (value, _, noun) => (numberOf(value) === null ? '' : plural(numberOf(value)!, noun)),
  /** The same, or only the figure; empty for zero. */
  some: (value, _, noun) => (numberOf(value) ? plural(numberOf(value)!, noun) : ''),
  counted: (value, _, noun) => (listOf(value).length === 0 ? `no ${noun}` : plural(listOf(value).length, noun)),
  /** In the currency of the batch. */
  money: ofBatch,
  moneyIfAny: (minor, event) => (minor === '0' || minor === 0 ? '' : ofBatch(minor, event)),
  /** `{"USD": "1234"}`, in minor units. */
  sums: (value) => as.joined(Object.entries(recordOf(value)).map(([currency, minor]) => money(minor, currency))),
  /** `{"EUR": {rows, minor}}` or `{"EUR": {rows, amount}}`. */
  totals: (value) =>
    as.joined(Object.entries(recordOf(value)).map(([currency, total]) => totalOf(currency, recordOf(total)))),
  /** Payments by state. */
  counts: (value) =>
    stateCountsText(
      Object.fromEntries(
        Object.entries(recordOf(value)).filter((one): one is [string, number] => Number.isSafeInteger(one[1])),
      ),
    ),
  size: (value) => (numberOf(value) === null ? '' : sizeWords(numberOf(value)!)),

  /** Exact and relative. */
  time: toTime,
  hash: (value) => shortHash(toText(value)) || freeText(value),
  digests: (value) => {
    const [first = '', ...others] = listOf(value).flatMap((one) => shortHash(toText(recordOf(one).digest)) || []);
    return others.length > 0 ? as.words`${first} and ${String(others.length)} more` : first;
  },

  run: runOf,
  batch: (value, event) => batchOf(event, toText(value)),
  batches: (value, event) => as.joined(listOf(value).map((id) => (typeof id === 'string' ? batchOf(event, id) : ''))),
  batchState: (value) =>
    Object.hasOwn(BATCH_MOVES, String(value))
      ? stateWord(value as keyof typeof BATCH_MOVES).toLowerCase()
      : toText(value).replaceAll('_', ' '),
  /** The payout service's id: its last characters, with the full id as title. */
  remote: (value) => {
    const id = toText(value);
    if (id.length <= LONGEST_ID) return id && as.code(id);
    return as.code(`…${id.slice(-4)}`, id);
  },
  /** The payment by its row. */
  payment: (value, { data, names }) => {
    const known = names.payments.get(toText(value));
    const row = numberOf(data.row);
    if (known) return as.link('payment', toText(value), `Row ${known.row}`);
    return row === null ? '' : `Row ${row}`;
  },
  /** `2 payments: row 4, row 9`. */
  payments: paymentsOf,
  /** `rows 4, 9 and 3 more`. */
  rows: rowsOf,
  rowsAtStart: (value) => capital(rowsOf(value)),
  list: (value) => some(listOf(value).map(String)),
  statuses: (value) => some(listOf(value).map((one) => rowStatus(String(one)).toLowerCase())),
  notifications: (value) =>
    listOf(value)
      .map((kind) => notificationWords(String(kind)))
      .join('; '),

  /** Changed cells, with bank details masked. */
  cells: changed,
  account: (value) => (value ? changedCells({ account: recordOf(value) }) : ''),
  correctedRows,
  columns: (value) =>
    Object.entries(recordOf(value))
      .map(([header, column]) => `${header} is ${column === '-' ? 'not used' : columnLabel(String(column))}`)
      .join(', '),
  rules: (value) => someOf(listOf(value).filter(isRuleChange).map(changeWords)) ?? 'Initial rules',

  /** The channel of the action. */
  channel: (value) => {
    const place = toText(value);
    return place && (place === 'command line' ? 'On the command line.' : `From ${place}.`);
  },
  rights: (value) => rights(recordOf(value)),
  file: (value, { data }) => [data.folder, value].map(toText).filter(Boolean).join('/') || toText(data.file),
  inboxIssue: (value, { data }) => {
    const code = toText(value);
    if (!Object.hasOwn(ISSUES, code)) return `${toText(data.file)}: ${code.replaceAll('_', ' ')}`;
    const { message, next } = inboxIssue(code as keyof typeof ISSUES, toText(data.file));
    return `${message.replace(/:\s*$/, '.')} ${next}`;
  },
  /** The purged kinds and their retention. */
  removed: (value) =>
    someOf(
      PURGED.flatMap((kind) => {
        const removed = numberOf(recordOf(value)[kind]);
        return removed ? as.words`${as.count(removed)} ${PURGED_NAMES[kind]}` : [];
      }),
    ) ?? 'nothing',
  retention: (value) =>
    some(
      PURGED.flatMap((kind) =>
        typeof recordOf(value)[kind] === 'number' ? `${PURGED_NAMES[kind]} ${recordOf(value)[kind]} days` : [],
      ),
    ),
} as const satisfies Record<string, Blank>;

/** A field as text, shortened if it is long, without account numbers. */
export function freeText(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (typeof value !== 'string') return '';
  const plain = withShownAccounts(withoutAccountNumbers(value));
  return plain.length > LONGEST ? `${plain.slice(0, LONGEST).toWellFormed()}…` : plain;
}

/** An identifier of Payrun or of the service, complete: digits in it are not masked as an account number. */
export function toText(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, LONGEST).toWellFormed() : '';
}

function codeOf(value: unknown): string {
  const code = toText(value);
  return code === '' ? '' : codeWords(code);
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const recordOf = (value: unknown): EventData =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as EventData) : {};

/** Null if it is not a whole number. */
function numberOf(value: unknown): number | null {
  const n = typeof value === 'number' ? value : typeof value === 'string' && value !== '' ? Number(value) : Number.NaN;
  return Number.isSafeInteger(n) ? n : null;
}

const plural = (n: number, noun: string): Value =>
  noun === '' ? as.count(n) : as.words`${as.count(n)} ${n === 1 ? noun : `${noun}s`}`;

const capital = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1);

function money(minor: unknown, currency = ''): Value {
  return currency !== '' && typeof minor === 'string' && /^-?\d{1,18}$/.test(minor)
    ? as.money(BigInt(minor), currency)
    : '';
}

function ofBatch(minor: unknown, { data, names }: EventContext): Value {
  return money(minor, names.batches.get(toText(data.batch))?.currency);
}

function totalOf(currency: string, { rows, minor, amount: plain }: EventData): Value {
  const sum =
    typeof plain === 'string' && /^\d{1,18}(\.\d{1,6})?$/.test(plain)
      ? as.decimal(plain, currency)
      : money(minor, currency);
  return sum !== '' && typeof rows === 'number' ? as.words`${sum} in ${plural(rows, 'row')}` : sum;
}

/** A size as files are shown with: `12 KB`. */
function sizeWords(bytes: number): Value {
  if (bytes < 1_000) return as.words`${as.count(bytes)} bytes`;
  return bytes < 1_000_000
    ? as.words`${as.count(Math.round(bytes / 1_000))} KB`
    : as.words`${as.count(Math.round(bytes / 1_000_000))} MB`;
}

export function toTime(value: unknown): Value {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT/.test(value)) return '';
  const at = new Date(value);
  return Number.isNaN(at.getTime()) ? '' : as.time(at, { exact: true });
}

/** The first characters of a hash: enough to compare two by eye. */
export function shortHash(text: string): Value {
  return /^[0-9a-f]{12,}$/i.test(text) ? as.code(`${text.slice(0, 8)}…`) : '';
}

function runOf(value: unknown, { names }: EventContext): Value {
  const id = parseRunId(typeof value === 'number' || typeof value === 'string' ? String(value) : undefined);
  if (id === null) return '';
  const seen = names.runs === null || names.runs.has(String(id));
  return seen ? as.link('run', id, `run ${id}`) : `run ${id}`;
}

/** A batch by its currency and the end of its id, because a run can have several. */
function batchOf({ names }: EventContext, id: string): Value {
  const currency = names.batches.get(id)?.currency;
  return as.words`${currency ? `${currency} batch` : 'Batch'} ${as.code(`…${id.slice(-4)}`)}`;
}

function paymentsOf(value: unknown, { names }: EventContext): Value {
  const ids = listOf(value).filter((one) => typeof one === 'string');
  const known = ids.slice(0, MOST_NAMED).flatMap((id) => {
    const found = names.payments.get(id);
    return found ? as.link('payment', id, `row ${found.row}`) : [];
  });
  const all = plural(ids.length, 'payment');
  if (known.length === 0) return all;
  const more = ids.length - known.length;
  return as.words`${all}: ${as.joined(known)}${more > 0 ? as.words` and ${as.count(more)} more` : null}`;
}

function rowsOf(value: unknown): string {
  const all = listOf(value).filter((one) => typeof one === 'number' || typeof one === 'string');
  return all.length === 0 ? '' : `${all.length === 1 ? 'row' : 'rows'} ${some(all.map(String))}`;
}

function changed(cells: unknown): string {
  return changedCells(recordOf(cells) as Parameters<typeof changedCells>[0]);
}

function correctedRows(value: unknown): Value {
  const all = listOf(value).map(recordOf);
  const lines = all
    .slice(0, MOST_CORRECTED)
    .map(({ row, cells }) => `Row ${String(row)}: ${changed(cells) || 'as it was'}`);
  const more = all.length - MOST_CORRECTED;
  return as.lines([...lines, ...(more > 0 ? [as.words`and ${as.count(more)} more`] : [])]);
}

function isRuleChange(value: unknown): value is RuleChange {
  const { rule, before, after } = recordOf(value);
  return [rule, before, after].every((text) => typeof text === 'string');
}

function rights(data: EventData): Value {
  const merchants = Array.isArray(data.merchants) ? some(listOf(data.merchants).map(String)) || 'none' : 'all';
  const limits = Object.entries(recordOf(data.limits)).map(([currency, amount]) =>
    /^\d{1,18}(\.\d{1,6})?$/.test(String(amount))
      ? as.decimal(String(amount), currency)
      : `${String(amount)} ${currency}`,
  );
  const isLimited = typeof data.limits === 'object' && data.limits !== null;
  const upTo = isLimited ? as.words`approves up to ${someOf(limits) ?? 'nothing'}` : 'no approval limit';
  const role = toText(data.role);
  const approves = MAY_APPROVE.has(role) ? as.words`, ${upTo}` : null;
  return as.words`${role === '' ? 'No role' : roleWord(role as UserRole)}, merchants: ${merchants}${approves}`;
}

/** The first few values, and the number of the others; null if there are none. */
function someOf(values: readonly Value[]): Value {
  const more = values.length - MOST_NAMED;
  const first = as.joined(values.slice(0, MOST_NAMED));
  return more > 0 ? as.words`${first} and ${String(more)} more` : first;
}

/** The first few texts, and the number of the others. */
export function some(texts: readonly string[]): string {
  const more = texts.length - MOST_NAMED;
  return `${texts.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
