import type { Db } from '../db/db.ts';
import { parseRunId, parseUuid, type Scope, visible } from '../merchants/scope.ts';
import type { HistoryEvent } from './history.ts';
import { selectSeenRuns } from './run-view.ts';

/** Readable names for the ids in events. Omits objects that are gone or that the reader may not see. */
export interface EventNames {
  /** The currency of batches: their events state amounts in its minor units. */
  readonly batches: ReadonlyMap<string, { readonly currency: string }>;
  readonly payments: ReadonlyMap<string, { readonly row: number }>;
  /** Other runs that the reader may see; null: all. */
  readonly runs: ReadonlySet<string> | null;
}

/** Payments named per event at most. */
export const MOST_NAMED = 12;

/** Takes at most three queries for a page of events. */
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

/** Ids of other runs that events mention. */
function runsIn(events: readonly Pick<HistoryEvent, 'data'>[]): readonly string[] {
  const all = events.flatMap(({ data }) => {
    const { run, of, sheetOf, lostBy, sameAs } = data;
    return [run, of, sheetOf, lostBy, (sameAs as { run?: unknown } | null | undefined)?.run];
  });
  return [...new Set(all.flatMap((one) => (parseRunId(String(one)) === null ? [] : String(one))))];
}

function idsIn(events: readonly Pick<HistoryEvent, 'data'>[], names: readonly string[]): readonly string[] {
  const all = events.flatMap(({ data }) =>
    names.flatMap((name) => {
      const value = data[name];
      return Array.isArray(value) ? value.slice(0, MOST_NAMED) : [value];
    }),
  );
  return [...new Set(all.flatMap((one) => (typeof one === 'string' ? (parseUuid(one) ?? []) : [])))];
}
