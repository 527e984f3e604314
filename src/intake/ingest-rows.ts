import { PayrunError } from '../errors.ts';
import { digestRows } from '../ledger/audit/row-digests.ts';
import { countForPlanner } from '../ledger/db/planner-statistics.ts';
import { applyHoldRules } from '../ledger/payments/holds/hold-rules.ts';
import { cancelPayments, ENDS_WITH_RUN } from '../ledger/payments/payment.ts';
import {
  cancelLoaded,
  createPaymentLoad,
  loadPayments,
  ROWS_A_LOAD,
  type Stop,
  type WrittenPayments,
} from '../ledger/payments/payment-load.ts';
import { beginComparison, discardLoadedRows, markLoading } from '../ledger/runs/loading.ts';
import { holdFence, recordIntake } from '../ledger/runs/run.ts';
import { endSheetIntake, getSheetRuns, noteRunError, recordContent } from '../ledger/runs/sheet-runs.ts';
import { stricter } from '../money-rules.ts';
import { pluralize } from '../platform/pluralize.ts';
import { type OnInvalid, stopsSheet } from '../settings/on-invalid.ts';
import type { ControlTotal } from '../sheets/understood-sheet.ts';
import { type ActiveRun, audit, fenced, type LocalDeps } from '../step.ts';
import { hashSheet } from './content-digest.ts';
import type { IntakeSource } from './intake-source.ts';
import {
  type MerchantIntake,
  type MerchantIntakes,
  openMerchantIntakes,
  type PayingMerchants,
} from './merchant-intakes.ts';
import { recordBankDetailAuthors } from './record-bank-detail-authors.ts';
import { compareDates, getRowsDate, schedulePayment } from './schedule-pay-date.ts';
import { addTallies, compareControlTotal, type Tally } from './tally.ts';

export type { IntakeSource, PayingMerchants as Payers };

/** Small chunks, because short-lived objects are cheap to collect. */
const ROWS_AT_ONCE = 100;

/**
 * Reads a sheet into the ledger: read, check, seal and load in one streaming pass, then apply the hold rules, which
 * ends the intake. Nothing else sees the rows until then. An interrupted intake starts again from the first row. A
 * sheet whose rows name the merchant (`options.byRow`) becomes one run for each merchant in the same pass. Control
 * total and share of invalid rows count the rows of all of these. The run of the intake is finished last, and none of
 * them is paid before. Throws `control_total` if the sheet does not agree with its control total; nothing is paid then.
 */
export async function intake(
  run: ActiveRun,
  deps: LocalDeps,
  source: IntakeSource,
  controls: readonly ControlTotal[],
  payers: PayingMerchants | null = null,
): Promise<void> {
  const intakes = await openMerchantIntakes(run, deps, source, payers);
  await loadRows(run, deps, source, intakes);
  await conclude(run, deps, source, controls, intakes);
}

/** Ends the runs of a sheet that cannot be read completely: nothing of it is paid. */
export async function ingestNothing(run: ActiveRun, deps: LocalDeps, error: PayrunError): Promise<void> {
  const { code, message } = error;
  while (await fenced(run, deps, (db) => discardLoadedRows(db, run.id)));
  const runs = await getSheetRuns(deps.ledger.db, run.id);
  for (const { id, intake_at } of runs.toReversed())
    await fenced(run, deps, async (db) => {
      // An earlier attempt, which could read the sheet, finished these rows. Nothing of the sheet is paid yet.
      if (intake_at) return void (await cancelPayments(db, id, ENDS_WITH_RUN, code, message));
      await noteRunError(db, id, error.onPage);
      await recordIntake(db, id, 0, {});
      await audit(db, { id }, deps, 'intake_failed', { code, message }, run.maker);
    });
}

/** Decides whether the sheet is stopped, and finishes the intake of each merchant. */
async function conclude(
  run: ActiveRun,
  deps: LocalDeps,
  source: IntakeSource,
  controls: readonly ControlTotal[],
  intakes: MerchantIntakes,
): Promise<void> {
  const rules = await deps.rules();
  // The policy of a run may be stricter than the rules in force, never looser.
  const onInvalid = stricter(run.options.onInvalid, rules);
  const all = intakes.all();
  const whole = addTallies(all.map(({ tally }) => tally.result()));
  const { rows, invalid } = whole;
  const differences = [compareControlTotal(controls, whole), source.noticed?.().totals.difference ?? null];
  const mismatch = differences.filter((one) => one !== null).join('; ') || null;
  // The day that a retry or a correction takes over from its run counts, whatever its rows say.
  const { payOn } = run.options;
  const ofEarlier = source.replacedBy !== undefined;
  const inherits = ofEarlier && (run.options.rerun !== undefined || payOn !== undefined);
  const severalDates = inherits ? null : compareDates(whole, payOn);
  const stopped = mismatch
    ? {
        code: 'control_total',
        reason: `The sheet does not match its control total: ${mismatch}. Nothing is paid.`,
      }
    : severalDates
      ? { code: 'pay_dates', reason: severalDates }
      : stopsSheet(onInvalid, rows, invalid)
        ? { code: 'sheet_has_invalid_rows', reason: tooManyInvalid(onInvalid, rows, invalid) }
        : null;

  const content = hashSheet(all);
  for (const merchantIntake of all.toReversed())
    await finish(run, deps, merchantIntake, stopped, {
      content,
      whole,
      several: all.length > 1,
      ofEarlier,
      payOn: inherits ? payOn : (payOn ?? getRowsDate(whole)),
    });
  if (mismatch) throw new PayrunError('control_total', { file: run.options.file ?? 'the sheet', detail: mismatch });
}

