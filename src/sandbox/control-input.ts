import { parseMinor } from '../money.ts';
import type { FaultOrder } from './http/faults.ts';
import type { OutcomeRule } from './payments/outcomes.ts';
import { hasRate } from './payments/rates.ts';
import { isRefusalCode, refusal } from './refusal.ts';

type Item = Record<string, unknown>;

const wrong = (field: string, message: string) => refusal('invalid_field', message, { field });

/** The body of a control call as a list; a single object is a list of one. */
function items(body: unknown): Item[] {
  const list = Array.isArray(body) ? body : [body];
  if (list.every((one) => typeof one === 'object' && one !== null && !Array.isArray(one))) return list as Item[];
  throw wrong('body', 'send an array of objects');
}

export function readOutcomes(body: unknown): OutcomeRule[] {
  return items(body).map((item) => {
    const match = matchOf(item);
    for (const [key, value] of Object.entries(match)) {
      if (!['recipientEmail', 'externalId', 'amount'].includes(key) || typeof value !== 'string')
        throw wrong('match', 'match takes recipientEmail, externalId or amount, each a string');
    }
    if (Object.keys(match).length === 0) throw wrong('match', 'match is empty');
    const { outcome, reason, late } = item;
    if (outcome !== 'failed' && outcome !== 'returned') throw wrong('outcome', 'outcome is failed or returned');
    return { match, outcome, reason: typeof reason === 'string' ? reason : outcome, late: late === true };
  });
}

export function readFaults(body: unknown): FaultOrder[] {
  return items(body).map((item) => {
    const { method, path } = matchOf(item);
    const { do: action = 'status', effect = 'before' } = item;
    if (action !== 'status' && action !== 'hang' && action !== 'drop') throw wrong('do', 'do is status, hang or drop');
    if (effect !== 'before' && effect !== 'after') throw wrong('effect', 'effect is before or after');
    const status = whole(item, 'status', 500);
    if (status < 200 || status > 599) throw wrong('status', 'status is an HTTP status from 200 to 599');
    const code = text('code', item.code);
    if (code !== undefined && !isRefusalCode(code)) throw wrong('code', "code is one of the service's error codes");
    return {
      ...(code === undefined ? {} : { code }),
      match: { method: text('method', method), path: pattern(text('path', path)) },
      skip: whole(item, 'skip', 0),
      times: whole(item, 'times', 1),
      do: action,
      status,
      ms: item.ms === undefined || item.ms === null ? null : whole(item, 'ms', 0),
      effect,
    };
  });
}

/** Limit of one call: a hundred years, so that dates keep a four-digit year. */
const FURTHEST_MS = 100 * 366 * 86_400_000;

/** Milliseconds. */
export function readAdvance(body: unknown): number {
  const ms = whole(items(body)[0] ?? {}, 'advanceMs', 0);
  if (ms <= FURTHEST_MS) return ms;
  throw wrong('advanceMs', 'advanceMs is at most a hundred years');
}

/** Minor units; a negative amount reduces the balance. */
export function readFunding(body: unknown): { currency: string; minor: bigint } {
  const { currency, amount } = items(body)[0] ?? {};
  if (typeof currency !== 'string' || !hasRate(currency)) throw wrong('currency', 'currency is not a currency');
  const match = typeof amount === 'string' ? /^(-?)(.+)$/.exec(amount) : null;
  const minor = match && parseMinor(match[2]!, currency);
  if (typeof minor !== 'bigint') throw wrong('amount', 'amount is a string like "1000.00"');
  return { currency, minor: match?.[1] ? -minor : minor };
}

function matchOf(item: Item): Item {
  const { match = {} } = item;
  if (typeof match === 'object' && match !== null && !Array.isArray(match)) return match as Item;
  throw wrong('match', 'match is an object');
}

function text(field: string, value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return value;
  throw wrong(field, `${field} is a string`);
}

function pattern(source: string | undefined): RegExp | undefined {
  try {
    return source === undefined ? undefined : new RegExp(source);
  } catch {
    throw wrong('path', 'path is not a regular expression');
  }
}

function whole(item: Item, field: string, absent: number): number {
  const value = item[field] ?? absent;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return value;
  throw wrong(field, `${field} is a whole number`);
}
