import { resolve } from 'node:path';
import { refuseOtherService } from '../../batches/services/refuse-other-service.ts';
import { PayrunError } from '../../errors.ts';
import { checkContext } from '../../intake/check-context.ts';
import { checkRecipientRow } from '../../intake/check-row.ts';
import { isSandbox } from '../../ledger/merchants/environment-seen.ts';
import { getMerchant } from '../../ledger/merchants/merchant.ts';
import { recipientRowsBetween } from '../../ledger/recipients/recipient-row.ts';
import { markReported } from '../../ledger/runs/reported-runs.ts';
import { getRun, type RunRow } from '../../ledger/runs/run.ts';
import { getSheet } from '../../ledger/runs/sheet.ts';
import { storedSheetBytes } from '../../ledger/runs/stored-sheet.ts';
import { sentence } from '../../messages.ts';
import type { Actor } from '../../permissions/actor.ts';
import { authorize } from '../../permissions/authorize.ts';
import { ingestRecipients, type RecipientSource, upsertRecipients } from '../../recipients/sync-sheet.ts';
import { SYNC_RECIPIENTS } from '../../references/run-kinds.ts';
import { resultsPath } from '../../reports/results-path.ts';
import { runNames } from '../../reports/run-names.ts';
import { withOpenSheet } from '../../sheets/files/sheet-file.ts';
import type { OpenSheet } from '../../sheets/open-sheet.ts';
import { readOptions } from '../../sheets/read/read-options.ts';
import { openApart, writeResultsApart } from '../../sheets/readers/read-apart.ts';
import type { SheetBytes } from '../../sheets/understood-sheet.ts';
import type { AppContext } from '../context/app-context.ts';
import { requireMerchant } from '../context/require-merchant.ts';
import { newRunOfSheet } from '../leases/new-run-of-sheet.ts';
import { type RunWatch, withRunLease } from '../leases/with-run-lease.ts';
import { isOfRecipients, OWN_HEADER } from './recipient-sheet.ts';
import { type RecipientsOutcome, recipientsOutcome } from './recipients-outcome.ts';

export interface SyncOptions extends RunWatch {
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
 * Creates or updates the recipients of a sheet at the service, and pays nobody. Throws `file_*`, `sheet_*`,
 * `payment_sheet`, `merchant_unknown`, `keys_required` and what `authorize` throws before anything is written. Also
 * throws what `executeRecipientRun` throws; then the run exists, and `payrun resume` continues it.
 */
export async function syncRecipientSheet(appContext: AppContext, options: SyncOptions): Promise<RecipientsOutcome> {
  const { dryRun, maker, merchant = appContext.defaultMerchant } = options;
  await authorize(appContext.ledger.db, maker, dryRun ? 'upload' : 'submit', { merchants: [merchant] });
  const run = await withOpenSheet(resolve(options.file), (file) =>
    createRecipientRun(appContext, options, merchant, file),
  );
  return executeRecipientRun(appContext, run, options);
}

async function createRecipientRun(
  appContext: AppContext,
  options: SyncOptions,
  merchant: string,
  file: SheetBytes,
): Promise<bigint> {
  const { dryRun, worksheet, maker } = options;
  const sheet = await openApart(file, { ...readOptions(appContext.config, options), of: 'profiles' });
  await sheet.close();
  if (!isOfRecipients(sheet)) throw new PayrunError('payment_sheet', { file: sheet.name });
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

/**
 * Takes a run of recipients as far as it can go now, and writes its results. Continues where an earlier attempt ended.
 * Throws what `withRunLease` throws, and errors that stop the whole run.
 */
export async function executeRecipientRun(
  appContext: AppContext,
  id: bigint,
  watch: RunWatch,
): Promise<RecipientsOutcome> {
  const { db } = appContext.ledger;
  const row = await getRun(db, id);
  await withSheet(appContext, row, async (source) => {
    await withRunLease(appContext, id, watch, async ({ run, deps, tracker, withService }) => {
      await ingestRecipients(run, deps, source);
      if (!row.options.dryRun) {
        const atService = await withService();
        await refuseOtherService(run, atService);
        await upsertRecipients(run, atService, source);
      }
      tracker.progress({ stage: 'report', done: 0, total: null });
    });
  });
  const results = await reportOf(appContext, row);
  await markReported(db, id);
  await appContext.calls.flush();
  return recipientsOutcome(db, id, results);
}

/**
 * Writes the results of a run of recipients again, from the ledger. Without `folder` they go to their usual place and
 * the run is marked as reported. Throws `file_unwritable` and `purged_sheet`.
 */
export async function reportRecipients(
  appContext: AppContext,
  id: bigint,
  folder?: string,
): Promise<RecipientsOutcome> {
  const { db } = appContext.ledger;
  const results = await reportOf(appContext, await getRun(db, id), folder);
  if (folder === undefined) await markReported(db, id);
  return recipientsOutcome(db, id, results);
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
  const sheet = await openApart(storedSheetBytes(ledger, stored!), {
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

async function reportOf(appContext: AppContext, run: RunRow, folder?: string): Promise<string> {
  const { ledger, config, clock } = appContext;
  const sandbox = await isSandbox(appContext, [run.merchant_id]);
  const { file } = run.options;
  return withSheet(appContext, run, async (_, sheet) => {
    const workbook = `${await resultsPath(config.home, { run: run.id, sheet: file ?? sheet.name, file, folder })}.xlsx`;
    await writeResultsApart(sheet, {
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
