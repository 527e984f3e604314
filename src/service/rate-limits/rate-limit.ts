import { PayrunError } from '../../errors.ts';
import { MARGIN } from '../../platform/call-minutes.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { PRIORITIES, type Priority } from '../shapes/priorities.ts';
import { createLevel, type RateLimitLevel } from './rate-limit-level.ts';
import type { SlotStore } from './slot-store.ts';

/** The rate limit that the service gave in an answer. */
export interface ReportedLimit {
  readonly remaining: number | null;
  /** ms UTC by our clock. */
  readonly resetAt: number | null;
  /** True if the answer was a 429. */
  readonly refused: boolean;
}

/** Slots taken for sending calls. */
export interface Permits {
  /** The number of unused slots. */
  readonly left: number;
  /**
   * Sends one call in one slot. The slot is free again one window and its margin after `call` settles. If `call`
   * rejects, no answer came and the service may have counted the call later, so it takes half a window more.
   */
  send<T>(call: () => Promise<T>): Promise<T>;
  /** Leaves the set of concurrent work, so that work which needs further slots cannot wait for itself. */
  release(): void;
}

export interface RateLimit {
  /**
   * Calls `work` when `slots` (default 1) slots of the merchant and of the IP address are taken. Unused slots are free
   * at once afterwards.
   */
  run<T>(
    priority: Priority,
    work: (permits: Permits) => Promise<T>,
    options?: { readonly slots?: number; readonly signal?: AbortSignal | undefined },
  ): Promise<T>;
  /** Takes in the service's rate limit: slows down if other programs use the same keys; never speeds up. */
  served(limit: ReportedLimit): void;
  /** Cancels timers and waiting calls. The store keeps the slots. */
  close(): Promise<void>;
  readonly perWindow: number;
  readonly windowMs: number;
}

export interface RateLimitOptions {
  readonly store: SlotStore;
  readonly clock: Clock;
  /** The key of the merchant's slots, and its calls per window: 100, or 50 in the service's sandbox. */
  readonly keys: { readonly merchant: string; readonly perWindow: number };
  /** The same for this machine's IP address: 200. Several merchants of one process share one level. */
  readonly address: { readonly key: string; readonly perWindow: number } | RateLimitLevel;
  readonly windowMs: number;
  /** The largest number of concurrent calls of the merchant. */
  readonly maxConcurrent?: number;
  /** The longest time of one call in ms: a slot is held for that and two windows, until it is returned. */
  readonly callMs?: number;
  readonly log?: Log;
}

/**
 * The two-level quota as an exact sliding window: a slot is used again only one window and 1/60 after the **response**
 * of its last call. This satisfies a sliding log, a fixed window and a token bucket alike.
 */
