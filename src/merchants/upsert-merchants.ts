import pLimit from 'p-limit';
import { isError, type PayrunError } from '../errors.ts';
import {
  type MerchantRowState,
  type MerchantSheetRow,
  merchantRows,
  type SettingResult,
  updateMerchantRow,
} from '../ledger/merchants/merchant-row.ts';
import type { SheetRow } from '../model.ts';
import { forEachConcurrent } from '../platform/for-each-concurrent.ts';
import { type ActiveRun, fenced } from '../step.ts';
import { createMerchant } from './create-merchant.ts';
import type { MerchantDeps } from './merchant-step.ts';
import { setUpMerchant } from './set-up-merchant.ts';

/** Sub-merchants in progress at once: each has a quota of its own, and all share the quota of the IP address. */
const IN_FLIGHT = 4;
/** Sub-merchants are created one after the other, so a killed process loses the keys of at most one. */
const MADE_AT_ONCE = 1;
/** Rows that are worked on again when the run is resumed. */
const OPEN: readonly MerchantRowState[] = ['ready', 'waits', 'unknown'];
/** Errors of one sub-merchant that do not stop the others. */
const LOCAL_ERRORS = [
  'keys_of_wrong_kind',
  'merchant_unknown',
  'merchant_exists',
  'merchant_keys_taken',
  'keys_required',
  'service_keys_refused',
  'service_not_authorized',
] as const;

/**
 * Creates the sub-merchants of a sheet if a platform is given, and brings their settings to the values of their rows.
 * Finished rows are skipped. Throws errors that stop the whole run; it can be resumed later.
 */
export async function upsertMerchants(run: ActiveRun, deps: MerchantDeps, rows: readonly SheetRow[]): Promise<void> {
  const open = (await merchantRows(deps.ledger.db, run.id)).filter(({ state }) => OPEN.includes(state));
  const cellsOf = new Map(rows.map(({ row, cells }) => [row, cells]));
  let done = 0;
  const one = pLimit(MADE_AT_ONCE);
  let stopped: { readonly reason: unknown } | null = null;
  const making: InTurn = (work) =>
    one(async () => {
      if (stopped) throw stopped.reason;
      return work().catch((error: unknown) => {
        if (!isOwn(error, deps)) stopped = { reason: error };
        throw error;
      });
    });
  await forEachConcurrent(IN_FLIGHT, open, async (line) => {
    deps.signal.throwIfAborted();
    const outcome = await upsertMerchant(run, deps, line, cellsOf.get(line.row)!, making);
    await fenced(run, deps, (db) => updateMerchantRow(db, run.id, { row: line.row, ...outcome }));
    deps.progress({ stage: 'merchants', done: ++done, total: open.length });
  });
}

/** Runs the work in turn, and starts none after an error has stopped the run. */
type InTurn = <T>(work: () => Promise<T>) => Promise<T>;
/** Refused keys of the platform affect every row, so they are not an error of one row. */
function isOwn(error: unknown, { platform }: MerchantDeps): error is PayrunError {
  if (!isError(error, ...LOCAL_ERRORS)) return false;
  return error.details.merchant !== platform?.id || !isError(error, 'service_keys_refused', 'service_not_authorized');
}

type Outcome = Pick<MerchantSheetRow, 'state' | 'reason' | 'settings'>;

async function upsertMerchant(
  run: ActiveRun,
  deps: MerchantDeps,
  line: MerchantSheetRow,
  cells: SheetRow['cells'],
  making: InTurn,
): Promise<Outcome> {
  const { row } = line;
  // Changes from before an interruption are this run's own.
  const before = line.settings.filter(({ state }) => state === 'changed');
  try {
    const { platform } = deps;
    if (platform) {
      const createAgain = run.options.createAgain?.includes(cells.merchant!) ?? false;
      const creation = await making(() => createMerchant(run, deps, platform, { row, cells, createAgain }));
      if ('reason' in creation) {
        // A dry run ends with its report and is never resumed.
        const state = run.options.dryRun ? 'failed' : creation.state;
        return { state, reason: creation.reason, settings: before };
      }
      if (creation.state === 'would_create')
        return { state: 'would_change', reason: 'It would be created and set up as stated in the row.', settings: [] };
      if (creation.state === 'made') before.unshift(setting('changed', 'sub-merchant', null));
      if (creation.unlike.length > 0)
        before.push(
          setting(
            'refused',
            creation.unlike.join(', '),
            'The service accepts these only when a sub-merchant is created, and has no call to change them.',
          ),
        );
    }
    const settings = await setUpMerchant(run, deps, { row, cells, before });
    return { state: stateOf(settings, run.options.dryRun), reason: null, settings };
  } catch (error) {
    if (!isOwn(error, deps)) throw error;
    return { state: 'failed', reason: error.onPage, settings: before };
  }
}

function setting(state: 'changed' | 'refused', what: string, reason: string | null): SettingResult {
  return {
    setting: 'creation',
    state,
    what,
    before: null,
    after: state === 'changed' ? 'created, keys stored' : null,
    reason,
  };
}

function stateOf(settings: readonly SettingResult[], dryRun: boolean): MerchantRowState {
  const has = (state: SettingResult['state']) => settings.some((one) => one.state === state);
  if (has('waits') && !dryRun) return 'waits';
  if (has('refused')) return 'failed';
  return has('would change') || has('waits') ? 'would_change' : 'done';
}
