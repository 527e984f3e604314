import type { RunOutcome } from '../../reports/payment-run-outcome.ts';
import type { SheetSource } from '../../sheets/understood-sheet.ts';
import type { AppContext } from '../context/app-context.ts';
import { createSheetRun, type NewSheetRun } from './create-sheet-run.ts';
import { type ExecuteOptions, executeSheet } from './execute-run.ts';

export interface PayOptions
  extends Omit<ExecuteOptions, 'confirm'>,
    Pick<NewSheetRun, 'merchant' | 'maker' | 'onInvalid' | 'decimal' | 'encoding' | 'worksheet' | 'payOn' | 'dryRun'> {
  /** A path; or bytes with the path next to which the results are written. */
  readonly file: SheetSource;
  /**
   * Asks the user to confirm the plan; `yes` if it is already confirmed, so that the run also continues after a crash.
   */
  readonly confirm: 'yes' | NonNullable<ExecuteOptions['confirm']>;
}

/**
 * Creates and executes the run of a sheet, or one run for each merchant that its rows name. Throws what
 * `createSheetRun` throws before anything is written. Also throws what `executeSheet` throws; then the run exists, and
 * `payrun resume` continues it.
 */
export async function paySheet(appContext: AppContext, options: PayOptions): Promise<RunOutcome> {
  const run = await createSheetRun(appContext, { ...options, confirmed: options.confirm === 'yes' });
  return executeSheet(appContext, run, {
    ...options,
    confirm: options.confirm === 'yes' ? async () => true : options.confirm,
  });
}
