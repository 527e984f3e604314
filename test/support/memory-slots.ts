import { PayrunError } from '../../src/errors.ts';
import type { Clock } from '../../src/platform/clock.ts';
import type { SlotStore } from '../../src/service/rate-limits/slot-store.ts';

/** Slots in memory: where a test has no ledger. */
export function createMemorySlots(clock: Pick<Clock, 'now'>): SlotStore {
  const freeAts = new Map<string, number[]>();

  return {
    async take(key, capacity, holdUntil, wanted) {
      if (wanted > capacity)
        throw new PayrunError('defect', { detail: `${wanted} slots were wanted of a quota of ${capacity}` });
      const slots = freeAts.get(key) ?? [];
      while (slots.length < capacity) slots.push(0);
      freeAts.set(key, slots);
      const soonest = slots
        .slice(0, capacity)
        .map((freeAt, slot) => ({ slot, freeAt }))
        .sort((a, b) => a.freeAt - b.freeAt)
        .slice(0, wanted);
      const last = soonest.at(-1)?.freeAt ?? 0;
      if (last > clock.now()) return { freeAt: last };
      for (const { slot } of soonest) slots[slot] = holdUntil;
      return { slots: soonest.map(({ slot }) => slot) };
    },
    async giveBack(key, slots, freeAt) {
      const all = freeAts.get(key);
      if (all) for (const slot of slots) all[slot] = freeAt;
    },
    async used(key) {
      const now = clock.now();
      return (freeAts.get(key) ?? []).filter((freeAt) => freeAt > now).length;
    },
  };
}
