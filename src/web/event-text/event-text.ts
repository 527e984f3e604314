import type { EventNames } from '../../ledger/views/event-names.ts';
import type { HistoryEvent } from '../../ledger/views/history.ts';
import { figure } from '../components/amount.ts';
import { type Content, html } from '../components/markup.ts';
import type { View } from '../components/view.ts';
import { BATCH_EVENTS } from './batch-events.ts';
import { codeWords } from './code-words.ts';
import { type EventContext, shortHash, some, text, time, word } from './event-context.ts';
import type { EventFormatter } from './event-formatter.ts';
import { MERCHANT_EVENTS } from './merchant-events.ts';
import { RUN_EVENTS } from './run-events.ts';
import { SYSTEM_EVENTS } from './system-events.ts';
import { USER_EVENTS } from './user-events.ts';

/** The formatter of every kind of event. Every kind that the code records must be in one of these tables. */
export const EVENT_FORMATTERS: Readonly<Record<string, EventFormatter>> = {
  ...RUN_EVENTS,
  ...BATCH_EVENTS,
  ...MERCHANT_EVENTS,
  ...SYSTEM_EVENTS,
  ...USER_EVENTS,
};

const formatterOf = (kind: string): EventFormatter | undefined =>
  Object.hasOwn(EVENT_FORMATTERS, kind) ? EVENT_FORMATTERS[kind] : undefined;

/** The title of an event, or of its kind. For a kind that another version wrote: the kind itself in words. */
export function eventTitle(kind: string, data?: HistoryEvent['data']): string {
  const words = kind.replaceAll('_', ' ');
  const formatter = formatterOf(kind);
  if (data && formatter?.titleOf) return formatter.titleOf(data);
  return formatter?.title ?? words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** The details of an event, in sentences. */
export function eventText(view: View, names: EventNames, { kind, data }: Pick<HistoryEvent, 'kind' | 'data'>): Content {
  const event: EventContext = { view, data, names };
  const formatter = formatterOf(kind);
  return formatter ? (formatter.describe?.(event) ?? '') : everything(event);
}

/** The name of the actor. Payrun itself and the approval policy get a readable name. */
export function actorWords(actor: string): string {
  return ACTORS[actor] ?? actor;
}

/** Operating system account and machine of the actor; '' if they were not recorded. */
export function actorPlace({ data }: Pick<HistoryEvent, 'data'>): string {
  const [account, host] = [word({ data }, 'osUser'), word({ data }, 'host')];
  if (account === '') return host && `machine ${host}`;
  return [`account ${account}`, host && `on ${host}`].filter(Boolean).join(' ');
}

/** The actor, with account and machine below. */
export function actorCell(who: Content, event: Pick<HistoryEvent, 'data'>): Content {
  const place = actorPlace(event);
  return place === '' ? who : html`${who}<br><span class="quiet wrap">${place}</span>`;
}

const ACTORS: Readonly<Record<string, string>> = { payrun: 'Payrun', 'policy:auto': 'the approval policy' };

/** All fields of an event of an unknown kind, by name: readable, with account numbers masked. */
function everything(event: EventContext): Content {
  const lines = Object.entries(event.data).flatMap(([name, value]) => {
    const words = valueWords(event, name, value);
    return words === '' ? [] : html`<span class="quiet">${nameWords(name)}</span> ${words}`;
  });
  return html`${lines.map((line, i) => html`${i ? html`<br>` : ''}${line}`)}`;
}

function valueWords(event: EventContext, name: string, value: unknown): Content {
  if (value === null || value === undefined || value === '') return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return Number.isInteger(value) ? figure(event.view, value) : String(value);
  if (typeof value === 'string') {
    const one = { ...event, data: { value } };
    if (/^code$/i.test(name)) return codeWords(value);
    return time(one, 'value') || shortHash(value) || text(one, 'value');
  }
  if (Array.isArray(value))
    return value.every(isPlain)
      ? some(value.map((one) => text({ data: { one } }, 'one')))
      : `${figure(event.view, value.length)} entries`;
  const pieces = Object.entries(value as object).flatMap(([inner, one]) =>
    isPlain(one) ? `${nameWords(inner)} ${text({ data: { one } }, 'one')}` : [],
  );
  return some(pieces);
}

const isPlain = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number';

/** `remoteStatus` as `remote status`. */
const nameWords = (name: string): string =>
  name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
