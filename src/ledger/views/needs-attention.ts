import type { StatusFacts } from '../../outcomes/run-outcome.ts';
import { type TotalDebit, totalDebits } from '../../outcomes/total-debits.ts';
import { waitingSums } from '../../outcomes/waiting-sums.ts';
import type { RunStatus } from '../../states.ts';
import type { Db } from '../db/db.ts';
import { isDryRun } from '../db/dry-run.ts';
import { type Scope, visible } from '../merchants/scope.ts';
import { type DebitText, debitsFromText, UNDECIDED_DEBITS } from '../payments/undecided-debits.ts';
import { readPaymentGroups, readRunStatuses } from '../runs/run-facts.ts';
import { SHOWN_RUN, SHOWN_RUNS, type ShownRun } from './shown-run.ts';

/** A run that needs action. */
export interface WaitingRun extends ShownRun {
  /** The payments that are waiting, and their total debit. */
  readonly sums: readonly Omit<TotalDebit, 'state'>[];
  /** Some of its payments are unconfirmed. */
  readonly unknown: boolean;
  /** Some of its payments differ from their rows in the payout service. */
  readonly discrepancy: boolean;
}

/** Payments of a run that need a review: on hold, unconfirmed, or a discrepancy. */
export interface UndecidedPayments {
  readonly run: bigint;
  readonly merchant: string;
  readonly sheet: string | null;
  readonly state: 'held' | 'unknown' | 'discrepancy';
  readonly payments: number;
  /** Their total debit, if they are paid. */
  readonly sums: readonly TotalDebit[];
  /** The reason of the first of them by row: its code and its sentence. */
  readonly code: string | null;
  readonly reason: string | null;
  /** Id of the first of them by row. */
  readonly payment: string | null;
}

export interface Waiting {
  readonly runs: readonly WaitingRun[];
  /** The number of runs that are not listed. */
  readonly moreRuns: number;
  readonly undecided: readonly UndecidedPayments[];
  /** More such payments exist in earlier runs. */
  readonly moreUndecided: boolean;
}

/** Runs and payments that wait for a user or for funds, latest first, at most `most` of each kind. Omits dry runs. */
export async function selectWaiting(db: Db, scope: Scope, most: number): Promise<Waiting> {
  const { rows: found } = await db.query<Omit<WaitingRun, 'sums'> & { all_runs: number }>(
    `select * from (
       select ${SHOWN_RUN},
         exists (select 1 from payrun.payment u where u.run_id = r.id and u.state = 'unknown') as unknown,
         exists (select 1 from payrun.payment u where u.run_id = r.id and u.state = 'discrepancy') as discrepancy, count(*) over ()::int as all_runs,
         row_number() over (partition by r.status order by r.id desc) as nth
       from ${SHOWN_RUNS}
       where r.finished_at is null and (r.status in ('awaiting_approval', 'insufficient_funds', 'awaiting_service_approval', 'action_required')
           or r.status = 'ready_to_submit' and r.options->'ask' = 'true') and ${visible('r.merchant_id')}
         and not ${isDryRun('r')}) w
     where nth <= $2 order by id desc`,
    [scope, most],
  );
  // Reads one more than shown, to know whether more exist without counting all.
  const { rows: undecided } = await db.query<Omit<UndecidedPayments, 'sums'> & { debits: readonly DebitText[] }>(
    // Counts all from an index alone, and reads only those that are shown.
    `select g.run_id as run, g.merchant_id as merchant, s.name as sheet, g.state, g.n as payments, m.debits, one.code, one.reason, one.id as payment from (
       select c.run_id, c.state, c.n, d.merchant_id, d.sheet_id from (
         select p.run_id, p.state, count(*)::int as n from payrun.payment p
         where p.state in ('held', 'unknown', 'discrepancy') and ${visible('p.merchant_id')} group by p.run_id, p.state) c
       join payrun.run d on d.id = c.run_id and not ${isDryRun('d')}
       order by (c.state = 'discrepancy') desc, c.run_id desc, c.state desc limit $2) g
     left join payrun.sheet s on s.id = g.sheet_id
     cross join lateral (
       select coalesce(jsonb_agg(to_jsonb(c) order by c.currency), '[]') as debits from (
         select ${UNDECIDED_DEBITS} from payrun.payment p
         where p.run_id = g.run_id and p.state = g.state and p.state in ('held', 'unknown', 'discrepancy') and ${visible('p.merchant_id')}
         group by 1) c) m
     left join lateral (select f.reason_code as code, f.reason, f.id from payrun.payment f where f.run_id = g.run_id and f.state = g.state
       and f.state in ('held', 'unknown', 'discrepancy') order by f.row limit 1) one on true
     order by (g.state = 'discrepancy') desc, g.run_id desc, g.state desc`,
    [scope, most + 1],
  );
  return {
    runs: await withSums(db, found),
    moreRuns: (found[0]?.all_runs ?? 0) - found.length,
    undecided: undecided
      .slice(0, most)
      .map(({ debits, ...one }) => ({ ...one, sums: debitsFromText(one.state, debits) })),
    moreUndecided: undecided.length > most,
  };
}

async function withSums(db: Db, found: readonly Omit<WaitingRun, 'sums'>[]): Promise<readonly WaitingRun[]> {
  const statuses = await readRunStatuses(
    db,
    found.map(({ id }) => id),
  );
  const runs: WaitingRun[] = [];
  for (const run of found) {
    const facts = statuses.find((one) => one.run === run.id)!;
    const sums = run.status === 'ready_to_submit' ? await debitsToSubmit(db, run.id) : debitsAwaited(facts, run.status);
    runs.push({ ...run, sums });
  }
  return runs;
}

async function debitsToSubmit(db: Db, run: bigint): Promise<WaitingRun['sums']> {
  return totalDebits((await readPaymentGroups(db, [run])).get(run) ?? []).filter(({ state }) => state === 'ready');
}

const debitsAwaited = (status: StatusFacts, outcome: RunStatus): WaitingRun['sums'] =>
  waitingSums([status], outcome).map((one) => ({
    ...{ ...one, beforeFees: null, notQuoted: one.totalDebit === null ? one.payments : 0 },
  }));
