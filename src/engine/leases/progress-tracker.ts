import { recordProgress } from '../../ledger/runs/run-progress.ts';
import type { StepProgress } from '../../step.ts';
import type { AppContext } from '../context/app-context.ts';
import type { RunPlan } from '../plan/run-plan.ts';

/** The progress of a run. `callsExpected` and `msLeft` are null until the run has been estimated. */
export interface Progress extends StepProgress {
  readonly calls: number;
  readonly callsExpected: number | null;
  readonly msLeft: number | null;
}

/** API calls of a run, counted over all passes of the process that follows it. */
export interface CallCount {
  calls: number;
  expected: number | null;
}

export interface ProgressTracker {
  expect(plan: Pick<RunPlan, 'calls'>): void;
  onCall(): void;
  progress(progress: StepProgress): void;
}

/** The shortest interval between two writes to the ledger, from which pages of other processes read the progress. */
const LEDGER_INTERVAL_MS = 1_000;

/**
 * Counts the API calls of a run and estimates the time left at the quota. Reports each change to `tell`, and at most
 * once a second to the ledger. `first`: the stage until the first report; `resume` if the sheet is read in already.
 */
export function createProgressTracker(
  appContext: AppContext,
  run: bigint,
  first: 'intake' | 'resume',
  report: (progress: Progress) => void,
  count: CallCount = { calls: 0, expected: null },
): ProgressTracker {
  const { perWindow, config } = appContext;
  const saveProgress = ledgerTeller(appContext, run);
  let last: StepProgress = { stage: first, done: 0, total: null };
  const reportNow = () => {
    const { calls, expected } = count;
    const left = expected === null ? null : Math.max(0, expected - calls);
    const msLeft =
      left === null || expected === null ? null : expected <= perWindow ? 0 : (left / perWindow) * config.quotaWindowMs;
    const progress = { ...last, calls, callsExpected: expected, msLeft };
    report(progress);
    saveProgress(progress);
  };
  // Otherwise pages show the last stage of the process that had the run before.
  saveProgress({ ...last, calls: count.calls, callsExpected: count.expected, msLeft: null });
  return {
    expect(plan) {
      count.expected = count.calls + plan.calls;
    },
    onCall() {
      count.calls++;
      reportNow();
    },
    progress(progress) {
      last = progress;
      reportNow();
    },
  };
}

/**
 * Nothing depends on these writes. If the ledger cannot be reached or is still busy with the last one, this one is
 * skipped and a later one catches up.
 */
function ledgerTeller(
  { ledger, clock, perWindow, config: { quotaWindowMs: windowMs } }: AppContext,
  run: bigint,
): (progress: Progress) => void {
  let reportedAt = Number.NEGATIVE_INFINITY;
  let isSaving = false;
  let stage = '';
  return (progress) => {
    const now = clock.now();
    if (isSaving || (now - reportedAt < LEDGER_INTERVAL_MS && progress.stage === stage)) return;
    isSaving = true;
    reportedAt = now;
    stage = progress.stage;
    recordProgress(ledger.db, run, { ...progress, perWindow, windowMs }).then(
      () => {
        isSaving = false;
      },
      () => {
        isSaving = false;
      },
    );
  };
}
