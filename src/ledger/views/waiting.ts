import { type Outcome, outcomeOf, waitingSums } from '../../outcomes/run-outcome.ts';
import { runResult } from '../../outcomes/run-result.ts';
import type { RunState } from '../../states.ts';
import type { Db } from '../db/db.ts';
import { type Scope, visible } from '../merchants/scope.ts';
import { readRunFacts, readStandings } from '../runs/run-facts.ts';

/** A run that somebody has to do something about. */
export interface WaitingRun {
  readonly id: bigint;
  readonly state: RunState;
  readonly outcome: Outcome;
  /** What waits: payments and what leaves the balance, or what the rows state as long as there is no quote; minor units. */
  readonly sums: readonly { readonly currency: string; readonly payments: number; readonly minor: bigint }[];
  readonly note: string | null;
  readonly merchant: string;
  readonly maker: string;
  readonly sheet: string | null;
  readonly rows: number | null;
  readonly created_at: Date;
  /** It waits for the yes or no to what it is about to pay. */
  readonly unconfirmed: boolean;
  /** Of some of its payments nobody can say whether they were paid. */
  readonly unknown: boolean;
  /** Some of its payments were made otherwise than their rows say. */
  readonly discrepancy: boolean;
  /** Nothing of it is paid before an admin has decided about batches that the ledger does not know. */
  readonly blocked: boolean;
}

/** Payments of a run that a person decides about: held, unconfirmed, or paid otherwise than their rows say. */
export interface UndecidedPayments {
  readonly run: bigint;
  readonly merchant: string;
  readonly sheet: string | null;
  readonly state: 'held' | 'unknown' | 'discrepancy';
  readonly payments: number;
  readonly reason: string | null;
  /** The first of them. */
  readonly payment: string | null;
}

export interface Waiting {
  readonly runs: readonly WaitingRun[];
  /** Runs by state, those that are not shown included. */
  readonly counts: Readonly<Partial<Record<RunState, number>>>;
  readonly undecided: readonly UndecidedPayments[];
  /** There are others, of earlier runs. */
  readonly moreUndecided: boolean;
}

/** What waits for a person or for money, latest first, at most `most` of each kind; dry runs are nothing to wait for. */
export async function selectWaiting(db: Db, scope: Scope, most: number): Promise<Waiting> {
  const { rows: found } = await db.query<Omit<WaitingRun, 'outcome' | 'sums'> & { of_state: number }>(
    `select * from (
       select r.id, r.state, r.note, r.merchant_id as merchant, r.maker, s.name as sheet, r.rows_in as rows,
         r.created_at, r.confirmed_at is null as unconfirmed, r.blocked is not null as blocked,
         exists (select 1 from payrun.payment u where u.run_id = r.id and u.state = 'unknown') as unknown,
         exists (select 1 from payrun.payment u where u.run_id = r.id and u.state = 'discrepancy') as discrepancy, count(*) over (partition by r.state)::int as of_state,
         row_number() over (partition by r.state order by r.id desc) as nth
       from payrun.run r left join payrun.sheet s on s.id = r.sheet_id
       where r.state <> 'done' and r.state in ('waiting_approval', 'waiting_funds', 'awaiting_service_approval', 'needs_person') and ${visible('r.merchant_id')}
         and not coalesce((r.options->>'dryRun')::boolean, false)) w
     where nth <= $2 order by id desc`,
    [scope, most],
  );
  // One more than is shown, so that it is known whether there are others: to count all of them would read all of them.
  const { rows: undecided } = await db.query<UndecidedPayments>(
    `select g.run_id as run, r.merchant_id as merchant, s.name as sheet, g.state, g.n as payments, one.reason, one.id as payment from (
       select p.run_id, p.state, count(*)::int as n from payrun.payment p
       where p.state in ('held', 'unknown', 'discrepancy') and ${visible('p.merchant_id')}
         and not exists (select 1 from payrun.run d where d.id = p.run_id and (d.options->>'dryRun')::boolean)
       group by p.run_id, p.state order by (p.state = 'discrepancy') desc, p.run_id desc, p.state desc limit $2) g
     join payrun.run r on r.id = g.run_id left join payrun.sheet s on s.id = r.sheet_id
     left join lateral (select f.reason, f.id from payrun.payment f where f.run_id = g.run_id and f.state = g.state
       and f.state in ('held', 'unknown', 'discrepancy') order by f.row limit 1) one on true
     order by (g.state = 'discrepancy') desc, g.run_id desc, g.state desc`,
    [scope, most + 1],
  );
  return {
    runs: await withSums(db, found),
    counts: Object.fromEntries(found.map(({ state, of_state }) => [state, of_state])),
    undecided: undecided.slice(0, most),
    moreUndecided: undecided.length > most,
  };
}

async function withSums(
  db: Db,
  found: readonly Omit<WaitingRun, 'outcome' | 'sums'>[],
): Promise<readonly WaitingRun[]> {
  const standings = await readStandings(
    db,
    found.map(({ id }) => id),
  );
  const runs: WaitingRun[] = [];
  for (const run of found) {
    const standing = standings.find((one) => one.run === run.id)!;
    const outcome = outcomeOf(standing);
    const sums =
      outcome === 'ready_to_submit'
        ? await sumsToSubmit(db, run.id)
        : waitingSums([standing], outcome).map(({ totalDebit, ...sum }) => ({ ...sum, minor: totalDebit }));
    runs.push({ ...run, outcome, sums });
  }
  return runs;
}

async function sumsToSubmit(db: Db, run: bigint): Promise<WaitingRun['sums']> {
  const { sums } = runResult(await readRunFacts(db, [run]));
  return Object.entries(sums)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, { rows, minor }]) => ({ currency, payments: rows, minor }));
}
