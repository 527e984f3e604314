import type { Db } from '../../ledger/db/db.ts';
import { leadOf } from '../../ledger/runs/sheet-runs.ts';
import { type RunSubject, runKind } from '../../references/run-kinds.ts';
import { runOutcome } from '../../reports/payment-run-outcome.ts';
import { sheetOutcome } from '../../reports/sheet-outcome.ts';
import { writeReport } from '../../reports/write-report.ts';
import type { AppContext } from '../context/app-context.ts';
import { executeMerchantRun, reportMerchants } from '../merchants/merchant-run.ts';
import { executeRecipientRun, reportRecipients } from '../recipients/sync-recipients.ts';
import { type ExecuteOptions, executeRun } from './execute-run.ts';
import { type AnyRunOutcome, RUN_OUTCOMES } from './run-outcomes.ts';
import { writeRunReport } from './write-run-report.ts';

/** The operations on a run of any kind. */
interface RunMethods {
  /**
   * Takes the run as far as it can go now, and writes its results. Continues where an earlier attempt ended. Throws
   * what `withRunLease` throws, and errors that stop the whole run.
   */
  readonly execute: (appContext: AppContext, id: bigint, options: ExecuteOptions) => Promise<AnyRunOutcome>;
  /** The outcome of all runs of its sheet, from the ledger alone. */
  readonly sheetOutcome: (db: Db, id: bigint, results: string | null) => Promise<AnyRunOutcome>;
  /**
   * Writes the results to their usual place and marks the run as reported. The path in the outcome is null if no
   * results were written. Throws `file_unwritable`, and `purged_sheet` for a run without payments.
   */
  readonly report: (appContext: AppContext, id: bigint) => Promise<AnyRunOutcome>;
  /** Writes the results into a folder. Returns the path. Throws `file_unwritable` and `purged_sheet`. */
  readonly writeResults: (appContext: AppContext, id: bigint, folder: string) => Promise<string | null>;
}

const METHODS: Readonly<Record<RunSubject, RunMethods>> = {
  payments: {
    execute: executeRun,
    sheetOutcome: async (db, id, results) => sheetOutcome(db, await leadOf(db, id), results),
    report: async (appContext, id) => runOutcome(appContext.ledger.db, id, await writeRunReport(appContext, id)),
    writeResults: async (appContext, id, folder) => (await writeReport(appContext, id, folder)).results,
  },
  recipients: {
    execute: executeRecipientRun,
    sheetOutcome: RUN_OUTCOMES.recipients,
    report: reportRecipients,
    writeResults: async (appContext, id, folder) => (await reportRecipients(appContext, id, folder)).results,
  },
  merchants: {
    execute: executeMerchantRun,
    sheetOutcome: RUN_OUTCOMES.merchants,
    report: reportMerchants,
    writeResults: async (appContext, id, folder) => (await reportMerchants(appContext, id, folder)).results,
  },
};

export const runMethods = (job: string): RunMethods => METHODS[runKind(job).subject];
