import type { Actor } from '../../permissions/actor.ts';
import type { RunOutcome } from '../../reports/payment-run-outcome.ts';
import type { OnInvalid } from '../../settings/on-invalid.ts';
import type { SheetSource } from '../../sheets/understood-sheet.ts';
import type { AppContext } from '../context/app-context.ts';
import { createSheetRun } from './create-sheet-run.ts';
import { type ExecuteOptions, executeSheet } from './execute-run.ts';

export interface PayOptions extends Omit<ExecuteOptions, 'confirm'> {
  /** A path; or bytes with the path beside which the results are written. */
  readonly file: SheetSource;
  /** The merchant that pays; if the rows name merchants, the one for rows that name none. */
  readonly merchant?: string | undefined;
  /** The user who creates the run. */
  readonly maker: Actor;
  /** By default that of the rules in force; it may only be stricter. */
  readonly onInvalid?: OnInvalid | undefined;
  /** The decimal separator of its amounts. By default that of the configuration, or the one that the sheet shows. */
  readonly decimal?: 'point' | 'comma' | undefined;
  /** The encoding of a CSV file that is not Unicode, a name in `ENCODING_NAMES`. */
  readonly encoding?: string | undefined;
  /** The worksheet of an XLSX file that has several. */
  readonly worksheet?: string | undefined;
  /** The day on which it pays, YYYY-MM-DD. By default the one in its rows, or as soon as it is approved. */
  readonly payOn?: string | undefined;
  readonly dryRun: boolean;
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
