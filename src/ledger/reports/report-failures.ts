import { reasonWords } from '../../outcomes/reason-words.ts';
import type { ReasonFact } from '../../outcomes/run-outcome.ts';
import type { Db } from '../db/db.ts';
import { type Scope, visible } from '../merchants/scope.ts';
import { REASON_CODE, REASON_SENTENCE } from '../runs/run-facts.ts';
import { type ReportRange, rangeValues, within } from './report-range.ts';

/** Payments in one currency that failed or were returned for the same reason. */
export interface FailureGroup {
  readonly state: 'failed' | 'returned';
  readonly code: string;
  /** The reason as runs word it, with the whole sentence of the payout service. */
  readonly reason: string;
  readonly currency: string;
  readonly payments: number;
  /** The sum of the amounts that their rows state, in minor units. */
  readonly minor: bigint;
  /** The latest run with such a payment. */
  readonly run: bigint;
}

/** In characters: a report is where a reason is read to its end. */
const LONGEST = 199;

type FailureFact = ReasonFact & Pick<FailureGroup, 'state' | 'run' | 'currency' | 'minor'>;

/**
 * Failed and returned payments in the range by reason and currency, the most frequent reason first. Each state has at
 * most `most` reasons; the rest are one group per currency.
 */
export async function selectFailures(
  db: Db,
  scope: Scope,
  range: ReportRange,
  most: number,
): Promise<readonly FailureGroup[]> {
  const { rows } = await db.query<FailureFact>(
    `select max(run) as run, state, case when nth <= ${most} then code else 'other_reasons' end as code,
       case when nth <= ${most} then sentence else '' end as sentence, currency, sum(n)::int as payments, sum(minor)::bigint as minor
     from (
       select *, dense_rank() over (partition by state order by all_n desc, code, sentence) as nth from (
         select max(p.run_id) as run, p.state, ${REASON_CODE} as code, ${REASON_SENTENCE} as sentence, p.currency, count(*)::int as n,
           sum(p.minor)::bigint as minor, sum(count(*)) over (partition by p.state, ${REASON_CODE}, ${REASON_SENTENCE}) as all_n
         from payrun.payment p
         where p.state in ('failed', 'returned') and ${within('p.final_at', 'p.merchant_id')} and ${visible('p.merchant_id')}
         group by 2, 3, 4, 5) counted) ranked
     group by 2, 3, 4, 5`,
    [scope, ...rangeValues(range)],
  );
  const alike = Map.groupBy(rows, ({ state, code, sentence }) => `${state} ${reasonWords(code, sentence, LONGEST)}`);
  const byReason = [...alike.values()]
    .map((facts) => ({ payments: paymentsOf(facts), groups: byCurrency(facts) }))
    .sort((a, b) => b.payments - a.payments || (a.groups[0]!.reason < b.groups[0]!.reason ? -1 : 1));
  return byReason.flatMap(({ groups }) => groups);
}

/** Facts of one reason by currency, the most frequent first. */
function byCurrency(facts: readonly FailureFact[]): readonly FailureGroup[] {
  const { state, code, sentence } = facts[0]!;
  return [...Map.groupBy(facts, ({ currency }) => currency)]
    .map(([currency, alike]) => ({
      state,
      code: code ?? state,
      reason: reasonWords(code, sentence, LONGEST),
      currency,
      payments: paymentsOf(alike),
      minor: alike.reduce((sum, { minor }) => sum + minor, 0n),
      run: alike.reduce((latest, { run }) => (run > latest ? run : latest), 0n),
    }))
    .sort((a, b) => b.payments - a.payments || (a.currency < b.currency ? -1 : 1));
}

const paymentsOf = (facts: readonly Pick<ReasonFact, 'payments'>[]): number =>
  facts.reduce((sum, { payments }) => sum + payments, 0);
