import { runIdOf } from '../../ledger/merchants/scope.ts';
import { type EventNames, MOST_NAMED } from '../../ledger/views/event-names.ts';
import type { HistoryEvent } from '../../ledger/views/history.ts';
import { withShownAccounts } from '../../references/shown-account.ts';
import { withoutAccountNumbers } from '../../reports/without-account-numbers.ts';
import { amount, decimalText, figure } from '../components/amount.ts';
import { type Content, html, type Markup } from '../components/markup.ts';
import { paymentPath, runPath } from '../components/paths.ts';
import { exactMoment } from '../components/relative-time.ts';
import type { View } from '../components/view.ts';
import { codeWords } from './code-words.ts';

/**
 * An event with its reader. Another version may have written its data, so every field is optional and may have any
 * type.
 */
export interface EventContext {
  readonly view: View;
  readonly data: HistoryEvent['data'];
  readonly names: EventNames;
}

const LONGEST = 300;
/** A longer id of the payout service is shortened. */
const LONGEST_ID = 8;

/** Joins pieces with spaces; empty ones are omitted. */
export function sentences(...pieces: readonly (Content | false)[]): Markup {
  const shown = pieces.filter((one) => one !== '' && one !== null && one !== undefined && one !== false);
  return html`${shown.map((one, i) => html`${i ? ' ' : ''}${one}`)}`;
}

/** A field as text, shortened if it is long, without account numbers; '' if it is missing. */
export function text({ data }: Pick<EventContext, 'data'>, name: string): string {
  const value = data[name];
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (typeof value !== 'string') return '';
  const plain = withShownAccounts(withoutAccountNumbers(value));
  return plain.length > LONGEST ? `${plain.slice(0, LONGEST).toWellFormed()}…` : plain;
}

/** An identifier of Payrun or of the service, complete: digits in it are not masked as an account number. */
export function word({ data }: Pick<EventContext, 'data'>, of: string): string {
  const value = data[of];
  return typeof value === 'string' ? value.slice(0, LONGEST).toWellFormed() : '';
}

export function list({ data }: Pick<EventContext, 'data'>, name: string): readonly unknown[] {
  const value = data[name];
  return Array.isArray(value) ? value : [];
}

export function recordIn({ data }: Pick<EventContext, 'data'>, name: string): Readonly<Record<string, unknown>> {
  const value = data[name];
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

/** Null if it is not a whole number. */
export function number({ data }: Pick<EventContext, 'data'>, name: string): number | null {
  const value = data[name];
  const n = typeof value === 'number' ? value : typeof value === 'string' && value !== '' ? Number(value) : Number.NaN;
  return Number.isSafeInteger(n) ? n : null;
}

/** `3 rows`; '' if the field is not a number. */
export function counted(event: EventContext, name: string, one: string): string {
  const n = number(event, name);
  return n === null ? '' : `${figure(event.view, n)} ${n === 1 ? one : `${one}s`}`;
}

/** A code in words; '' if it is missing. */
export function code(event: EventContext, of = 'code'): string {
  const given = word(event, of);
  return given === '' ? '' : codeWords(given);
}

/** Minor units of a currency, as an amount. */
export function money(event: EventContext, minor: unknown, currency: string): Content {
  return typeof minor === 'string' && /^-?\d{1,18}$/.test(minor)
    ? amount(event.view, { currency, minor: BigInt(minor) })
    : '';
}

/** Totals by currency with their row counts: `{"EUR": {rows, minor}}` or `{"EUR": {rows, amount}}`. */
export function totals(event: EventContext, name: string): Content {
  const sums = Object.entries(recordIn(event, name)).flatMap(([currency, one]) => {
    const { rows, minor, amount: plain } = one as { rows?: unknown; minor?: unknown; amount?: unknown };
    const sum =
      typeof plain === 'string' && /^\d{1,18}(\.\d{1,6})?$/.test(plain)
        ? html`<span class="amount">${decimalText(event.view, plain)} <abbr>${currency}</abbr></span>`
        : money(event, minor, currency);
    if (sum === '') return [];
    return typeof rows === 'number'
      ? html`${sum} in ${figure(event.view, rows)} ${rows === 1 ? 'row' : 'rows'}`
      : html`${sum}`;
  });
  return joined(sums);
}

/** Amounts by currency, `{"USD": "1234"}` in minor units. */
export function sums(event: EventContext, name: string): Content {
  return joined(Object.entries(recordIn(event, name)).map(([currency, minor]) => money(event, minor, currency)));
}

/** Rows of the sheet: `rows 4, 9 and 3 more`. */
export function rows(event: EventContext, name = 'rows'): string {
  const all = list(event, name).filter((one) => typeof one === 'number' || typeof one === 'string');
  if (all.length === 0) return '';
  return `${all.length === 1 ? 'row' : 'rows'} ${some(all.map(String))}`;
}

/** Exact and relative time; '' if the field is not a time. */
export function time({ view, data }: EventContext, name: string): Content {
  const value = data[name];
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT/.test(value)) return '';
  const at = new Date(value);
  return Number.isNaN(at.getTime()) ? '' : exactMoment(view, at);
}

