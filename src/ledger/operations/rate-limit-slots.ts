import { PayrunError } from '../../errors.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../db/db.ts';

/** The slots of the rate limit, which all processes on this database share. Times are ms UTC of the caller's clock. */
export interface RateLimitSlots {
  take(
    key: string,
    capacity: number,
    holdUntil: number,
    wanted: number,
  ): Promise<{ readonly slots: readonly number[] } | { readonly freeAt: number }>;
  giveBack(key: string, slots: readonly number[], freeAt: number): Promise<void>;
  used(key: string): Promise<number>;
}

interface Taken {
  readonly slots: number[];
  /** End of the hold, which identifies it when a slot is given back. Text, because a Date has no microseconds. */
  readonly held_until: string;
  readonly free_in: number | null;
  /** All slots of the capacity are rows. */
  readonly complete: boolean;
}

/** Wait before the next look at a slot that another process is just taking or giving back. */
const SHORTLY_MS = 5;

/**
 * The database compares all times by its own clock. Only durations go to and from it, so the clocks of the machines
 * need not agree.
 *
 * One statement takes slots, one gives them back. A slot is given back only if this process still holds it: if the hold
 * expired and another process has the slot, its hold stays.
 */
export function createRateLimitSlots(db: Db, clock: Pick<Clock, 'now'>): RateLimitSlots {
  const holds = new Map<string, string>();
  const hold = (key: string, slot: number) => `${slot} ${key}`;

  return {
    async take(key, capacity, holdUntil, wanted) {
      if (wanted > capacity)
        throw new PayrunError('defect', { detail: `${wanted} slots were wanted of a quota of ${capacity}` });
      const holdMs = Math.max(0, Math.ceil(holdUntil - clock.now()));
      for (;;) {
        const { rows } = await db.query<Taken>(TAKE, [key, capacity, wanted, holdMs]);
        const { slots, held_until, free_in, complete } = rows[0]!;
        if (slots.length > 0) {
          for (const slot of slots) holds.set(hold(key, slot), held_until);
          return { slots };
        }
        if (!complete) await db.query(CREATE, [key, capacity]);
        else return { freeAt: clock.now() + Math.max(SHORTLY_MS, Math.ceil(free_in ?? 0)) };
      }
    },
    async giveBack(key, slots, freeAt) {
      if (slots.length === 0) return;
      const held = slots.map((slot) => holds.get(hold(key, slot)) ?? null);
      for (const slot of slots) holds.delete(hold(key, slot));
      await db.query(GIVE_BACK, [key, slots, held, Math.max(0, Math.ceil(freeAt - clock.now()))]);
    },
    async used(key) {
      const { rows } = await db.query<{ n: number }>(
        'select count(*)::int as n from payrun.quota_slot where key = $1 and free_at > clock_timestamp()',
        [key],
      );
      return rows[0]!.n;
    },
  };
}

/**
 * Every part reads the index by (key, free_at, slot) from its beginning, so a call costs the same at any capacity. The
 * time comes from a subquery because an index cannot be searched by the volatile clock_timestamp() itself. CREATE makes
 * all slots in one statement, so the last one shows that all exist.
 */
const TAKE = `
with free as materialized (
  select slot from payrun.quota_slot where key = $1 and slot < $2 and free_at <= (select clock_timestamp())
  order by free_at, slot limit $3 for update skip locked),
held as materialized (select clock_timestamp() + $4 * interval '1 millisecond' as until),
taken as (
  update payrun.quota_slot q set free_at = held.until from free, held
  where q.key = $1 and q.slot = free.slot and (select count(*) from free) = $3 returning q.slot)
select
  array(select slot from taken order by slot) as slots,
  (select until::text from held) as held_until,
  (select (extract(epoch from free_at - clock_timestamp()) * 1000)::float8 from payrun.quota_slot
    where key = $1 and slot < $2 order by free_at, slot offset $3 - 1 limit 1) as free_in,
  exists (select from payrun.quota_slot where key = $1 and slot = $2 - 1) as complete`;

const CREATE = `
insert into payrun.quota_slot (key, slot, free_at)
select $1, slot, 'epoch' from generate_series(0, $2::int - 1) slot on conflict do nothing`;

const GIVE_BACK = `
update payrun.quota_slot q set free_at = clock_timestamp() + $4 * interval '1 millisecond'
from unnest($2::int[], $3::timestamptz[]) as mine (slot, held_until)
where q.key = $1 and q.slot = mine.slot and q.free_at = mine.held_until`;
