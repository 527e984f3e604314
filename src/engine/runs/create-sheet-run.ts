import { basename, resolve } from 'node:path';
import { isError, PayrunError } from '../../errors.ts';
import { findSheetFormat, hasSheetFormats, type TaughtSheetFormat } from '../../ledger/runs/sheet-format.ts';
import type { UserRow } from '../../ledger/users/user.ts';
import { isLooser } from '../../money-rules.ts';
import type { OnInvalid } from '../../settings/on-invalid.ts';
import { headerFingerprint } from '../../sheets/headers/taught-formats.ts';
import { headerOf } from '../../sheets/read/preview-sheet.ts';
import { readOptions } from '../../sheets/read/read-options.ts';
import { readSheet } from '../../sheets/read/read-sheet.ts';
import { type NewRun, newRunOfSheet } from '../claims/new-run-of-sheet.ts';
import type { AppContext } from '../context/app-context.ts';
import { requireMerchant } from '../context/require-merchant.ts';
import { isRecipientSheet } from '../recipients/recipient-sheet.ts';
import type { Actor } from '../users/actor.ts';
import { authorize } from '../users/authorize.ts';
import { payerOfSheet } from './payers.ts';

export interface NewSheetRun extends Pick<NewRun, 'isStill' | 'within' | 'unknownMaker'> {
  readonly file: string;
  /** Who pays; of a sheet whose rows say who pays, the rows that name nobody. */
  readonly merchant?: string | undefined;
  /** Nobody but `merchant` pays: a row that names another one is refused. */
  readonly onlyMerchant?: boolean;
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
  /** The yes was said beforehand; then the run is carried on also after a crash. */
  readonly confirmed: boolean;
  /** It came over the network: the sheet is in the ledger, and nothing is written beside `file`. A person says yes or no later. */
  readonly ask?: boolean;
  /** The run whose rows it corrects. */
  readonly corrects?: bigint;
}

/**
 * Keeps a sheet in the ledger and makes the run that is to pay it; carries nothing out. Returns the run's id.
 * Throws `rules_looser`, `file_*` and `sheet_*`, `recipient_sheet` where it pays nobody, `control_total` where one cannot be read, `merchant_unknown` and `keys_required`; then no run is there.
 */
export async function createSheetRun(appContext: AppContext, options: NewSheetRun): Promise<bigint> {
  const { config, ledger } = appContext;
  const { rules } = await appContext.rules();
  const file = resolve(options.file);
  const { maker } = options;
  const deed = options.confirmed ? 'submit' : 'upload';
  const user = await authorize(ledger.db, maker, deed);
  if (options.onInvalid !== undefined && isLooser(options.onInvalid, rules))
    throw new PayrunError('rules_looser', { rule: rules.onInvalid, asked: options.onInvalid });
  const format = await formatOf(appContext, file, options);
  const reading = readOptions(config, { ...options, format });
  const seen = await readSheet(file, reading).catch(async (error: unknown) => {
    if (isError(error, 'sheet_columns_missing') && (await isRecipientSheet(file, config, options)))
      throw new PayrunError('recipient_sheet', { file: basename(file) }, { cause: error });
    throw error;
  });
  // Who may not pay from all merchants does not pay from another by a column either.
  const onlyMerchant = options.onlyMerchant === true || (user !== null && user.merchants !== null);
  const { merchant, byRow } = await payerOf(appContext, seen, options.merchant ?? onlyOf(user), onlyMerchant).finally(
    () => seen.close(),
  );
  await authorize(ledger.db, maker, deed, { merchants: [merchant] });

  const { onInvalid = rules.onInvalid, dryRun } = options;
  const { decimal, encoding, worksheet } = reading;
  const read = {
    ...(decimal ? { decimal } : {}),
    ...(encoding ? { encoding } : {}),
    ...(worksheet === undefined ? {} : { worksheet }),
    ...(format === undefined ? {} : { format }),
  };
  return newRunOfSheet(appContext, {
    job: 'pay-sheet',
    file,
    understood: seen.understood,
    merchant,
    maker,
    unknownMaker: options.unknownMaker,
    ...(options.corrects === undefined ? {} : { parent: options.corrects }),
    options: { ...(options.ask ? { ask: true } : { file }), onInvalid, dryRun, ...read, ...(byRow ? { byRow } : {}) },
    confirmed: options.confirmed && !dryRun,
    isStill: options.isStill,
    within: options.within,
  });
}

/** What was said of the columns of a sheet with its header. A file whose header cannot be found says so when it is read. */
async function formatOf(
  { config, ledger }: AppContext,
  file: string,
  options: NewSheetRun,
): Promise<TaughtSheetFormat | undefined> {
  // Of most installations there is none, and a large workbook is not opened twice.
  if (!(await hasSheetFormats(ledger.db))) return undefined;
  const header = await headerOf(file, readOptions(config, options)).catch(() => null);
  return (header && (await findSheetFormat(ledger.db, headerFingerprint(header)))) ?? undefined;
}

/** The merchant of somebody who may one only. */
function onlyOf(user: UserRow | null): string | undefined {
  return user?.merchants?.length === 1 ? user.merchants[0] : undefined;
}

async function payerOf(
  appContext: AppContext,
  sheet: Parameters<typeof payerOfSheet>[1],
  given: string | undefined,
  onlyMerchant: boolean,
): ReturnType<typeof payerOfSheet> {
  if (!onlyMerchant) return payerOfSheet(appContext, sheet, given);
  const merchant = given ?? appContext.defaultMerchant;
  await requireMerchant(appContext, merchant);
  return { merchant };
}
