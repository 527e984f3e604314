import type { PaymentGroup } from '../../outcomes/run-money.ts';
import type { ReasonFact, StatusFacts } from '../../outcomes/run-outcome.ts';
import { runKind } from '../../references/run-kinds.ts';
import { type BatchState, countAll, type PaymentState } from '../../states.ts';
import type { Db } from '../db/db.ts';
import { isDryRun } from '../db/dry-run.ts';
import { awaitedBy, shownState } from '../payments/shown-state.ts';

/** Counts and sums of a run, from which every channel computes its display. */
export interface RunFacts {
  readonly status: StatusFacts;
  readonly groups: readonly PaymentGroup[];
}

/**
 * SQL for a stable code of why payment `p` was not paid. Failures in the payout service have no code, only the state.
 */
export const REASON_CODE = `case when p.state = 'invalid' then coalesce(jsonb_path_query_first(p.problems, '$[*] ? (@.severity == "error").code')#>>'{}', p.reason_code, 'invalid')
  when p.reason_code = 'account_changed' and p.account_uncertain then 'account_uncertain'
  when p.reason_code not in ('failed', 'returned') then p.reason_code end`;
/** SQL for the service's sentence of payment `p`, for reasons without a code; else empty. */
export const REASON_SENTENCE = `case when p.reason_code is null or p.reason_code in ('failed', 'returned') then left(coalesce(p.reason, ''), 200) else '' end`;

/** States in the index of payments that need attention, so that counting them reads no other rows. */
const CARE = `('invalid', 'held', 'dismissed', 'already_paid', 'failed', 'returned', 'canceled', 'unknown', 'discrepancy')`;
/** Largest number of separate reasons per run and state; failures in the payout service have free text. */
const MOST_REASONS = 50;

/**
 * Counts why payments of each run were not paid, by state and reason, most frequent first: `ReasonFact`s with the run.
 * Reasons beyond the most frequent of each state are counted together, without a sentence.
 */
const REASONS = `
select run, state, case when nth <= ${MOST_REASONS} then code else 'other_reasons' end as code,
  case when nth <= ${MOST_REASONS} then sentence else '' end as sentence, sum(n)::int as payments
from (
  select run, state, code, sentence, n, row_number() over (partition by run, state order by n desc, code, sentence) as nth
  from (
    select p.run_id as run, p.state, ${REASON_CODE} as code, ${REASON_SENTENCE} as sentence, count(*)::int as n
    from payrun.payment p where p.run_id = any($1) and p.state in ${CARE} group by 1, 2, 3, 4) counted) ranked
group by 1, 2, 3, 4 order by 1, 2, payments desc, 3, 4`;

/**
 * SQL for the sums of payments `p` as the payout service reported them: the number priced, and sums in minor units.
 * Runs and reports share it, so that they cannot differ.
 */
export const PAID_SUMS = `count(p.paid_source_minor) as priced, sum(p.paid_source_minor) as paid_source, sum(p.paid_fees_minor) as fees,
    sum(p.paid_recipient_fees_minor) as recipient_fees, sum(p.paid_target_minor) as paid_target`;

const STATE = shownState('g', 'b');

/** The facts that the row of the run has. */
type OfRun = Omit<StatusFacts, 'hasPayments' | 'counts' | 'reasons' | 'batches' | 'unsent' | 'batchSums' | 'short'>;

interface BatchLine {
  readonly run: bigint;
  readonly state: BatchState;
  readonly currency: string;
  readonly n: number;
  readonly is_short: boolean;
  readonly unsent: number;
  readonly payments: number;
  readonly debit: bigint | null;
}

/**
 * Current state of runs, in the order of their ids. Counts only rows that need attention. The other rows of a done run
 * are paid; for a run that is not done, `batches` shows their progress.
 */
