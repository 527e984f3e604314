import { resolve } from 'node:path';
import { PayrunError } from '../../errors.ts';
import { requirePayDate } from '../../intake/pay-day.ts';
import { type SavedSheetFormat, savedSheetFormats } from '../../ledger/runs/sheet-format.ts';
import type { UserRow } from '../../ledger/users/user.ts';
import { isLooser } from '../../money-rules.ts';
import type { Actor } from '../../permissions/actor.ts';
import { authorize } from '../../permissions/authorize.ts';
import type { OnInvalid } from '../../settings/on-invalid.ts';
import { withOpenSheet } from '../../sheets/files/sheet-file.ts';
import { headerFingerprint } from '../../sheets/headers/normalize-header.ts';
import { ownHeader } from '../../sheets/headers/result-columns.ts';
import { type GivenReading, readOptions } from '../../sheets/read/reading.ts';
import { openSheetInProcess } from '../../sheets/readers/read-in-process.ts';
import type { SheetBytes, SheetSource } from '../../sheets/understood-sheet.ts';
import type { AppContext } from '../context/app-context.ts';
import { requireMerchant } from '../context/require-merchant.ts';
import { type NewRun, newRunOfSheet } from '../leases/new-run-of-sheet.ts';
import { asRecipientSheet } from '../recipients/recipient-sheet.ts';
import { getSheetMerchant } from './sheet-merchants.ts';

export interface NewSheetRun
  extends Pick<NewRun, 'within' | 'unknownMaker' | 'stored'>,
    Pick<GivenReading, 'decimal' | 'encoding' | 'worksheet'> {
  /** A path, which is opened once; or a name and bytes, which are written nowhere but sealed into the ledger. */
  readonly file: SheetSource;
  /** The merchant that pays; if the rows name merchants, the one for rows that name none. */
  readonly merchant?: string | undefined;
  /** Only `merchant` may pay: a row that names another one is invalid. */
  readonly onlyMerchant?: boolean;
  /** The user who creates the run. */
  readonly maker: Actor;
  /** By default that of the rules in force; it may only be stricter. */
  readonly onInvalid?: OnInvalid | undefined;
  /** The meaning of its columns. By default by the format stored for its header. */
  readonly format?: SavedSheetFormat;
  /** The day on which it pays, YYYY-MM-DD. By default the one in its rows, or once approved. */
  readonly payOn?: string | undefined;
  readonly dryRun: boolean;
  /** True if the run is already confirmed, so that it also continues after a crash. */
  readonly confirmed: boolean;
  /**
   * True for an upload: the sheet is only in the ledger, nothing is written next to `file`, and a user submits or
   * discards it later.
   */
  readonly ask?: boolean;
}

/**
 * Stores a sheet in the ledger and creates its run, without executing it. Returns the run's id. Throws `rules_looser`,
 * `file_*`, `sheet_*`, `recipient_sheet` if it has no payments, `control_total` if its control total cannot be read,
 * `merchant_unknown`, `keys_required` and what `authorize` throws; then no run is created.
 */
export async function createSheetRun(appContext: AppContext, options: NewSheetRun): Promise<bigint> {
  const { file } = options;
  if (typeof file !== 'string') return createRunOf(appContext, options, file, undefined);
  const path = resolve(file);
  return withOpenSheet(path, (sheet) => createRunOf(appContext, options, sheet, path));
}

/** @param path the sheet's path, next to which its results are written; undefined if none. */
async function createRunOf(
  appContext: AppContext,
  options: NewSheetRun,
  file: SheetBytes,
  path: string | undefined,
): Promise<bigint> {
  const { config, ledger } = appContext;
  const { rules } = await appContext.rules();
  const { maker } = options;
  const permission = options.confirmed ? 'submit' : 'upload';
  const user = await authorize(ledger.db, maker, permission);
  if (options.onInvalid !== undefined && isLooser(options.onInvalid, rules))
    throw new PayrunError('rules_looser', { rule: rules.onInvalid, asked: options.onInvalid });
  if (options.payOn !== undefined) requirePayDate(appContext, options.payOn);
  const formats = options.format ? [options.format] : await savedSheetFormats(ledger.db);
  const reading = readOptions(config, { ...options, formats });
  const seen = await openSheetInProcess(file, reading).catch((error: unknown) => {
    throw asRecipientSheet(error);
  });
  // A user with access to some merchants only cannot pay from another one by a column of the sheet either.
  const onlyMerchant = options.onlyMerchant === true || (user !== null && user.merchants !== null);
  const { merchant, byRow } = await payerOf(appContext, seen, options.merchant ?? onlyOf(user), onlyMerchant).finally(
    () => seen.close(),
  );
  await authorize(ledger.db, maker, permission, { merchants: [merchant] });

  const { onInvalid = rules.onInvalid, dryRun } = options;
  const { decimal, encoding, worksheet } = reading;
  const format = options.format ?? formatOfHeader(formats, seen.understood.header);
  const read = {
    ...(decimal ? { decimal } : {}),
    ...(encoding ? { encoding } : {}),
    ...(worksheet === undefined ? {} : { worksheet }),
    ...(format === undefined ? {} : { format }),
  };
  return newRunOfSheet(appContext, {
    job: 'pay-sheet',
    file,
    stored: options.stored,
    understood: seen.understood,
    merchant,
    maker,
    unknownMaker: options.unknownMaker,
    options: {
      ...(options.ask ? { ask: true } : path === undefined ? {} : { file: path }),
      onInvalid,
      dryRun,
      ...(options.payOn === undefined ? {} : { payOn: options.payOn }),
      ...read,
      ...(byRow ? { byRow } : {}),
    },
    confirmed: options.confirmed && !dryRun,
    within: options.within,
  });
}

/** The saved format of a sheet with this header. */
function formatOfHeader(formats: readonly SavedSheetFormat[], header: readonly string[]): SavedSheetFormat | undefined {
  const fingerprint = headerFingerprint(ownHeader(header));
  return formats.find((one) => headerFingerprint(one.header) === fingerprint);
}

/** The merchant of a user who has access to one only. */
function onlyOf(user: UserRow | null): string | undefined {
  return user?.merchants?.length === 1 ? user.merchants[0] : undefined;
}

async function payerOf(
  appContext: AppContext,
  sheet: Parameters<typeof getSheetMerchant>[1],
  given: string | undefined,
  onlyMerchant: boolean,
): ReturnType<typeof getSheetMerchant> {
  if (!onlyMerchant) return getSheetMerchant(appContext, sheet, given);
  const merchant = given ?? appContext.defaultMerchant;
  await requireMerchant(appContext, merchant);
  return { merchant };
}
