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

/** How every kind of event is told to people: a kind that is written anywhere has a line in one of these tables. */
export const EVENT_FORMATTERS: Readonly<Record<string, EventFormatter>> = {
  ...RUN_EVENTS,
  ...BATCH_EVENTS,
  ...MERCHANT_EVENTS,
  ...SYSTEM_EVENTS,
  ...USER_EVENTS,
};

const tellingOf = (kind: string): EventFormatter | undefined =>
  Object.hasOwn(EVENT_FORMATTERS, kind) ? EVENT_FORMATTERS[kind] : undefined;

/** What happened, in a few words; of a kind that another version wrote, its own words. */
export function eventTitle(kind: string): string {
  const words = kind.replaceAll('_', ' ');
  return tellingOf(kind)?.title ?? words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** What is known of it, in sentences. */
export function eventText(view: View, names: EventNames, { kind, data }: Pick<HistoryEvent, 'kind' | 'data'>): Content {
  const said: EventContext = { view, data, names };
  const telling = tellingOf(kind);
  return telling ? (telling.tell?.(said) ?? '') : everything(said);
}

/** Who did it, where it was not a person. */
export function actorWords(actor: string): string {
  return ACTORS[actor] ?? actor;
}

/** Account of the operating system and machine of whoever did it; '' if that was not recorded. */
export function actorPlace({ data }: Pick<HistoryEvent, 'data'>): string {
  const [account, host] = [word({ data }, 'osUser'), word({ data }, 'host')];
  return [account && `account ${account}`, host && `on ${host}`].filter(Boolean).join(' ');
}

/** Who did it, with the account and the machine below. */
export function actorCell(who: Content, event: Pick<HistoryEvent, 'data'>): Content {
  const place = actorPlace(event);
  return place === '' ? who : html`${who}<br><span class="quiet wrap">${place}</span>`;
}

const ACTORS: Readonly<Record<string, string>> = { payrun: 'Payrun', 'policy:auto': 'the approval policy' };

/** What an event of an unknown kind holds, name by name: readable, and never more of a number than its end. */
function everything(said: EventContext): Content {
  const lines = Object.entries(said.data).flatMap(([name, value]) => {
    const words = valueWords(said, name, value);
    return words === '' ? [] : html`<span class="quiet">${nameWords(name)}</span> ${words}`;
  });
  return html`${lines.map((line, i) => html`${i ? html`<br>` : ''}${line}`)}`;
}

function valueWords(said: EventContext, name: string, value: unknown): Content {
  if (value === null || value === undefined || value === '') return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return Number.isInteger(value) ? figure(said.view, value) : String(value);
  if (typeof value === 'string') {
    const one = { ...said, data: { value } };
    if (/^code$/i.test(name)) return codeWords(value);
    return time(one, 'value') || shortHash(value) || text(one, 'value');
  }
  if (Array.isArray(value))
    return value.every(isPlain)
      ? some(value.map((one) => text({ data: { one } }, 'one')))
      : `${figure(said.view, value.length)} entries`;
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
