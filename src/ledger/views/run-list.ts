import {
  LEFT_STATES,
  type LeftRows,
  type PaidInRun,
  paidSums,
  type RowSums,
  sumsWithoutPaid,
} from '../../outcomes/run-money.ts';
import { type Outcome, outcomeOf, type ReasonFact, type RunStatus } from '../../outcomes/run-outcome.ts';
import type { RunState } from '../../states.ts';
import type { Db } from '../db/db.ts';
import { type Scope, visible } from '../merchants/scope.ts';
import { isDryRun } from '../runs/dry-run.ts';
import { readPaymentGroups } from '../runs/run-facts.ts';
import { type ReadRuns, runsWithOutcome, withStatuses } from './runs-by-outcome.ts';

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
  /** What is paid or to be paid, by currency: rows that failed, that were returned or that are on hold do not count. */
  readonly toPay: RowSums;
  /** What is on hold, by currency. */
  readonly onHold: RowSums;
  /** What was paid, by currency; empty if nothing was, and null for a run that is too large to add up for a list. */
  readonly paid: readonly PaidInRun[] | null;
  readonly dry_run: boolean;
  readonly confirmed_at: Date | null;
  readonly created_at: Date;
  readonly finished_at: Date | null;
  /** Reasons why rows need a review or were not paid. */
  readonly reasons: readonly ReasonFact[];
}

export interface RunFilter {
  /** The state in the ledger. */
  readonly state?: RunState;
  /** The status that lists show, as every channel computes it; null: any. */
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

/** Runs with their outcomes, newest first. Reads paid rows only of runs of up to `MOST_ROWS_ADDED` rows together. */
export async function selectRunList(db: Db, scope: Scope, filter: RunFilter): Promise<readonly ListedRun[]> {
  const { state = null, outcome: wanted, merchant, text, before, limit } = filter;
  const like = text === null ? null : `%${likeText(text)}%`;
  const page: ReadRuns<FoundRun> = async (condition, last, most) => {
    const { rows } = await db.query<FoundRun>(`${LISTED} and (${condition}) order by r.id desc limit $5`, [
      ...[scope, merchant, like, last, most, state],
    ]);
    return rows;
  };
  const found =
    wanted === null
      ? await withStatuses(db, await page('true', before, limit))
      : await runsWithOutcome(db, wanted, { before, limit, page });
  const left = await readLeftRows(
    db,
    found.map(({ run }) => run.id),
  );
  const statuses = new Map(found.map(({ status }) => [status.run, status]));
  const listed = found.map(({ run: { valid, ...row }, status }) => ({
    ...row,
    ...sumsWithoutPaid(valid, left.get(row.id) ?? []),
    outcome: outcomeOf(status),
    reasons: status.reasons,
  }));
  const sent = listed.filter(({ id, outcome }) => isPaidInPart(outcome) || hasSent(statuses.get(id)!));
  const added = new Set<bigint>();
  let room = MOST_ROWS_ADDED;
  for (const { id, rows: count } of sent) {
    if ((count ?? 0) > room) continue;
    added.add(id);
    room -= count ?? 0;
  }
  const groups = await readPaymentGroups(db, [...added]);
  return listed.map((run) => ({
    ...run,
    paid: added.has(run.id) || !sent.includes(run) ? paidSums(groups.get(run.id) ?? []) : null,
  }));
}

type FoundRun = Omit<ListedRun, 'outcome' | 'reasons' | 'paid' | 'toPay' | 'onHold'> & { readonly valid: ValidTotals };

const LISTED = `
  select r.id, r.job, r.state, r.note, r.merchant_id as merchant, r.maker, s.name as sheet, r.parent_run, r.rows_in as rows,
    coalesce(r.totals_in, '{}') as valid, ${isDryRun('r')} as dry_run, r.confirmed_at, r.created_at, r.finished_at
  from payrun.run r left join payrun.sheet s on s.id = r.sheet_id
  where ${visible('r.merchant_id')} and ($2::text is null or r.merchant_id = $2)
    and ($3::text is null or s.name ilike $3 or r.maker ilike $3) and ($4::bigint is null or r.id < $4) and ($6::text is null or r.state = $6)`;

type ValidTotals = Readonly<Record<string, { readonly rows: number; readonly minor: string }>>;

/** The rows of each run that are not, or are no longer, paid or to be paid: from the index of those alone. */
export async function readLeftRows(db: Db, ids: readonly bigint[]): Promise<ReadonlyMap<bigint, readonly LeftRows[]>> {
  const { rows } = await db.query<LeftRows & { run: bigint }>(
    `select p.run_id as run, p.state, p.currency, count(*)::int as rows, sum(p.minor)::bigint as minor
     from payrun.payment p where p.run_id = any($1) and p.state in (${LEFT_STATES.map((state) => `'${state}'`).join(', ')})
       and p.currency is not null and p.minor is not null group by 1, 2, 3`,
    [ids],
  );
  return Map.groupBy(rows, ({ run }) => run);
}

const isPaidInPart = (outcome: Outcome): boolean => outcome === 'paid' || outcome === 'partly_paid';

/** Whether a batch was started. Of a run that is not done, a part may be paid while the rest awaits something. */
const hasSent = ({ batches: { started = 0, unknown = 0, settled = 0 } }: RunStatus): boolean =>
  started + unknown + settled > 0;

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
