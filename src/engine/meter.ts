import type { StepProgress } from '../step.ts';
import type { RunPlan } from './run-plan.ts';
import type { Workplace } from './workplace.ts';

/** How far a run is. `callsExpected` and `msLeft` are null until the run has been estimated. */
export interface Progress extends StepProgress {
  readonly calls: number;
  readonly callsExpected: number | null;
  readonly msLeft: number | null;
}

export interface Meter {
  expect(plan: RunPlan): void;
  onCall(): void;
  progress(progress: StepProgress): void;
}

/** Counts calls and says how long the rest takes at the quota. */
export function createMeter({ perWindow, config }: Workplace, tell: (progress: Progress) => void): Meter {
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
    expect(plan) {
      expected = plan.calls;
    },
    onCall() {
      calls++;
      say();
    },
    progress(progress) {
      last = progress;
      say();
    },
  };
}
