import { expect, it } from 'vitest';
import type { AppContext } from '../../../src/engine/context/app-context.ts';
import { createProgressTracker, type Progress } from '../../../src/engine/leases/progress-tracker.ts';
import type { RunPlan } from '../../../src/engine/plan/run-plan.ts';

/** A meter of a merchant with 10 calls in a window of 60 s, and what it told. */
function tracker() {
  const reported: Progress[] = [];
  const kept: unknown[][] = [];
  const time = { now: 0 };
  const db = {
    query: async (_sql: string, params: unknown[]) => {
      kept.push(params.slice(0, 7));
      if (time.now === 13) throw new Error('the ledger is away');
    },
  };
  const clock = { now: () => time.now };
  const appContext = {
    perWindow: 10,
    config: { quotaWindowMs: 60_000 },
    ledger: { db },
    clock,
  } as unknown as AppContext;
  return {
    told: reported,
    kept,
    time,
    tracker: createProgressTracker(appContext, 7n, 'resume', (progress) => reported.push(progress)),
  };
}
const plan = (calls: number) => ({ calls }) as RunPlan;

it('reports no progress before the run was estimated', () => {
  const { told: reported, tracker: one } = tracker();
  one.progress({ stage: 'intake', done: 5, total: null });
  one.onCall();
  expect(reported).toEqual([
    { stage: 'intake', done: 5, total: null, calls: 0, callsExpected: null, msLeft: null },
    { stage: 'intake', done: 5, total: null, calls: 1, callsExpected: null, msLeft: null },
  ]);
});

it('estimates the remaining time at the quota, call by call', () => {
  const { told: reported, tracker: one } = tracker();
  one.expect(plan(30));
  one.progress({ stage: 'recipients', done: 0, total: 12 });
  for (let i = 0; i < 15; i++) one.onCall();
  expect(reported[0]).toEqual({
    stage: 'recipients',
    done: 0,
    total: 12,
    calls: 0,
    callsExpected: 30,
    msLeft: 180_000,
  });
  expect(reported.at(-1)).toMatchObject({ stage: 'recipients', calls: 15, callsExpected: 30, msLeft: 90_000 });
});

it('has no time left if everything fits into one window', () => {
  const { told: reported, tracker: one } = tracker();
  one.expect(plan(10));
  one.onCall();
  expect(reported).toMatchObject([{ calls: 1, callsExpected: 10, msLeft: 0 }]);
});

it('never has a negative time left, even with more calls than expected', () => {
  const { told: reported, tracker: one } = tracker();
  one.expect(plan(11));
  for (let i = 0; i < 14; i++) one.onCall();
  expect(reported.map(({ msLeft }) => msLeft).slice(-4)).toEqual([0, 0, 0, 0]);
});

it('reports every new stage to the ledger, and otherwise once a second', async () => {
  const { kept, time, tracker: one } = tracker();
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  one.expect(plan(30));
  await settle();
  for (let i = 0; i < 5; i++) {
    one.progress({ stage: 'recipients', done: i, total: 12 });
    await settle();
  }
  expect(kept).toEqual([
    [7n, 'resume', 0, null, 0, null, null],
    [7n, 'recipients', 0, 12, 0, 30, 180_000],
  ]);
  time.now = 999;
  one.onCall();
  await settle();
  expect(kept).toHaveLength(2);
  time.now = 1_000;
  one.onCall();
  await settle();
  expect(kept[2]).toEqual([7n, 'recipients', 4, 12, 2, 30, 168_000]);
  one.progress({ stage: 'plan', done: 0, total: null });
  await settle();
  expect(kept[3]).toEqual([7n, 'plan', 0, null, 2, 30, 168_000]);
});

it('continues if the ledger cannot be reached, and reports later', async () => {
  const { told: reported, kept, time, tracker: one } = tracker();
  time.now = 13;
  one.onCall();
  await new Promise((resolve) => setImmediate(resolve));
  time.now = 2_000;
  one.onCall();
  await new Promise((resolve) => setImmediate(resolve));
  expect(reported).toHaveLength(2);
  expect(kept).toHaveLength(2);
});
