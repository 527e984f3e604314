import type { Scope } from '../../ledger/merchants/scope.ts';
import { countRowsToFix, type RowError, selectSameValues } from '../../ledger/views/correctable-rows.ts';
import type { Money } from '../../model.ts';
import type { AppContext } from '../context/app-context.ts';
import { type Corrector, isWrong, openEdits } from './correct-rows.ts';
import { type ReplaceableValue, replaceableValues } from './same-values.ts';

/** A user's progress with the rows of a run. */
export interface CorrectionProgress {
  /** The rows that were to be corrected. */
  readonly rows: number;
  /** Those that the user changed, and that have no errors now. */
  readonly corrected: number;
  /** The sums of the corrected rows, for each currency. */
  readonly sums: readonly Money[];
  /** The values that can be replaced in several rows at once; of one error if it is given. */
  readonly values: readonly ReplaceableValue[];
}

export async function correctionProgress(
  appContext: AppContext,
  { run, by }: Corrector,
  scope: Scope,
  error: RowError | null,
): Promise<CorrectionProgress> {
  const { db } = appContext.ledger;
  const { changed } = await openEdits(appContext, run, by);
  const right = changed.filter((row) => !isWrong(row));
  const sums = new Map<string, bigint>();
  for (const { amount } of right)
    if (amount !== null) sums.set(amount.currency, (sums.get(amount.currency) ?? 0n) + amount.minor);
  return {
    rows: await countRowsToFix(db, scope, run),
    corrected: right.length,
    sums: [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([currency, minor]) => ({ currency, minor })),
    values: replaceableValues(await selectSameValues(db, scope, run, error), changed),
  };
}