export async function readRunStatuses(db: Db, ids: readonly bigint[]): Promise<readonly StatusFacts[]> {
  if (ids.length === 0) return [];
  const { rows: runs } = await db.query<OfRun & { job: string }>(
    `select r.id as run, r.job, r.status as outcome, r.finished_at is not null as "isFinished", r.intake_at is not null as "readIn",
       ${isDryRun('r')} as "dryRun", r.confirmed_at is not null as confirmed, coalesce(r.starts_at > now(), false) as early,
       coalesce(r.lease_until > now(), false) as leased, coalesce(r.rows_in, 0) as rows,
       exists (select 1 from payrun.payment p where p.run_id = r.id and p.state = 'ready') as "hasReady",
       (select count(*)::int from payrun.batch_discrepancy d where d.run_id = r.id and d.accepted_by is null) as "batchDiscrepancies"
     from payrun.run r where r.id = any($1) order by r.id`,
    [ids],
  );
  const { rows: batches } = await db.query<BatchLine>(
    `select run_id as run, state, currency, count(*)::int as n, sum(payments)::int as payments,
       state = 'approved' and missing_minor is not null as is_short,
       count(*) filter (where state = 'unknown' and remote_id is not null and start_attempted_at is null and started_outside_at is null)::int as unsent,
       case when bool_and(quote is not null) then sum((quote->>'debitMinor')::bigint)::bigint end as debit
     from payrun.batch where run_id = any($1) group by 1, 2, 3, 6 order by 1, 3, 2, 6`,
    [ids],
  );
  const { rows: reasons } = await db.query<ReasonFact & { run: bigint }>(REASONS, [ids]);
  return runs.map(({ job, ...run }) => {
    const own = batches.filter((batch) => batch.run === run.run);
    const why = reasons.filter((reason) => reason.run === run.run).map(({ run: _, ...reason }) => reason);
    const cared = countsOfReasons(why);
    const left = run.rows - countAll(cared);
    const doubtful = own.reduce((sum, one) => (one.state === 'unknown' ? sum + one.payments : sum), 0);
    const batchCounts: Partial<Record<BatchState, number>> = {};
    for (const { state, n } of own) batchCounts[state] = (batchCounts[state] ?? 0) + n;
    return {
      ...run,
      hasPayments: runKind(job).hasPayments,
      counts: {
        ...cared,
        ...(doubtful > 0 ? { unknown: (cared.unknown ?? 0) + doubtful } : {}),
        ...(run.isFinished && left > 0 ? { processed: left } : {}),
      },
      reasons: why,
      batches: batchCounts,
      unsent: own.reduce((sum, one) => sum + one.unsent, 0),
      batchSums: own.map(({ is_short, debit, state, currency, payments }) => ({
        ...{ state, currency, payments, totalDebit: debit, isShort: is_short },
      })),
      short: own.reduce((sum, one) => (one.is_short ? sum + one.n : sum), 0),
    };
  });
}

function countsOfReasons(reasons: readonly ReasonFact[]): Partial<Record<PaymentState, number>> {
  const counts: Partial<Record<PaymentState, number>> = {};
  for (const { state, payments } of reasons) counts[state] = (counts[state] ?? 0) + payments;
  return counts;
}

/** Counts and sums of runs, in the order of their ids. Reads every payment: a quarter of a second for 100,000. */
export async function readRunFacts(db: Db, ids: readonly bigint[]): Promise<readonly RunFacts[]> {
  const statuses = await readRunStatuses(db, ids);
  const byRun = await readPaymentGroups(db, ids);
  return statuses.map((status) => {
    const groups = byRun.get(status.run) ?? [];
    const counts: Partial<Record<PaymentState, number>> = {};
    for (const { state, payments } of groups) counts[state] = (counts[state] ?? 0) + payments;
    return { status: { ...status, counts: status.hasPayments ? counts : status.counts }, groups };
  });
}

/** Payments of runs by state, batch and currencies, by run. Reads every payment. */
export async function readPaymentGroups(
  db: Db,
  ids: readonly bigint[],
): Promise<ReadonlyMap<bigint, readonly PaymentGroup[]>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.query<PaymentGroup & { run: bigint }>(GROUPS, [ids]);
  const byRun = Map.groupBy(rows, ({ run }) => run);
  return new Map([...byRun].map(([run, groups]) => [run, groups.map(({ run: _, ...group }) => group)]));
}

/** A discrepancy that a user accepted, or a payment that a user confirmed as paid. */
const DECIDED = `p.state = 'processed' and p.reason_code in ('accepted', 'resolved')`;
const REAL = `case when ${DECIDED} and p.fixed = 'source' then coalesce(p.paid_source_minor, p.minor)
  when ${DECIDED} and p.fixed = 'target' and p.paid_target_minor is not null
    then case when p.paid_target_currency = p.currency then p.paid_target_minor else 0 end
  else p.minor end`;
const OTHER = `case when ${DECIDED} and p.fixed = 'target' and p.paid_target_currency <> p.currency then p.paid_target_minor end`;

/** A line for each batch: the rest of its quote is the debit of payments that the service has not reported yet. */
const GROUPS = `
select g.run, ${STATE} as state, g.batch_id as batch, ${awaitedBy('b')}, (b.quote->>'debitMinor')::bigint as quoted,
  g.currency, g.source_currency, g.target_currency,
  g.n::int as payments, g.minor::bigint as minor, g.arriving::bigint as arriving,
  g.real::bigint as real, g.real_arriving::bigint as real_arriving, g.real_other::bigint as real_other, g.priced::int as priced,
  g.paid_source::bigint as paid_source, g.fees::bigint as fees, g.recipient_fees::bigint as recipient_fees, g.paid_target::bigint as paid_target
from (
  select p.run_id as run, p.state, p.batch_id, p.currency, p.source_currency, p.paid_target_currency as target_currency,
    count(*) as n, sum(p.minor) as minor, sum(p.minor) filter (where p.fixed = 'target') as arriving,
    sum(${REAL}) as real, sum(${REAL}) filter (where p.fixed = 'target') as real_arriving, sum(${OTHER}) as real_other,
    ${PAID_SUMS}
  from payrun.payment p where p.run_id = any($1) group by 1, 2, 3, 4, 5, 6) g
left join payrun.batch b on b.id = g.batch_id
order by g.run, g.currency nulls last, g.state, g.source_currency, g.target_currency, g.batch_id`;
