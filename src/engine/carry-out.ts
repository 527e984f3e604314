import { isError, PayrunError } from '../errors.ts';
import { intake } from '../intake/intake.ts';
import { cancelPayments, discardUnscreened } from '../ledger/payment.ts';
import { confirmRun, getRun, recordIntake } from '../ledger/run.ts';
import { getSheet, openSheetFile } from '../ledger/sheet.ts';
import { runPipeline } from '../pipeline.ts';
import { type RunOutcome, runOutcome } from '../report/outcome.ts';
import { writeReport } from '../report/write-report.ts';
import type { Understood } from '../sheets/open-sheet.ts';
import { readSheet } from '../sheets/read-sheet.ts';
import { type ActiveRun, audit, fenced, type StepDeps } from '../step.ts';
import { concludeRun } from './conclude.ts';
import { leaseRun } from './lease.ts';
import { createMeter, type Meter, type Progress } from './meter.ts';
import { rerunSource } from './rerun-source.ts';
import { type RunPlan, runPlan } from './run-plan.ts';
import type { Workplace } from './workplace.ts';

export interface CarryOutOptions {
  /** Told what the run is about to do and what it costs, before anybody is asked and before the first call. */
  readonly announce?: ((plan: RunPlan) => void) | undefined;
  /** Asks the person; null where nobody is there to be asked. */
  readonly confirm: ((plan: RunPlan) => Promise<boolean>) | null;
  readonly progress: (progress: Progress) => void;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Takes the run for this process, opens its service and does `work` under its fence; then writes where the run stands.
 * Throws `run_busy`, `fenced`, and what `work` throws; the run can be carried on later.
 */
export async function withRun(
  workplace: Workplace,
  id: bigint,
  options: Pick<CarryOutOptions, 'progress' | 'signal'>,
  work: (run: ActiveRun, deps: StepDeps, meter: Meter) => Promise<void>,
): Promise<void> {
  const { ledger, config, clock, ids, log } = workplace;
  const lease = await leaseRun(workplace, id);
  // Where the database itself is away, the first error is the one to be told.
  const unlessAway = (what: string) => (error: unknown) =>
    log.warn({ run: String(id), code: (error as { code?: unknown }).code }, what);
  try {
    const { merchant_id: merchant, maker, options: runOptions } = await getRun(ledger.db, id);
    const run: ActiveRun = { id, fence: lease.fence, merchant, maker, options: runOptions };
    const meter = createMeter(workplace, options.progress);
    const service = await workplace.service(merchant, { run: id, onCall: meter.onCall });
    const signal = options.signal ? AbortSignal.any([options.signal, lease.lost]) : lease.lost;
    const deps: StepDeps = { ledger, service, clock, ids, config, log, signal, progress: meter.progress };
    try {
      await work(run, deps, meter);
    } catch (error) {
      // Whatever happened to a process that was overtaken, that it was overtaken is what counts.
      throw (await lease.isMine()) ? error : new PayrunError('fenced', { run: String(id) }, { cause: error });
    } finally {
      await concludeRun(ledger.db, id).catch(unlessAway('the run was not concluded'));
    }
  } finally {
    await lease.release().catch(unlessAway('the lease was not released'));
  }
}

/**
 * Carries a run as far as it can go now: intake where it is not in yet, the person's yes, the steps, the report. Begins
 * wherever an earlier attempt ended. Throws what `withRun` throws.
 */
export async function carryOut(workplace: Workplace, id: bigint, options: CarryOutOptions): Promise<RunOutcome> {
  await withRun(workplace, id, options, async (run, deps, meter) => {
    const { intake_at, sheet_id, parent_run } = await getRun(deps.ledger.db, id);
    if (!intake_at && run.options.rerun)
      await intake(run, deps, rerunSource(deps.ledger, parent_run!, run.options.rerun), []);
    else if (!intake_at) await takeIn(run, deps, sheet_id!);
    if (await mayPay(workplace, run, deps, options, meter.expect)) await runPipeline(run, deps);
    meter.progress({ stage: 'report', done: 0, total: null });
  });
  const { results } = await writeReport(workplace, id);
  await workplace.calls.flush();
  return runOutcome(workplace.ledger.db, id, results);
}

async function takeIn(run: ActiveRun, deps: StepDeps, sheetId: string): Promise<void> {
  const { db, vault } = deps.ledger;
  const stored = await getSheet(db, sheetId);
  const sheet = await readSheet(
    { name: stored!.name, content: () => openSheetFile(db, vault, sheetId) },
    { columns: deps.config.columns },
  );
  try {
    // The control total may have come in a file of its own, beside the sheet.
    await intake(run, deps, sheet, (stored!.understood as Understood).control ?? []);
  } catch (error) {
    // A sheet that cannot be read to its end cannot be read next time either: the run is over, and nothing of it is paid.
    if (isError(error) && error.code.startsWith('sheet_')) {
      await fenced(run, deps, async (db) => {
        await discardUnscreened(db, run.id);
        await recordIntake(db, run.id, 0, {});
        await audit(db, run, deps, 'intake_failed', { code: error.code }, run.maker);
      });
    }
    throw error;
  } finally {
    await sheet.close();
  }
}

/** False where nothing of the run may be paid: a dry run, a no, or nobody who was asked. */
async function mayPay(
  workplace: Workplace,
  run: ActiveRun,
  deps: StepDeps,
  options: CarryOutOptions,
  expect: (plan: RunPlan) => void,
): Promise<boolean> {
  const { db } = workplace.ledger;
  const { confirmed_at } = await getRun(db, run.id);
  const plan = await runPlan(workplace, run.id);
  expect(plan);
  options.announce?.(plan);
  if (confirmed_at) return true;
  if (plan.payable === 0) return false;
  const said = options.confirm ? ((await options.confirm(plan)) ? 'yes' : 'declined') : 'not_confirmed';
  if (said === 'yes' && !run.options.dryRun) {
    await fenced(run, deps, async (tx) => {
      await audit(tx, run, deps, 'confirmed', { payable: plan.payable, totals: plan.totals }, run.maker);
      await confirmRun(tx, run.id);
    });
    return true;
  }
  const code = run.options.dryRun ? 'dry_run' : said;
  await fenced(run, deps, async (tx) => {
    await cancelPayments(tx, run.id, ['ready'], code, WHY_NOT[code]!);
    await audit(tx, run, deps, 'not_paid', { code }, run.maker);
  });
  return false;
}

const WHY_NOT: Readonly<Record<string, string>> = {
  dry_run: 'This was a dry run: nothing is paid.',
  declined: 'The answer was no: nothing is paid.',
  not_confirmed: 'Nobody confirmed this run before it was interrupted. Drop the sheet again.',
};
