import { resolve } from 'node:path';
import { refuseOtherService } from '../../batches/services/refuse-other-service.ts';
import { PayrunError } from '../../errors.ts';
import { checkContext } from '../../intake/check-context.ts';
import { checkRecipientRow } from '../../intake/check-row.ts';
import { isSandbox } from '../../ledger/merchants/environment-seen.ts';
import { getMerchant } from '../../ledger/merchants/merchant.ts';
import { recipientRowsBetween } from '../../ledger/recipients/recipient-row.ts';
import { getRun, type RunRow } from '../../ledger/runs/run.ts';
import { getSheet, storedSheetBytes } from '../../ledger/runs/sheet.ts';
import { sentence } from '../../messages.ts';
import type { Actor } from '../../permissions/actor.ts';
import { authorize } from '../../permissions/authorize.ts';
import { ingestRecipients, type RecipientSource, upsertRecipients } from '../../recipients/sync-sheet.ts';
import { SYNC_RECIPIENTS } from '../../references/run-kinds.ts';
import { resultsPath, runNames } from '../../reports/run-names.ts';
import { withOpenSheet } from '../../sheets/files/sheet-file.ts';
import type { OpenSheet } from '../../sheets/open-sheet.ts';
import { readOptions } from '../../sheets/read/reading.ts';
import { openSheetInProcess, writeResultsInProcess } from '../../sheets/readers/read-in-process.ts';
import type { SheetBytes } from '../../sheets/understood-sheet.ts';
import type { AppContext } from '../context/app-context.ts';
import { requireMerchant } from '../context/require-merchant.ts';
import { newRunOfSheet } from '../leases/new-run-of-sheet.ts';
import type { LeasedRun } from '../leases/with-run-lease.ts';
import { isOfRecipients, OWN_HEADER } from './recipient-sheet.ts';

export interface SyncOptions {
  readonly file: string;
  /** The merchant of the recipients. By default, the merchant of the keys in the environment. */
  readonly merchant?: string | undefined;
  readonly worksheet?: string | undefined;
  /** The user who runs it. */
  readonly maker: Actor;
  /** Checks the sheet and sends nothing to the service. */
  readonly dryRun: boolean;
}

/**
 * Creates the run of a sheet of recipients, which are created or updated in the payout service and not paid. Throws
 * `file_*`, `sheet_*`, `payment_sheet`, `merchant_unknown`, `keys_required` and what `authorize` throws; then nothing
 * is written.
 */
export async function createRecipientRun(appContext: AppContext, options: SyncOptions): Promise<bigint> {
  const { dryRun, maker, merchant = appContext.defaultMerchant } = options;
  await authorize(appContext.ledger.db, maker, dryRun ? 'upload' : 'submit', { merchants: [merchant] });
  return withOpenSheet(resolve(options.file), (file) => createRunOf(appContext, options, merchant, file));
}

async function createRunOf(
  appContext: AppContext,
  options: SyncOptions,
  merchant: string,
  file: SheetBytes,
): Promise<bigint> {
  const { dryRun, worksheet, maker } = options;
  const sheet = await openSheetInProcess(file, { ...readOptions(appContext.config, options), of: 'profiles' });
  await sheet.close();
  if (!isOfRecipients(sheet.understood.columns)) throw new PayrunError('payment_sheet', { file: sheet.name });
  await requireMerchant(appContext, merchant);

  return newRunOfSheet(appContext, {
    job: SYNC_RECIPIENTS,
    file,
    understood: sheet.understood,
    merchant,
    maker,
    options: { file: file.name, onInvalid: 'skip', dryRun, ...(worksheet === undefined ? {} : { worksheet }) },
    confirmed: !dryRun,
  });
}

/** Reads the sheet of a run of recipients, and brings them to the service. */
export async function workOnRecipients(appContext: AppContext, { run, deps, withService }: LeasedRun): Promise<void> {
  const row = await getRun(appContext.ledger.db, run.id);
  await withSheet(appContext, row, async (source) => {
    await ingestRecipients(run, deps, source);
    if (row.options.dryRun) return;
    const atService = await withService();
    await refuseOtherService(run, atService);
    await upsertRecipients(run, atService, source);
  });
}

async function withSheet<T>(
  appContext: AppContext,
  { sheet_id, options, merchant_id }: RunRow,
  work: (source: RecipientSource, sheet: OpenSheet) => Promise<T>,
): Promise<T> {
  const { ledger, config, clock } = appContext;
  const { db } = ledger;
  const stored = await getSheet(db, sheet_id!);
  const { withoutAccounts = false } = options;
  const sheet = await openSheetInProcess(storedSheetBytes(ledger, stored!), {
    ...(withoutAccounts ? readOptions(OWN_HEADER) : readOptions(config, options)),
    of: 'profiles',
  });
  const { country } = await getMerchant(db, merchant_id);
  const { rules } = await appContext.rules();
  const context = { ...checkContext({ ...config, ...rules }, clock.now(), country), withoutAccounts };
  const source: RecipientSource = {
    rows: () => sheet.rows(),
    check(row) {
      const checked = checkRecipientRow(row, context);
      const { merchant } = row.cells;
      if (merchant === undefined || merchant === merchant_id) return checked;
      const message = sentence('merchant_other', { merchant: merchant_id });
      const problem = {
        code: 'merchant_other',
        column: 'merchant',
        severity: 'error',
        message,
        value: merchant,
      } as const;
      return { recipient: null, problems: [...checked.problems, { ...problem, row: row.row }] };
    },
  };
  try {
    return await work(source, sheet);
  } finally {
    await sheet.close();
  }
}

const HINT = 'Correct the red cells, save, and run the job again. Nothing is sent for what did not change.';

/** Writes the results of a run of recipients. Throws `file_unwritable` and `purged_sheet`. */
export async function writeRecipientResults(appContext: AppContext, id: bigint, folder?: string): Promise<string> {
  const { ledger, config, clock } = appContext;
  const run = await getRun(ledger.db, id);
  const sandbox = await isSandbox(appContext, [run.merchant_id]);
  const { file } = run.options;
  return withSheet(appContext, run, async (_, sheet) => {
    const workbook = `${await resultsPath(config.home, { run: run.id, sheet: file ?? sheet.name, file, folder })}.xlsx`;
    await writeResultsInProcess(sheet, {
      kind: 'check',
      workbook,
      heading: { title: runNames([run.id]), merchant: run.merchant_id, sandbox, at: clock.now() },
      results: async (rows) => {
        const found = await recipientRowsBetween(ledger.db, run.id, rows[0]!.row, rows.at(-1)!.row);
        return new Map(
          found.map(({ row, state, reason, problems }) => [
            row,
            { row, status: state, problems, ...(reason === null ? {} : { reason }) },
          ]),
        );
      },
      totals: null,
      worksheet: 'Recipients',
      hint: HINT,
    });
    return workbook;
  });
}
