import { resolve } from 'node:path';
import { isError, PayrunError } from '../../errors.ts';
import { isSandbox } from '../../ledger/merchants/environment-seen.ts';
import { getMerchant } from '../../ledger/merchants/merchant.ts';
import { merchantRows } from '../../ledger/merchants/merchant-row.ts';
import { getRun } from '../../ledger/runs/run.ts';
import { getSheet, storedSheetBytes } from '../../ledger/runs/sheet.ts';
import { ingestMerchants } from '../../merchants/ingest-merchants.ts';
import { type MerchantSheet, readMerchantSheetInProcess } from '../../merchants/merchant-sheet.ts';
import type { Platform } from '../../merchants/merchant-step.ts';
import { upsertMerchants } from '../../merchants/upsert-merchants.ts';
import { writeMerchantResults } from '../../merchants/write-merchant-results.ts';
import type { Actor } from '../../permissions/actor.ts';
import { authorize } from '../../permissions/authorize.ts';
import { resultsPath, runNames } from '../../reports/run-names.ts';
import { withOpenSheet } from '../../sheets/files/sheet-file.ts';
import type { SheetBytes } from '../../sheets/understood-sheet.ts';
import type { AppContext } from '../context/app-context.ts';
import { verifiedPlatformService, verifiedService } from '../context/verified-service.ts';
import { newRunOfSheet } from '../leases/new-run-of-sheet.ts';
import type { LeasedRun } from '../leases/with-run-lease.ts';

export interface MerchantRunOptions {
  readonly file: string;
  readonly worksheet?: string | undefined;
  /** The platform that creates the sub-merchants; null to change the settings of existing ones. */
  readonly parent: string | null;
  /** Sub-merchants whose creation is unconfirmed, and which the user states do not exist. */
  readonly createAgain?: readonly string[];
  /** The user who runs it. */
  readonly maker: Actor;
  /** Reports the changes without making them. */
  readonly dryRun: boolean;
}

/**
 * Creates the run of a sheet of sub-merchants, which are created or set up. Throws `file_*`, `sheet_*`,
 * `merchant_unknown`, `keys_of_wrong_kind` and what `authorize` throws; then nothing is written.
 */
export async function createMerchantRun(appContext: AppContext, options: MerchantRunOptions): Promise<bigint> {
  await authorize(appContext.ledger.db, options.maker, 'merchants');
  return withOpenSheet(resolve(options.file), (file) => createRunOf(appContext, options, file));
}

async function createRunOf(
  appContext: AppContext,
  { parent, dryRun, worksheet, createAgain, maker }: MerchantRunOptions,
  file: SheetBytes,
): Promise<bigint> {
  const sheet = await readMerchantSheetInProcess(file, worksheet);
  if (parent !== null) {
    // Opening its service also adds the embedded sandbox's platform to the ledger.
    await appContext.service(parent);
    await platformOf(appContext, parent);
  }
  const owner = parent ?? (await firstKnown(appContext, sheet));
  const job = parent === null ? 'merchant-settings' : 'onboard-merchants';

  return newRunOfSheet(appContext, {
    job,
    file,
    understood: sheet.understood,
    merchant: owner,
    maker,
    options: {
      file: file.name,
      onInvalid: 'skip',
      dryRun,
      ...(worksheet === undefined ? {} : { worksheet }),
      ...(createAgain && createAgain.length > 0 ? { createAgain } : {}),
    },
    confirmed: true,
  });
}

/** Reads the sheet of a run of sub-merchants, and creates them or sets them up. */
export async function workOnMerchants(appContext: AppContext, { run, deps, tracker }: LeasedRun): Promise<void> {
  const { job, merchant_id: owner } = await getRun(appContext.ledger.db, run.id);
  const sheet = await storedSheet(appContext, run.id);
  const creating = job === 'onboard-merchants';
  const how = { run: run.id, onCall: tracker.onCall, signal: deps.signal };
  const serviceOf = (merchant: string) => verifiedService(appContext, merchant, how);
  const platform: Platform | null = creating
    ? { ...(await platformOf(appContext, owner)), service: await verifiedPlatformService(appContext, owner, how) }
    : null;
  await ingestMerchants(run, deps, sheet, creating);
  await upsertMerchants(run, { ...deps, serviceOf, platform }, sheet.rows);
}

async function storedSheet({ ledger }: AppContext, id: bigint): Promise<MerchantSheet> {
  const { sheet_id, options } = await getRun(ledger.db, id);
  const stored = await getSheet(ledger.db, sheet_id!);
  return readMerchantSheetInProcess(storedSheetBytes(ledger, stored!), options.worksheet);
}

/** Writes the results of a run of sub-merchants. Throws `file_unwritable` and `purged_sheet`. */
export async function writeMerchantResultsOf(appContext: AppContext, id: bigint, folder?: string): Promise<string> {
  const { ledger, config, clock } = appContext;
  const sheet = await storedSheet(appContext, id);
  const { options, merchant_id } = await getRun(ledger.db, id);
  const file = options.file!;
  const place = await resultsPath(config.home, { run: id, sheet: file, file, folder });
  const workbook = `${place}.xlsx`;
  const sandbox = await isSandbox(appContext, [merchant_id]);
  const heading = { title: runNames([id]), merchant: merchant_id, sandbox, at: clock.now() };
  await writeMerchantResults(sheet, await merchantRows(ledger.db, id), { workbook, heading });
  return workbook;
}

/** Throws `merchant_unknown`, and `keys_of_wrong_kind` if its keys are not those of a platform. */
async function platformOf({ ledger }: AppContext, id: string): Promise<Omit<Platform, 'service'>> {
  const { environment, key_kind } = await getMerchant(ledger.db, id);
  if (key_kind !== 'parent')
    throw new PayrunError('keys_of_wrong_kind', {
      call: 'Making a sub-merchant',
      needed: 'parent',
      merchant: id,
      kind: key_kind,
    });
  return { id, environment };
}

/**
 * The first merchant of the sheet that the ledger knows, because the run must belong to one. Throws `merchant_unknown`.
 */
async function firstKnown({ ledger }: AppContext, { rows }: MerchantSheet): Promise<string> {
  const names = [...new Set(rows.flatMap(({ cells }) => cells.merchant ?? []))];
  for (const name of names) {
    try {
      return (await getMerchant(ledger.db, name)).id;
    } catch (error) {
      if (!isError(error, 'merchant_unknown')) throw error;
    }
  }
  throw new PayrunError('merchant_unknown', { merchant: names[0]?.slice(0, 64) ?? 'nobody' });
}
