import type { Db } from '../db/db.ts';
import { runIdOf, type Scope, uuidOf, visible } from '../merchants/scope.ts';
import type { HistoryEvent } from './history.ts';
import { selectSeenRuns } from './run-view.ts';

/** What the ids in events stand for, as people know it; what the reader may not see, or is not there any more, is not in it. */
export interface EventNames {
  /** The currency of batches, in whose minor units their events speak. */
  readonly batches: ReadonlyMap<string, { readonly currency: string }>;
  readonly payments: ReadonlyMap<string, { readonly row: number }>;
  /** Other runs that the reader may see; null: all. */
  readonly runs: ReadonlySet<string> | null;
}

/** Of one event so many payments are named. */
export const MOST_NAMED = 12;

/** At most three queries for a page of events, whatever they speak of. */
export async function selectEventNames(
  db: Db,
  scope: Scope,
  events: readonly Pick<HistoryEvent, 'data'>[],
): Promise<EventNames> {
  const batches = idsIn(events, ['batch', 'batches']);
  const payments = idsIn(events, ['payment', 'payments']);
  const [currencies, rows, runs] = await Promise.all([
    batches.length === 0
      ? []
      : db
          .query<{ id: string; currency: string }>(
            `select b.id, b.currency from payrun.batch b where b.id = any($2::uuid[]) and ${visible('b.merchant_id')}`,
            [scope, batches],
          )
          .then((found) => found.rows),
    payments.length === 0
      ? []
      : db
          .query<{ id: string; row: number }>(
            `select p.id, p.row from payrun.payment p where p.id = any($2::uuid[]) and ${visible('p.merchant_id')}`,
            [scope, payments],
          )
          .then((found) => found.rows),
    selectSeenRuns(db, scope, runsIn(events)),
  ]);
  return {
    batches: new Map(currencies.map((one) => [one.id, one])),
    payments: new Map(rows.map((one) => [one.id, one])),
    runs,
  };
}

/** Runs that events name beside their own. */
function runsIn(events: readonly Pick<HistoryEvent, 'data'>[]): readonly string[] {
  const all = events.flatMap(({ data }) => {
    const { run, of, sheetOf, lostBy, sameAs } = data;
    return [run, of, sheetOf, lostBy, (sameAs as { run?: unknown } | null | undefined)?.run];
  });
  return [...new Set(all.flatMap((one) => (runIdOf(String(one)) === null ? [] : String(one))))];
}

function idsIn(events: readonly Pick<HistoryEvent, 'data'>[], names: readonly string[]): readonly string[] {
  const all = events.flatMap(({ data }) =>
    names.flatMap((name) => {
      const value = data[name];
      return Array.isArray(value) ? value.slice(0, MOST_NAMED) : [value];
    }),
  );
  return [...new Set(all.flatMap((one) => (typeof one === 'string' ? (uuidOf(one) ?? []) : [])))];
}
