import { type ReasonFact, statusesShownAs } from '../../outcomes/run-outcome.ts';
import { getBatchDebits, type TotalDebit, totalDebits } from '../../outcomes/total-debits.ts';
import type { PaymentState, RunStatus } from '../../states.ts';
import type { Db } from '../db/db.ts';
import { isDryRun } from '../db/dry-run.ts';
import { type Scope, visible } from '../merchants/scope.ts';
import { readPaymentGroups, readRunStatuses } from '../runs/run-facts.ts';
import { SHOWN_RUN, SHOWN_RUNS, type ShownRun } from './shown-run.ts';

/** A run with its sums, for a list. */
export interface ListedRun extends ShownRun {
  /** The total debit by state and funding currency; of a run that is too large for a list, that of its batches. */
  readonly debits: readonly TotalDebit[];
  /** Whether payments that are in no batch yet are missing in it, because the run is too large. */
  readonly moreUnquoted: boolean;
  /** Reasons why rows need a review or were not paid. */
  readonly reasons: readonly ReasonFact[];
  /** The counts of the view `payrun.run_summary`, which reads every payment; null unless it was asked for. */
  readonly summary: {
    readonly counts: Readonly<Partial<Record<PaymentState, number>>>;
    readonly calls: number;
  } | null;
}

export interface RunFilter {
  /** Only this run, also if it is a dry run. */
  readonly run?: bigint;
  /** Runs in this status, or in another one with the same words. */
  readonly status?: RunStatus | null;
  readonly merchant?: string | null;
  /** Part of the sheet's name or the uploader's name, in any case. */
  readonly text?: string | null;
  /** Cursor: the last id of the previous page. */
  readonly before?: bigint | null;
  readonly limit: number;
  readonly withSummary?: boolean;
}

/** The payments of at most so many rows are added up for a list, those of the newest runs first. */
const MOST_ROWS_ADDED = 20_000;

/** Runs with their statuses, newest first. Reads the rows only of runs of up to `MOST_ROWS_ADDED` rows together. */
export async function selectRunList(db: Db, scope: Scope, filter: RunFilter): Promise<readonly ListedRun[]> {
  const { run = null, status = null, merchant = null, text = null, before = null, limit } = filter;
  const like = text === null ? null : `%${likeText(text)}%`;
  const { rows: found } = await db.query<ShownRun>(LISTED, [
    ...[scope, merchant, like, before, limit, status && statusesShownAs(status), run],
  ]);
  const ids = found.map(({ id }) => id);
  const statuses = new Map((await readRunStatuses(db, ids)).map((one) => [one.run, one]));
  const added = new Set<bigint>();
  let room = MOST_ROWS_ADDED;
  for (const run of found) {
    if ((run.rows ?? 0) > room) continue;
    added.add(run.id);
    room -= run.rows ?? 0;
  }
  const groups = await readPaymentGroups(db, [...added]);
  const summaries = filter.withSummary ? await readSummaries(db, ids) : null;
  return found.map((run) => {
    const facts = statuses.get(run.id)!;
    return {
      ...run,
      reasons: facts.reasons,
      debits: added.has(run.id) ? totalDebits(groups.get(run.id) ?? []) : getBatchDebits(facts),
      moreUnquoted: !added.has(run.id) && (facts.hasReady || (facts.counts.held ?? 0) > 0),
      summary: summaries?.get(run.id) ?? null,
    };
  });
}

const LISTED = `
  select ${SHOWN_RUN} from ${SHOWN_RUNS}
  where ${visible('r.merchant_id')} and (r.id = $7 or $7::bigint is null and not ${isDryRun('r')}) and ($2::text is null or r.merchant_id = $2)
    and ($3::text is null or s.name ilike $3 or r.maker ilike $3) and ($4::bigint is null or r.id < $4)
    and ($6::text[] is null or r.status = any($6))
  order by r.id desc limit $5`;

async function readSummaries(db: Db, runs: readonly bigint[]): Promise<ReadonlyMap<bigint, ListedRun['summary']>> {
  const { rows } = await db.query<NonNullable<ListedRun['summary']> & { run: bigint }>(
    'select run, counts, calls from payrun.run_summary where run = any($1)',
    [runs],
  );
  return new Map(rows.map(({ run, ...summary }) => [run, summary]));
}

/** Merchants that the reader may choose from, by name. Omits parents of sub-merchants. */
export async function selectMerchants(db: Db, scope: Scope, most: number): Promise<readonly string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select id from payrun.merchant where ${visible('id')} and key_kind = 'merchant' order by id limit $2`,
    [scope, most],
  );
  return rows.map(({ id }) => id);
}

/** Whether the reader sees several merchants: pages do not name an only one. */
export const seesSeveralMerchants = async (db: Db, scope: Scope): Promise<boolean> =>
  (await selectMerchants(db, scope, 2)).length > 1;

/** Escapes text for a `like` pattern. */
export function likeText(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
