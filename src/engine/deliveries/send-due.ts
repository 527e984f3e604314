import type { DeliveryOutcomes } from '../../ledger/deliveries/due-deliveries.ts';
import type { Stops } from './start-passes.ts';

/** The time limit of one attempt: a server could answer one byte at a time forever. */
const LONGEST_MS = 45_000;
/** Longer than an attempt, so that no other process sends what is being sent. */
const HOLD_MS = 60_000;
/** Attempts at the same time. */
const AT_ONCE = 4;
/** The first pause. Each next one is twice as long, up to the longest. */
const FIRST_PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = 3_600_000;
/** The code of what is given up unsent. */
const TOO_OLD = 'TOO_OLD';

/** A delivery that was taken for one attempt. */
export interface TakenDelivery<Id> {
  readonly id: Id;
  /** Number of attempts, including this one. */
  readonly attempts: number;
  /** In ms. */
  readonly age: number;
}

/** A queue's functions to take, send and record deliveries. */
export interface DeliveryQueue<Id, Delivery extends TakenDelivery<Id>> extends DeliveryOutcomes<Id> {
  /** Takes at most `limit` that are due, and keeps others from taking them for `holdMs`. */
  readonly take: (holdMs: number, limit: number) => Promise<readonly Delivery[]>;
  /** Rejects with a `code` if it did not arrive. */
  readonly send: (delivery: Delivery, signal: AbortSignal) => Promise<void>;
  /** The age in ms at which a failed attempt is the last. */
  readonly giveUpMs: number;
}

export interface AttemptResult {
  readonly state: 'sent' | 'waiting' | 'given_up';
  readonly code: string | null;
}

/**
 * Sends what is due, each at least once: one whose attempt was interrupted is sent again. A failed one is repeated with
 * growing pauses until it is given up; the others then wait for the next pass, so that a silent receiver delays little
 * else. A delivery that is much too old, as in a restored backup, is given up unsent. Throws `database_unreachable`.
 */
export async function sendDue<Id, Delivery extends TakenDelivery<Id>>(
  queue: DeliveryQueue<Id, Delivery>,
  { stop, hurry }: Stops,
  report: (delivery: Delivery, result: AttemptResult) => void,
): Promise<void> {
  while (!stop.aborted) {
    const due = await queue.take(HOLD_MS, AT_ONCE);
    const results = await Promise.all(due.map((delivery) => attempt(queue, delivery, hurry)));
    for (const [at, result] of results.entries()) report(due[at]!, result);
    if (due.length < AT_ONCE || results.some(({ code }) => code !== null && code !== TOO_OLD)) return;
  }
}

async function attempt<Id, Delivery extends TakenDelivery<Id>>(
  { send, sent, failed, giveUpMs }: DeliveryQueue<Id, Delivery>,
  delivery: Delivery,
  hurry: AbortSignal,
): Promise<AttemptResult> {
  const { id, attempts, age } = delivery;
  try {
    if (age >= giveUpMs + 2 * LONGEST_PAUSE_MS) throw Object.assign(new Error('too old to send'), { code: TOO_OLD });
    await send(delivery, AbortSignal.any([hurry, AbortSignal.timeout(LONGEST_MS)]));
  } catch (error) {
    const code = hurry.aborted ? 'stopped' : codeOf(error);
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), LONGEST_PAUSE_MS);
    const again = hurry.aborted ? 0 : age >= giveUpMs ? null : pause;
    await failed(id, code, again);
    return { state: again === null ? 'given_up' : 'waiting', code };
  }
  await sent(id);
  return { state: 'sent', code: null };
}

/** The code only: a server's message may quote what was sent. */
function codeOf(error: unknown): string {
  const { code, responseCode, cause, name } = error as {
    code?: unknown;
    responseCode?: unknown;
    cause?: { code?: unknown };
    name?: unknown;
  };
  const found = typeof responseCode === 'number' ? `SMTP_${responseCode}` : (cause?.code ?? code ?? name);
  return String(found ?? 'unknown').slice(0, 40);
}
