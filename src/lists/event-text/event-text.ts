import { codeWords } from '../../events/code-words.ts';
import type { EventData } from '../../events/event-kind.ts';
import { EVENTS } from '../../events/events.ts';
import type { EventNames } from '../../ledger/views/event-names.ts';
import type { HistoryEvent } from '../../ledger/views/history.ts';
import { as, type Value } from '../../references/value.ts';
import { BLANKS, type Blank, type EventContext, freeText, shortHash, some, toText, toTime } from './blanks.ts';

const kindOf = (kind: string) => (Object.hasOwn(EVENTS, kind) ? EVENTS[kind] : undefined);

/** The title of an event, or of its kind. For a kind that another version wrote: the name of the kind. */
export function eventTitle(kind: string, data: EventData = {}): string {
  const title = kindOf(kind)?.title;
  if (title !== undefined) return typeof title === 'string' ? title : title(data);
  const words = kind.replaceAll('_', ' ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** The details of an event, in sentences. */
export function eventText(names: EventNames, { kind, data }: Pick<HistoryEvent, 'kind' | 'data'>): Value {
  const event: EventContext = { data, names };
  const known = kindOf(kind);
  if (!known) return everything(event);
  const { says = [] } = known;
  const filled = (typeof says === 'function' ? says(data) : says).flatMap((one) => (one && filledIn(one, event)) || []);
  return as.joined(filled, ' ');
}

/** A sentence with its blanks filled in; null if one of them, outside of brackets, is empty. */
function filledIn(sentence: string, event: EventContext): Value {
  const pieces: Value[] = [];
  for (const [, optional, field, blank = 'text', noun = '', words] of piecesOf(sentence)) {
    if (optional !== undefined) pieces.push(filledIn(optional, event));
    else if (words !== undefined) pieces.push(endsSentence(pieces.at(-1)) ? words.replace(/^”\./, '”') : words);
    else {
      const filled = (BLANKS as Readonly<Record<string, Blank>>)[blank]!(fieldOf(event.data, field!), event, noun);
      if (filled === '' || filled === null) return null;
      pieces.push(filled);
    }
  }
  return as.joined(pieces, '');
}

/** A quoted reason with a full stop of its own needs no second one. */
const endsSentence = (value: Value | undefined): boolean => typeof value === 'string' && /[.!?]$/.test(value);

/** `[...]`, `{field:blank:noun}` or words. */
const PIECES = /\[([^\]]*)\]|\{([\w.]*)(?::(\w+))?(?::([\w ]+))?\}|([^[{]+)/g;

/** The sentences of the kinds of events are few; each is taken apart once. */
const apart = new Map<string, readonly RegExpExecArray[]>();
function piecesOf(sentence: string): readonly RegExpExecArray[] {
  const pieces = apart.get(sentence) ?? [...sentence.matchAll(PIECES)];
  apart.set(sentence, pieces);
  return pieces;
}

/** `quote.feesMinor` is a field of a field; '' is the whole event. */
const fieldOf = (data: EventData, path: string): unknown =>
  path === ''
    ? data
    : path.split('.').reduce<unknown>((of, name) => (of as EventData | null | undefined)?.[name], data);

/** The name of the actor. Payrun itself and the approval policy get a readable name. */
export function actorWords(actor: string): string {
  return ACTORS[actor] ?? actor;
}

/** Operating system account and machine of the actor; '' if they were not recorded. */
export function actorPlace({ data }: Pick<HistoryEvent, 'data'>): string {
  const [account, host] = [toText(data.osUser), toText(data.host)];
  if (account === '') return host && `machine ${host}`;
  return [`account ${account}`, host && `on ${host}`].filter(Boolean).join(' ');
}

const ACTORS: Readonly<Record<string, string>> = { payrun: 'Payrun', 'policy:auto': 'Payrun’s approval rules' };

/** All fields of an event of an unknown kind, by name: readable, with account numbers masked. */
function everything(event: EventContext): Value {
  const lines = Object.entries(event.data).flatMap(([name, value]) => {
    const words = valueWords(name, value);
    return words === '' ? [] : as.words`${as.quiet(nameWords(name))} ${words}`;
  });
  return lines.length === 0 ? null : as.lines(lines);
}

function valueWords(name: string, value: unknown): Value {
  if (value === null || value === undefined || value === '') return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return Number.isInteger(value) ? as.count(value) : String(value);
  if (typeof value === 'string') {
    if (/^code$/i.test(name)) return codeWords(value);
    return toTime(value) || shortHash(value) || freeText(value);
  }
  if (Array.isArray(value))
    return value.every(isPlain) ? some(value.map(freeText)) : as.words`${as.count(value.length)} entries`;
  const pieces = Object.entries(value as object).flatMap(([inner, one]) =>
    isPlain(one) ? `${nameWords(inner)} ${freeText(one)}` : [],
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
