import type { Progress } from '../leases/progress-tracker.ts';

/** Combines the progress of parallel runs: the sum of their calls, and the longest time left. */
export function combineProgress(tell: (progress: Progress) => void): () => (progress: Progress) => void {
  const runs: { last: Progress | null }[] = [];
  return () => {
    const run: { last: Progress | null } = { last: null };
    runs.push(run);
    return (progress) => {
      run.last = progress;
      const all = runs.flatMap(({ last }) => last ?? []);
      const same = all.filter(({ stage }) => stage === progress.stage);
      const sum = (numbers: readonly (number | null)[]) =>
        numbers.some((n) => n === null) ? null : numbers.reduce<number>((total, n) => total + n!, 0);
      const left = all.map(({ msLeft }) => msLeft);
      tell({
        stage: progress.stage,
        done: sum(same.map(({ done }) => done))!,
        total: sum(same.map(({ total }) => total)),
        calls: sum(all.map(({ calls }) => calls))!,
        callsExpected: sum(all.map(({ callsExpected }) => callsExpected)),
        msLeft: left.some((ms) => ms === null) ? null : Math.max(...left.map((ms) => ms!)),
      });
    };
  };
}
