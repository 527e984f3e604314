import { type Outcome, outcomeOf, type RunStatus } from '../../outcomes/run-outcome.ts';
import { OTHER_JOBS } from '../../references/run-kinds.ts';
import type { Db } from '../db/db.ts';
import { readRunStatuses } from '../runs/run-facts.ts';

/** How many runs are read at once while those with an outcome are looked for. */
const PER_READ = 200;

const HAS = (state: string, code?: string) =>
  `exists (select 1 from payrun.payment o where o.run_id = r.id and o.state = '${state}'${code ? ` and o.reason_code = '${code}'` : ''})`;
const OPEN = `r.state <> 'done'`;
const UNPAID = ['invalid', 'failed', 'returned', 'canceled', 'dismissed', 'already_paid'].map((state) => HAS(state));

/**
 * SQL conditions on run `r` that every run with the outcome meets; others may meet them too. Each asks an index, so
 * that a rare outcome is found among many runs.
 */
const MAY_HAVE: Readonly<Record<Outcome, string>> = {
  action_required: `(${OPEN} or ${HAS('held')} or ${HAS('unknown')} or ${HAS('discrepancy')}
    or exists (select 1 from payrun.batch b where b.run_id = r.id and b.state = 'unknown')
    or exists (select 1 from payrun.batch_discrepancy d where d.run_id = r.id))`,
  insufficient_funds: OPEN,
  awaiting_approval: OPEN,
  awaiting_service_approval: OPEN,
  ready_to_submit: OPEN,
  reading_file: OPEN,
  scheduled: OPEN,
  approved: OPEN,
  processing: OPEN,
  partly_paid: `not ${OPEN} and (${UNPAID.join(' or ')})`,
  not_submitted: `not ${OPEN} and (${HAS('invalid')} or ${HAS('canceled')})`,
  nothing_paid: `not ${OPEN} and (coalesce(r.rows_in, 0) = 0 or ${HAS('held')} or ${UNPAID.join(' or ')})`,
  rejected: `not ${OPEN} and (${HAS('canceled', 'rejected')}
    or ${HAS('failed', 'rejected_at_service')})`,
  canceled: `not ${OPEN} and (${HAS('canceled')} or ${HAS('dismissed')})`,
  paid: `not ${OPEN}`,
  already_paid: `not ${OPEN} and ${HAS('already_paid')}`,
  done: `not ${OPEN} and r.job in (${OTHER_JOBS.map((job) => `'${job}'`).join(', ')})`,
};

/** A run in the order of a list. */
interface Listed {
  readonly id: bigint;
}

/** Reads the next runs of a list that meet a condition, before an id. */
export type ReadRuns<Run extends Listed> = (
  condition: string,
  before: bigint | null,
  limit: number,
) => Promise<readonly Run[]>;

interface WithStatus<Run> {
  readonly run: Run;
  readonly status: RunStatus;
}

/** These runs with their statuses, in the same order. */
export async function withStatuses<Run extends Listed>(
  db: Db,
  runs: readonly Run[],
): Promise<readonly WithStatus<Run>[]> {
  const statuses = await readRunStatuses(
    db,
    runs.map(({ id }) => id),
  );
  const byRun = new Map(statuses.map((status) => [status.run, status]));
  return runs.map((run) => ({ run, status: byRun.get(run.id)! }));
}

/** The first `limit` runs of a list that have the outcome. */
export async function runsWithOutcome<Run extends Listed>(
  db: Db,
  outcome: Outcome,
  { limit, before, page }: { readonly limit: number; readonly before: bigint | null; readonly page: ReadRuns<Run> },
): Promise<readonly WithStatus<Run>[]> {
  const found: WithStatus<Run>[] = [];
  for (let last = before; ; ) {
    const runs = await page(MAY_HAVE[outcome], last, PER_READ);
    found.push(...(await withStatuses(db, runs)).filter(({ status }) => outcomeOf(status) === outcome));
    if (found.length >= limit || runs.length < PER_READ) return found.slice(0, limit);
    last = runs.at(-1)!.id;
  }
}
