import type { RunOutcome } from '../../reports/outcome.ts';
import type { OnInvalid } from '../../settings/on-invalid.ts';
import type { AppContext } from '../context/app-context.ts';
import type { Actor } from '../users/actor.ts';
import { createSheetRun } from './create-sheet-run.ts';
import { type ExecuteOptions, executeSheet } from './execute-run.ts';

export interface PayOptions extends Omit<ExecuteOptions, 'confirm'> {
  readonly file: string;
  /** Who pays; of a sheet whose rows say who pays, the rows that name nobody. */
  readonly merchant?: string | undefined;
  /** Who asks for it. */
  readonly maker: Actor;
  /** Without it that of the rules in force; it may only be stricter. */
  readonly onInvalid?: OnInvalid | undefined;
  /** What stands before the decimals of its amounts; without it that of the configuration, or what the sheet shows. */
  readonly decimal?: 'point' | 'comma' | undefined;
  /** The encoding of a CSV that is not Unicode, a name of `ENCODING_NAMES`. */
  readonly encoding?: string | undefined;
  /** Of an XLSX with several worksheets. */
  readonly worksheet?: string | undefined;
  readonly dryRun: boolean;
  /** Asks the person; `yes` where it was said beforehand, and then the run is carried on also after a crash. */
  readonly confirm: 'yes' | NonNullable<ExecuteOptions['confirm']>;
}

/**
 * The whole job on one sheet: a run, or one for each merchant that its rows name. Throws `file_*` and `sheet_*` before anything is written, and everything that `executeRun`
 * throws; then the run stays, and `payrun resume` carries it on.
 */
export async function paySheet(appContext: AppContext, options: PayOptions): Promise<RunOutcome> {
  const run = await createSheetRun(appContext, { ...options, confirmed: options.confirm === 'yes' });
  return executeSheet(appContext, run, {
    ...options,
    confirm: options.confirm === 'yes' ? async () => true : options.confirm,
  });
}