/** While the database loads one chunk, the next rows are read, checked and sealed. */
async function loadRows(
  run: ActiveRun,
  deps: LocalDeps,
  source: IntakeSource,
  intakes: MerchantIntakes,
): Promise<void> {
  const { rowsALoad = ROWS_A_LOAD } = deps;
  const collected = createPaymentLoad(rowsALoad);
  let done = 0;
  let loading: Promise<void> = Promise.resolve();
  const load = async () => {
    await loading;
    const [payments, rows] = [collected.take(), done];
    loading = loadFenced(run, deps, payments).then(() => {
      deps.progress({ stage: 'intake', done: rows, total: null });
    });
    // The `await` of the next load throws its error.
    loading.catch(() => {});
  };
  try {
    for await (const rows of source.rows(Math.min(ROWS_AT_ONCE, rowsALoad), 'cells')) {
      deps.signal.throwIfAborted();
      await intakes.take(rows, collected.add);
      done += rows.length;
      if (collected.isFull()) await load();
    }
    await load();
    await loading;
    // The signal may have aborted during the last load.
    deps.signal.throwIfAborted();
  } finally {
    await loading;
  }
}

/**
 * Locks the run only after the rows were sent: the server waits without limit for a process that stalls while it sends
 * them, and until then another process must be able to take the run over.
 */
function loadFenced(run: ActiveRun, { ledger }: LocalDeps, payments: WrittenPayments): Promise<void> {
  return ledger.tx(async (db) => {
    await markLoading(db, run.id);
    await loadPayments(db, payments);
    await holdFence(db, run.id, run.fence);
  });
}

interface Whole {
  readonly content: Buffer;
  readonly whole: Tally;
  readonly several: boolean;
  /** Its rows replace those of an earlier run. */
  readonly ofEarlier: boolean;
  readonly payOn: string | undefined;
}

/** Applies the hold rules to the rows of one merchant and ends its intake, in one transaction. */
async function finish(
  run: ActiveRun,
  deps: LocalDeps,
  { run: id, merchant, closed, tally, repeated }: MerchantIntake,
  stopped: Stop | null,
  { content, whole, several, ofEarlier, payOn }: Whole,
): Promise<void> {
  const { rows, invalid, totals } = tally.result();
  const rerun = run.options.rerun !== undefined;
  const lead = id === run.id;
  const { duplicateDays, duplicatesInSheet } = await deps.rules();
  const { vault } = deps.ledger;
  // Before the transaction: the database lets no one else count until it ends.
  await countForPlanner(deps.ledger.db, rows);
  await fenced(run, deps, async (db) => {
    // An earlier attempt may have had no reason to stop. Nothing of the sheet is paid yet, so this one still can.
    if (closed) {
      if (stopped) await cancelPayments(db, id, ENDS_WITH_RUN, stopped.code, stopped.reason);
      return;
    }
    if (stopped) await cancelLoaded(db, id, stopped);
    else
      await applyHoldRules(db, {
        run: id,
        earlier: await beginComparison(db, id, merchant),
        duplicateDays,
        rerun,
        vault,
        duplicatesInSheet,
        repeated: repeated.result(),
      });
    const sums = sumsOf(totals);
    await recordIntake(db, id, rows, sums);
    await recordBankDetailAuthors(db, vault, id);
    if (payOn !== undefined && !stopped) {
      const { startsAt, zone, because } = await schedulePayment(db, { id, merchant }, payOn, {
        config: deps.config,
        now: deps.clock.now(),
      });
      await audit(db, { id }, deps, 'pay_date_set', { on: payOn, startsAt, zone, because }, run.maker);
    }
    const sheet = several && lead ? { rows: whole.rows, totals: sumsOf(whole.totals) } : null;
    if (sheet) await endSheetIntake(db, id, sheet);
    // It has the sheet of that run, so it is no second upload.
    const same = ofEarlier ? null : await recordContent(db, id, content);
    const digests = await digestRows(db, id);
    const sameAs = same && { run: String(same.run), sheet: same.sheet };
    const data = {
      rows,
      invalid,
      totals: sums,
      stopped: stopped?.code ?? null,
      sameAs,
      digests,
      ...(sheet ? { sheet } : {}),
    };
    await audit(db, { id }, deps, 'intake', data, run.maker);
  });
}

function sumsOf(totals: Tally['totals']): Record<string, { rows: number; minor: string }> {
  return Object.fromEntries(
    Object.entries(totals).map(([currency, { rows, minor }]) => [currency, { rows, minor: minor.toString() }]),
  );
}

function tooManyInvalid(policy: OnInvalid, rows: number, invalid: number): string {
  return policy === 'stop'
    ? `${pluralize(invalid, 'row')} in the sheet ${invalid === 1 ? 'has' : 'have'} errors, and this run allows none. Nothing is paid.`
    : `${invalid} of ${pluralize(rows, 'row')} in the sheet ${invalid === 1 ? 'has' : 'have'} errors, more than the ${policy} allowed. Nothing is paid.`;
}
