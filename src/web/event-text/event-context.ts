import { runIdOf } from '../../ledger/merchants/scope.ts';
import { type EventNames, MOST_NAMED } from '../../ledger/views/event-names.ts';
import type { HistoryEvent } from '../../ledger/views/history.ts';
import { withoutAccountNumbers } from '../../reports/without-account-numbers.ts';
import { amount, decimalText, figure } from '../components/amount.ts';
import { type Content, html, type Markup } from '../components/markup.ts';
import { exactMoment } from '../components/moment.ts';
import { paymentPath, runPath } from '../components/paths.ts';
import type { View } from '../components/view.ts';
import { codeWords } from './code-words.ts';

/** An event with who reads it. Its data is read here as what it may be: written by another version, it may lack anything. */
export interface EventContext {
  readonly view: View;
  readonly data: HistoryEvent['data'];
  readonly names: EventNames;
}

const LONGEST = 300;

/** Pieces one after the other; those that say nothing are left out. */
export function sentences(...pieces: readonly (Content | false)[]): Markup {
  const told = pieces.filter((one) => one !== '' && one !== null && one !== undefined && one !== false);
  return html`${told.map((one, i) => html`${i ? ' ' : ''}${one}`)}`;
}

/** What stands under this name, as one line of text, cut where it is long; '' where nothing does. */
export function text({ data }: Pick<EventContext, 'data'>, name: string): string {
  const value = data[name];
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (typeof value !== 'string') return '';
  const plain = withoutAccountNumbers(value);
  return plain.length > LONGEST ? `${plain.slice(0, LONGEST).toWellFormed()}…` : plain;
}

/** A name of ours or the service's, whole: no digits in it are taken for an account's. */
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

/** Null where it is no whole number. */
export function number({ data }: Pick<EventContext, 'data'>, name: string): number | null {
  const value = data[name];
  const n = typeof value === 'number' ? value : typeof value === 'string' && value !== '' ? Number(value) : Number.NaN;
  return Number.isSafeInteger(n) ? n : null;
}

/** `3 rows`; '' where no number stands there. */
export function counted(said: EventContext, name: string, one: string): string {
  const n = number(said, name);
  return n === null ? '' : `${figure(said.view, n)} ${n === 1 ? one : `${one}s`}`;
}

/** What a code stands for; '' where there is none. */
export function code(said: EventContext, of = 'code'): string {
  const given = word(said, of);
  return given === '' ? '' : codeWords(given);
}

/** Minor units of a currency, as an amount. */
export function money(said: EventContext, minor: unknown, currency: string): Content {
  return typeof minor === 'string' && /^-?\d{1,18}$/.test(minor)
    ? amount(said.view, { currency, minor: BigInt(minor) })
    : '';
}

/** Sums by currency, `{"EUR": {rows, minor}}` or `{"EUR": {rows, amount}}`, each with how many rows. */
export function totals(said: EventContext, name: string): Content {
  const sums = Object.entries(recordIn(said, name)).flatMap(([currency, one]) => {
    const { rows, minor, amount: plain } = one as { rows?: unknown; minor?: unknown; amount?: unknown };
    const sum =
      typeof plain === 'string' && /^\d{1,18}(\.\d{1,6})?$/.test(plain)
        ? html`<span class="amount">${decimalText(said.view, plain)} <abbr>${currency}</abbr></span>`
        : money(said, minor, currency);
    if (sum === '') return [];
    return typeof rows === 'number'
      ? html`${sum} in ${figure(said.view, rows)} ${rows === 1 ? 'row' : 'rows'}`
      : html`${sum}`;
  });
  return joined(sums);
}

/** Amounts by currency, `{"USD": "1234"}` in minor units. */
export function sums(said: EventContext, name: string): Content {
  return joined(Object.entries(recordIn(said, name)).map(([currency, minor]) => money(said, minor, currency)));
}