export function createRateLimit(options: RateLimitOptions): RateLimit {
  const { store, clock, keys, windowMs, log } = options;
  const { maxConcurrent = 8, callMs = 30_000 } = options;
  const merchant = createLevel({
    store,
    clock,
    windowMs,
    log,
    maxConcurrent,
    key: keys.merchant,
    perWindow: keys.perWindow,
  });
  const shared = 'limiter' in options.address;
  const address =
    'limiter' in options.address
      ? options.address
      : createLevel({ store, clock, windowMs, log, maxConcurrent: null, ...options.address });
  const levels = [merchant, address] as const;
  const closing = new AbortController();
  let checkedAt = 0;
  /** Consecutive refusals; those of concurrent calls count once. */
  let refusals = 0;

  /** Waits for its turn at both levels. Calling the returned function ends the turn. */
  function turn(priority: Priority, weight: number): Promise<() => void> {
    const how = { priority: PRIORITIES[priority], weight };
    return new Promise((resolve, reject) => {
      const stay = () => new Promise<void>((leave) => resolve(leave));
      merchant.limiter.schedule(how, () => address.limiter.schedule(how, stay)).catch(reject);
    });
  }

  /**
   * Takes `weight` slots at both levels. If the store is full because other processes use it, this waits outside the
   * queue, so that more urgent work can pass. It keeps the slots that it has so far, or it would never get two at once.
   */
  async function enter(priority: Priority, weight: number, signal: AbortSignal): Promise<Taken> {
    const slots: [number[], number[]] = [[], []];
    const dropSlots = () => {
      for (const [n, level] of levels.entries()) level.giveBack(slots[n]?.splice(0) ?? [], clock.now(), 0);
    };
    const leaveWith = (leave: () => void) => {
      for (const level of levels) level.restore(weight);
      leave();
    };
    let since = clock.now();
    try {
      for (;;) {
        const leave = await beforeAbort(turn(priority, weight), signal, leaveWith);
        try {
          // So old that the hold in the store could end during the call.
          if (clock.now() - since > windowMs) dropSlots();
          if (slots.every((had) => had.length === 0)) since = clock.now();
          const holdUntil = clock.now() + callMs * weight + 2 * windowMs;
          await all(
            levels.map(async (level, n) => {
              const had = slots[n] as number[];
              if (had.length < weight) had.push(...(await level.take(weight - had.length, holdUntil)));
            }),
          );
          signal.throwIfAborted();
        } catch (error) {
          leaveWith(leave);
          throw error;
        }
        if (slots.every((had) => had.length === weight)) return { slots, leave };
        leaveWith(leave);
        const open = Math.max(...levels.map((level, n) => (slots[n]?.length === weight ? 0 : level.closedUntil)));
        // More urgent work wakes a few ms earlier, and so is first in the queue again.
        await clock.sleep(Math.max(0, open - clock.now()) + PRIORITIES[priority], signal);
      }
    } catch (error) {
      dropSlots();
      throw error;
    }
  }

  return {
    perWindow: keys.perWindow,
    windowMs,
    async run(priority, work, { slots = 1, signal } = {}) {
      const stop = signal ? AbortSignal.any([signal, closing.signal]) : closing.signal;
      stop.throwIfAborted();
      const { slots: free, leave } = await enter(priority, slots, stop);
      const giveBackOne = (freeAt: number, taken: readonly (number | undefined)[]) =>
        levels.forEach((level, n) => {
          level.giveBack([taken[n] as number], freeAt, 1);
        });
      const permits: Permits = {
        get left() {
          return free[0].length;
        },
        async send(call) {
          if (free[0].length === 0) throw new PayrunError('defect', { detail: 'a call had no slot' });
          const taken = free.map((had) => had.pop());
          let rest = windowMs * (1 + MARGIN + 0.5);
          try {
            const answer = await call();
            rest = windowMs * (1 + MARGIN);
            return answer;
          } finally {
            giveBackOne(Math.ceil(clock.now() + rest), taken);
          }
        },
        release: leave,
      };
      try {
        return await work(permits);
      } finally {
        const unused = () => free.map((had) => had.pop());
        while (free[0].length > 0) giveBackOne(clock.now(), unused());
        leave();
      }
    },
    served({ remaining, resetAt, refused }) {
      const now = clock.now();
      const latest = now + windowMs * (1 + MARGIN);
      const until = Math.min(resetAt ?? now + windowMs / 2, latest);
      if (refused) {
        if (now >= merchant.closedUntil) refusals += 1;
        // A time in whole seconds, or of another clock, may be too early; so every further refusal doubles the wait.
        const least = now + windowMs * MARGIN * 2 ** (refusals - 1);
        return merchant.closeUntil(Math.min(Math.max(until, least), latest));
      }
      refusals = 0;
      if (remaining === null || remaining > maxConcurrent || now - checkedAt < windowMs / 20) return;
      checkedAt = now;
      // Fewer calls are left than the slots say, so a program that does not share them uses the same keys.
      merchant.used().then(
        (used) => {
          if (keys.perWindow - used > remaining) merchant.closeUntil(until);
        },
        () => {},
      );
    },
    async close() {
      closing.abort(new PayrunError('service_unreachable', { detail: 'this program is ending' }, { retry: 'safe' }));
      await merchant.close();
      if (!shared) await address.close();
    },
  };
}

/** Slots by level, the same number at each, and the function that ends the turn. */
interface Taken {
  readonly slots: readonly [number[], number[]];
  readonly leave: () => void;
}

/** Waits for all even if one fails, so that the slots that others took are known; then throws the first failure. */
async function all(promises: readonly Promise<void>[]): Promise<void> {
  for (const each of await Promise.allSettled(promises)) if (each.status === 'rejected') throw each.reason;
}

/** `promise`, or the signal's reason if that comes first; a later result of the promise goes to `late`. */
function beforeAbort<T>(promise: Promise<T>, signal: AbortSignal, late: (value: T) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      promise.then(late, () => {});
      reject(signal.reason);
    };
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