/** The first characters of a hash: enough to compare two by eye. */
export function hash({ data }: Pick<EventContext, 'data'>, name: string): Content {
  const value = data[name];
  return typeof value === 'string' ? shortHash(value) : '';
}

export function shortHash(text: string): Content {
  return /^[0-9a-f]{12,}$/i.test(text) ? html`<code class="no-wrap">${text.slice(0, 8)}…</code>` : '';
}

export function run({ data, names }: Pick<EventContext, 'data' | 'names'>, name = 'run'): Content {
  const value = data[name];
  const id = runIdOf(typeof value === 'number' || typeof value === 'string' ? String(value) : undefined);
  if (id === null) return '';
  const seen = names.runs === null || names.runs.has(String(id));
  return seen ? html`<a href="${runPath(id)}">run ${id}</a>` : `run ${id}`;
}

/** The batch of the event: its currency and the end of its id, because a run can have several batches. */
export function batch(event: EventContext): Markup {
  const id = word(event, 'batch');
  return batchOf(event, id);
}

export function batches(event: EventContext): Content {
  return joined(list(event, 'batches').map((id) => (typeof id === 'string' ? batchOf(event, id) : '')));
}

function batchOf({ names }: EventContext, id: string): Markup {
  const currency = names.batches.get(id)?.currency;
  return html`${currency ? `${currency} batch` : 'Batch'} <code class="no-wrap">…${id.slice(-4)}</code>`;
}

/** The currency of its batch; '' if the batch is not known. */
export function currency(event: EventContext): string {
  return event.names.batches.get(word(event, 'batch'))?.currency ?? '';
}

/** The payout service's id of it: its end, and all of it in the title. */
export function remote(event: EventContext): Content {
  const id = word(event, 'remoteId');
  if (id.length <= LONGEST_ID) return id === '' ? '' : html`<code class="no-wrap">${id}</code>`;
  return html`<code class="no-wrap" title="${id}">…${id.slice(-4)}</code>`;
}

/** The payment of the event, by its row, at the beginning of a sentence. */
export function payment(event: EventContext): Content {
  const row = number(event, 'row');
  const id = word(event, 'payment');
  const known = event.names.payments.get(id);
  return known ? html`<a href="${paymentPath(id)}">Row ${known.row}</a>` : row === null ? '' : `Row ${row}`;
}

/** The payments of the event, by row: `2 payments: row 4, row 9`. */
export function payments(event: EventContext): Content {
  const ids = list(event, 'payments').filter((one) => typeof one === 'string');
  const known = ids.slice(0, MOST_NAMED).flatMap((id) => {
    const found = event.names.payments.get(id);
    return found ? html`<a href="${paymentPath(id)}">row ${found.row}</a>` : [];
  });
  const all = `${figure(event.view, ids.length)} ${ids.length === 1 ? 'payment' : 'payments'}`;
  if (known.length === 0) return all;
  const more = ids.length - known.length;
  return html`${all}: ${joined(known)}${more > 0 ? ` and ${figure(event.view, more)} more` : ''}`;
}

/** The channel of the action; '' if it was not recorded. */
export function from(event: EventContext): string {
  const place = word(event, 'from');
  if (place === '') return '';
  return place === 'command line' ? 'On the command line.' : `From ${place}.`;
}

export function joined(pieces: readonly Content[]): Content {
  const shown = pieces.filter((one) => one !== '' && one !== null && one !== undefined);
  return shown.length === 0 ? '' : html`${shown.map((one, i) => html`${i ? ', ' : ''}${one}`)}`;
}

/** The first few texts, and the number of the others. */
export function some(texts: readonly string[]): string {
  const more = texts.length - MOST_NAMED;
  return `${texts.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** How changed bank details were verified as a sentence; '' if nothing was noted. */
export function verified(event: EventContext): string {
  const note = text(event, 'verified');
  return note === '' ? '' : `New account verified: “${note}”.`;
}
