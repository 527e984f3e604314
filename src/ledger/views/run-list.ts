import { type ReasonFact, statusesShownAs } from '../../outcomes/run-outcome.ts';
import { debitsOfBatches, type TotalDebit, totalDebits } from '../../outcomes/total-debits.ts';
import type { Outcome, RunState } from '../../states.ts';
import type { Db } from '../db/db.ts';
import { type Scope, visible } from '../merchants/scope.ts';
import { isDryRun } from '../runs/dry-run.ts';
import { readPaymentGroups, readRunStatuses } from '../runs/run-facts.ts';

/** A run as lists show it. */
export interface ListedRun {
  readonly id: bigint;
  readonly job: string;
  readonly state: RunState;
  readonly outcome: Outcome;
  readonly note: string | null;
  readonly merchant: string;
  readonly maker: string;
  readonly sheet: string | null;
  /** The run of which it retries payments. */
  readonly parent_run: bigint | null;
  readonly rows: number | null;
  /** The total debit by state and funding currency; of a run that is too large for a list, that of its batches. */
  readonly debits: readonly TotalDebit[];
  /** Whether payments that are in no batch yet are missing in it, because the run is too large. */
  readonly moreUnquoted: boolean;
  readonly dry_run: boolean;
  readonly confirmed_at: Date | null;
  readonly created_at: Date;
  readonly finished_at: Date | null;
  /** Reasons why rows need a review or were not paid. */
  readonly reasons: readonly ReasonFact[];
}

export interface RunFilter {
  /** Runs in this status, or in another one with the same words; null: any. */
  readonly outcome: Outcome | null;
  readonly merchant: string | null;
  /** Part of the sheet's name or the maker's name, in any case. */
  readonly text: string | null;
  /** Cursor: the last id of the previous page; null: the first page. */
  readonly before: bigint | null;
  readonly limit: number;
}

/** The payments of at most so many rows are added up for a list, those of the newest runs first. */
const MOST_ROWS_ADDED = 20_000;

/** Runs with their statuses, newest first. Reads the rows only of runs of up to `MOST_ROWS_ADDED` rows together. */
export async function selectRunList(db: Db, scope: Scope, filter: RunFilter): Promise<readonly ListedRun[]> {
  const { outcome, merchant, text, before, limit } = filter;
  const like = text === null ? null : `%${likeText(text)}%`;
  const { rows: found } = await db.query<FoundRun>(LISTED, [
    ...[scope, merchant, like, before, limit, outcome && statusesShownAs(outcome)],
  ]);
  const statuses = await readRunStatuses(
    db,
    found.map(({ id }) => id),
  );
  const added = new Set<bigint>();
  let room = MOST_ROWS_ADDED;
  for (const run of found) {
    if ((run.rows ?? 0) > room) continue;
    added.add(run.id);
    room -= run.rows ?? 0;
  }
  const groups = await readPaymentGroups(db, [...added]);
  return found.map((run) => {
    const status = statuses.find((one) => one.run === run.id)!;
    return {
      ...run,
      reasons: status.reasons,
      debits: added.has(run.id) ? totalDebits(groups.get(run.id) ?? []) : debitsOfBatches(status),
      moreUnquoted: !added.has(run.id) && (status.hasReady || (status.counts.held ?? 0) > 0),
    };
  });
}

type FoundRun = Omit<ListedRun, 'reasons' | 'debits' | 'moreUnquoted'>;

const LISTED = `
  select r.id, r.job, r.state, r.status as outcome, r.note, r.merchant_id as merchant, r.maker, s.name as sheet, r.parent_run,
    r.rows_in as rows, ${isDryRun('r')} as dry_run, r.confirmed_at, r.created_at, r.finished_at
  from payrun.run r left join payrun.sheet s on s.id = r.sheet_id
  where ${visible('r.merchant_id')} and not ${isDryRun('r')} and ($2::text is null or r.merchant_id = $2)
    and ($3::text is null or s.name ilike $3 or r.maker ilike $3) and ($4::bigint is null or r.id < $4)
    and ($6::text[] is null or r.status = any($6))
  order by r.id desc limit $5`;

/** Merchants that the reader may choose from, by name. Omits parents of sub-merchants. */
export async function selectMerchants(db: Db, scope: Scope, most: number): Promise<readonly string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select id from payrun.merchant where ${visible('id')} and key_kind = 'merchant' order by id limit $2`,
    [scope, most],
  );
  return rows.map(({ id }) => id);
}

/** Escapes text for a `like` pattern. */
export function likeText(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
