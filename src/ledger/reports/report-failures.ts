import { reasonWords } from '../../outcomes/reason-words.ts';
import type { ReasonFact } from '../../outcomes/run-outcome.ts';
import type { Db } from '../db/db.ts';
import { type Scope, visible } from '../merchants/scope.ts';
import { reasonFacts } from '../runs/reason-facts.ts';
import { type ReportRange, rangeValues, within } from './report-range.ts';

/** Payments that failed or were returned for the same reason. */
export interface FailureGroup {
  readonly state: 'failed' | 'returned';
  readonly code: string;
  /** The reason as runs word it. */
  readonly reason: string;
  readonly payments: number;
  /** The latest run with such a payment. */
  readonly run: bigint;
}

/**
 * Failed and returned payments in the range by reason, most frequent first. Each state has at most `most` reasons; the
 * rest are one group.
 */
export async function selectFailures(
  db: Db,
  scope: Scope,
  range: ReportRange,
  most: number,
): Promise<readonly FailureGroup[]> {
  const of = `p.state in ('failed', 'returned') and ${within('p.final_at', 'p.merchant_id')} and ${visible('p.merchant_id')}`;
  const { rows } = await db.query<ReasonFact & Pick<FailureGroup, 'state' | 'run'>>(
    reasonFacts({ of, each: false, most }),
    [scope, ...rangeValues(range)],
  );
  const alike = Map.groupBy(rows, ({ state, code, sentence }) => `${state} ${reasonWords(code, sentence)}`);
  const groups = [...alike.values()].map((facts): FailureGroup => {
    const { state, code, sentence } = facts[0]!;
    return {
      state,
      code: code ?? state,
      reason: reasonWords(code, sentence),
      payments: facts.reduce((sum, { payments }) => sum + payments, 0),
      run: facts.reduce((latest, { run }) => (run > latest ? run : latest), 0n),
    };
  });
  return groups.sort((a, b) => b.payments - a.payments || (a.reason < b.reason ? -1 : 1));
}