/** Rows of the sheet: `rows 4, 9 and 3 more`. */
export function rows(said: EventContext, name = 'rows'): string {
  const all = list(said, name).filter((one) => typeof one === 'number' || typeof one === 'string');
  if (all.length === 0) return '';
  return `${all.length === 1 ? 'row' : 'rows'} ${some(all.map(String))}`;
}

/** When, exactly and from now; '' where it is no time. */
export function time({ view, data }: EventContext, name: string): Content {
  const value = data[name];
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT/.test(value)) return '';
  const at = new Date(value);
  return Number.isNaN(at.getTime()) ? '' : exactMoment(view, at);
}

/** A hash by its first characters: enough to compare two by eye. */
export function hash({ data }: Pick<EventContext, 'data'>, name: string): Content {
  const value = data[name];
  return typeof value === 'string' ? shortHash(value) : '';
}

export function shortHash(text: string): Content {
  return /^[0-9a-f]{12,}$/i.test(text) ? html`<code class="kept">${text.slice(0, 8)}…</code>` : '';
}

export function run({ data, names }: Pick<EventContext, 'data' | 'names'>, name = 'run'): Content {
  const value = data[name];
  const id = runIdOf(typeof value === 'number' || typeof value === 'string' ? String(value) : undefined);
  if (id === null) return '';
  const seen = names.runs === null || names.runs.has(String(id));
  return seen ? html`<a href="${runPath(id)}">run ${id}</a>` : `run ${id}`;
}

/** The batch that it happened to: by its currency and, because there can be several, by how its id ends. */
export function batch(said: EventContext): Markup {
  const id = word(said, 'batch');
  return batchOf(said, id);
}

export function batches(said: EventContext): Content {
  return joined(list(said, 'batches').map((id) => (typeof id === 'string' ? batchOf(said, id) : '')));
}

function batchOf({ names }: EventContext, id: string): Markup {
  const currency = names.batches.get(id)?.currency;
  return html`${currency ? `${currency} batch` : 'Batch'} <code class="kept">…${id.slice(-4)}</code>`;
}

/** The currency of its batch; '' where the batch is not known. */
export function currency(said: EventContext): string {
  return said.names.batches.get(word(said, 'batch'))?.currency ?? '';
}

/** What the service calls it. */
export function remote(said: EventContext): Content {
  const id = word(said, 'remoteId');
  return id === '' ? '' : html`<code>${id}</code>`;
}

/** The payment that it happened to, by its row. */
export function payment(said: EventContext): Content {
  const row = number(said, 'row');
  const id = word(said, 'payment');
  const known = said.names.payments.get(id);
  return known ? html`<a href="${paymentPath(id)}">row ${known.row}</a>` : row === null ? '' : `row ${row}`;
}

/** Its payments, each by its row: `2 payments: row 4, row 9`. */
export function payments(said: EventContext): Content {
  const ids = list(said, 'payments').filter((one) => typeof one === 'string');
  const known = ids.slice(0, MOST_NAMED).flatMap((id) => {
    const found = said.names.payments.get(id);
    return found ? html`<a href="${paymentPath(id)}">row ${found.row}</a>` : [];
  });
  const all = `${figure(said.view, ids.length)} ${ids.length === 1 ? 'payment' : 'payments'}`;
  if (known.length === 0) return all;
  const more = ids.length - known.length;
  return html`${all}: ${joined(known)}${more > 0 ? ` and ${figure(said.view, more)} more` : ''}`;
}

/** From where a person did it; '' where that was not noted. */
export function from(said: EventContext): string {
  const place = word(said, 'from');
  if (place === '') return '';
  return place === 'command line' ? 'On the command line.' : `From ${place}.`;
}

export function joined(pieces: readonly Content[]): Content {
  const told = pieces.filter((one) => one !== '' && one !== null && one !== undefined);
  return told.length === 0 ? '' : html`${told.map((one, i) => html`${i ? ', ' : ''}${one}`)}`;
}

/** The first of them, and how many more there are. */
export function some(texts: readonly string[]): string {
  const more = texts.length - MOST_NAMED;
  return `${texts.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
