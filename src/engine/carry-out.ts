import { intake } from '../intake/intake.ts';
import { cancelPayments } from '../ledger/payment.ts';
import { confirmRun, getRun } from '../ledger/run.ts';
import { getSheet, openSheetFile } from '../ledger/sheet.ts';
import { runPipeline } from '../pipeline.ts';
import { type RunOutcome, runOutcome } from '../report/outcome.ts';
import { writeReport } from '../report/write-report.ts';
import type { Understood } from '../sheets/open-sheet.ts';
import { readSheet } from '../sheets/read-sheet.ts';
import { type ActiveRun, audit, fenced, type StepDeps, type StepProgress } from '../step.ts';
import { concludeRun } from './conclude.ts';
import { leaseRun } from './lease.ts';
import { type RunPlan, runPlan } from './run-plan.ts';
import type { Workplace } from './workplace.ts';

/** How far a run is. `callsExpected` and `msLeft` are null until the run has been estimated. */
export interface Progress extends StepProgress {
  readonly calls: number;
  readonly callsExpected: number | null;
  readonly msLeft: number | null;
}

export interface CarryOutOptions {
  /** Told what the run is about to do and what it costs, before anybody is asked and before the first call. */
  readonly announce?: ((plan: RunPlan) => void) | undefined;
  /** Asks the person; null where nobody is there to be asked. */
  readonly confirm: ((plan: RunPlan) => Promise<boolean>) | null;
  readonly progress: (progress: Progress) => void;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Carries a run as far as it can go now: intake where it is not in yet, the person's yes, the steps, the report. Begins
 * wherever an earlier attempt ended. Throws `run_busy`, `fenced`, and what the steps throw; the run can be carried on later.
 */
export async function carryOut(workplace: Workplace, id: bigint, options: CarryOutOptions): Promise<RunOutcome> {
  const { ledger, config, clock, ids, log, calls } = workplace;
  const lease = await leaseRun(workplace, id);
  try {
    const row = await getRun(ledger.db, id);
    const run: ActiveRun = {
      id,
      fence: lease.fence,
      merchant: row.merchant_id,
      maker: row.maker,
      options: row.options,
    };
    const meter = createMeter(workplace, options.progress);
    const service = await workplace.service(row.merchant_id, { run: id, onCall: meter.onCall });
    const signal = options.signal ? AbortSignal.any([options.signal, lease.lost]) : lease.lost;
    const deps: StepDeps = { ledger, service, clock, ids, config, log, signal, progress: meter.progress };
    try {
      if (!row.intake_at) await takeIn(run, deps, row.sheet_id!);
      if (await mayPay(workplace, run, deps, options, meter.expect)) await runPipeline(run, deps);
    } finally {
      // Where the database itself is away, the first error is the one to be told.
      await concludeRun(ledger.db, id).catch((error: unknown) =>
        log.warn({ run: String(id), code: (error as { code?: unknown }).code }, 'the run was not concluded'),
      );
    }
    meter.progress({ stage: 'report', done: 0, total: null });
    const { results } = await writeReport(workplace, id);
    await calls.flush();
    return await runOutcome(ledger.db, id, results);
  } finally {
    await lease
      .release()
      .catch((error: unknown) =>
        log.warn({ run: String(id), code: (error as { code?: unknown }).code }, 'the lease was not released'),
      );
  }
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

/** Counts calls and says how long the rest takes at the quota. */
function createMeter({ perWindow, config }: Workplace, tell: (progress: Progress) => void) {
  let calls = 0;
  let expected: number | null = null;
  let last: StepProgress = { stage: 'intake', done: 0, total: null };
  const say = () => {
    const left = expected === null ? null : Math.max(0, expected - calls);
    const msLeft =
      left === null || expected === null ? null : expected <= perWindow ? 0 : (left / perWindow) * config.quotaWindowMs;
    tell({ ...last, calls, callsExpected: expected, msLeft });
  };
  return {
    expect(plan: RunPlan) {
      expected = plan.calls;
    },
    onCall() {
      calls++;
      say();
    },
    progress(progress: StepProgress) {
      last = progress;
      say();
    },
  };
}
