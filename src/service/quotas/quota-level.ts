import Bottleneck from 'bottleneck';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { SlotStore } from './slot-store.ts';

/** Between two questions to a store that said "free by now" and then was overtaken by another process. */
const SHORTEST_WAIT_MS = 5;

export interface LevelOptions {
  /** The key of the slots in the store. */
  readonly key: string;
  /** Calls in one window. */
  readonly perWindow: number;
  readonly windowMs: number;
  readonly maxConcurrent: number | null;
  readonly store: SlotStore;
  readonly clock: Clock;
  readonly log?: Log | undefined;
}

/** One level of the quota: a merchant's, or an address's. */
export interface QuotaLevel {
  readonly key: string;
  readonly perWindow: number;
  /** Queue, priorities and reservoir of this process. */
  readonly limiter: Bottleneck;
  /** Nothing is sent before this moment (ms UTC): the store or the service said so. */
  readonly closedUntil: number;
  /** Closes the level until then; never opens it earlier. */
  closeUntil(ms: number): void;
  /** Takes up to `wanted` slots from the store; fewer, or none, where it is full, and then `closedUntil` says until when. */
  take(wanted: number, holdUntil: number): Promise<readonly number[]>;
  /**
   * Hands slots to the store, free from `freeAt`, and when they are, `weight` to the reservoir. Does not wait for the store.
   */
  giveBack(slots: readonly number[], freeAt: number, weight: number): void;
  /** Gives weight that was let in and took no slot back to the reservoir. */
  restore(weight: number): void;
  used(): Promise<number>;
  /** Cancels the timers and waits for what is on its way to the store, where the slots live on. */
  close(): Promise<void>;
}

interface Ask {
  readonly wanted: number;
  readonly holdUntil: number;
  readonly resolve: (slots: readonly number[]) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Bottleneck without `reservoirRefresh*`, `updateSettings`, `expiration` and `Group`: the reservoir is given back slot by
 * slot. `refresh` alone was refused 100 times in 350 calls against a sliding log, this never.
 */
export function createLevel(options: LevelOptions): QuotaLevel {
  const { key, perWindow, windowMs, store, clock, log } = options;
  const limiter = new Bottleneck({ reservoir: perWindow, maxConcurrent: options.maxConcurrent });
  const closing = new AbortController();
  const asks: Ask[] = [];
  const returns: { slots: readonly number[]; freeAt: number; weight: number }[] = [];
  let closedUntil = 0;
  let asking = false;
  let returning: Promise<void> | null = null;

  const closeUntil = (ms: number) => {
    closedUntil = Math.max(closedUntil, ms);
  };

  async function askStore(holdUntil: number, wanted: number): Promise<readonly number[]> {
    const now = clock.now();
    if (now < closedUntil) return [];
    const answer = await store.take(key, perWindow, holdUntil, wanted);
    if ('slots' in answer) return answer.slots;
    // Only the smallest wish closes the level: another may still find a slot where this one found too few.
    if (wanted === 1) closeUntil(Math.max(answer.freeAt, clock.now() + SHORTEST_WAIT_MS));
    return [];
  }

  /** What waits while the store is asked is asked for in one statement, so its latency does not limit the calls. */
  async function askForAll(): Promise<void> {
    if (asking) return;
    asking = true;
    while (asks.length > 0) {
      const first = asks[0] as Ask;
      try {
        const total = asks.reduce((sum, ask) => sum + ask.wanted, 0);
        const group = asks.slice();
        const holdUntil = Math.max(...group.map((ask) => ask.holdUntil));
        let slots = total > perWindow ? [] : await askStore(holdUntil, total);
        if (slots.length > 0) {
          asks.splice(0, group.length);
          let from = 0;
          for (const ask of group) {
            ask.resolve(slots.slice(from, from + ask.wanted));
            from += ask.wanted;
          }
          continue;
        }
        if (total > first.wanted) slots = await askStore(first.holdUntil, first.wanted);
        if (slots.length === 0 && first.wanted > 1) slots = await askStore(first.holdUntil, 1);
        asks.shift();
        first.resolve(slots);
      } catch (error) {
        asks.shift();
        first.reject(error);
      }
    }
    asking = false;
  }

  const restore = (weight: number) => {
    if (weight > 0) limiter.incrementReservoir(weight).catch(() => {});
  };

  function restoreAt(weight: number, at: number): void {
    const wait = at - clock.now();
    if (wait <= 0) {
      restore(weight);
      return;
    }
    // One ms more: a timer may fire within the ms before.
    clock.sleep(wait + 1, closing.signal).then(
      () => restore(weight),
      () => {},
    );
  }

  /**
   * Slots that come back at nearly the same moment go in one statement, all at the latest of their moments. It waits a little
   * for more of them: they are free in a window at the earliest, so nobody misses them meanwhile.
   */
  async function returnAll(): Promise<void> {
    await clock.sleep(windowMs / 200, closing.signal).catch(() => {});
    while (returns.length > 0) {
      returns.sort((a, b) => a.freeAt - b.freeAt);
      const earliest = returns[0]?.freeAt ?? 0;
      const far = returns.findIndex((entry) => entry.freeAt > earliest + windowMs / 500);
      const group = returns.splice(0, far === -1 ? returns.length : far);
      const slots = group.flatMap((entry) => entry.slots);
      const freeAt = group.at(-1)?.freeAt ?? earliest;
      const begun = clock.now();
      try {
        await store.giveBack(key, slots, freeAt);
      } catch (error) {
        // The hold in the store runs out by itself: slower, never too fast.
        log?.warn({ key, slots: slots.length, code: (error as { code?: unknown }).code }, 'slots were not given back');
      }
      // A store with a clock of its own counts from when the statement arrived: asked earlier, it would say no.
      const late = clock.now() - begun;
      const weight = group.reduce((sum, entry) => sum + entry.weight, 0);
      restoreAt(weight, freeAt + late);
    }
    returning = null;
  }

  return {
    key,
    perWindow,
    limiter,
    get closedUntil() {
      return closedUntil;
    },
    closeUntil,
    take: (wanted, holdUntil) =>
      new Promise((resolve, reject) => {
        asks.push({ wanted, holdUntil, resolve, reject });
        void askForAll();
      }),
    giveBack(slots, freeAt, weight) {
      if (slots.length === 0) return;
      returns.push({ slots, freeAt, weight });
      returning ??= returnAll();
    },
    restore,
    used: () => store.used(key),
    async close() {
      closing.abort();
      while (returning) await returning;
    },
  };
}
