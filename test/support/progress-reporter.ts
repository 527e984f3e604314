import { cpus } from 'node:os';
import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** The interval of its checks, and the longest idle time, in ms. */
const LOOK_MS = 10_000;
const IDLE_MS = 300_000;
/** A machine whose processors are idle for more than this share does nothing for a test that is waiting. */
const IDLE_SHARE = 0.7;

/**
 * Ends a run that hangs: for five minutes no test ended, although the processors had nothing to do. A busy machine is slow and
 * hangs nowhere. Prints the sums of the run as its last line.
 */
export class ProgressReporter implements Reporter {
  readonly #running = new Map<string, string>();
  #idleSince = Date.now();
  #timer: NodeJS.Timeout | undefined;

  onTestRunStart(): void {
    this.#idleSince = Date.now();
    let before = processorTimes();
    this.#timer = setInterval(() => {
      const now = processorTimes();
      if ((now.idle - before.idle) / (now.total - before.total) < IDLE_SHARE) this.#idleSince = Date.now();
      before = now;
      if (Date.now() - this.#idleSince < IDLE_MS) return;
      console.error(`Nothing has happened for five minutes. Running:\n${[...this.#running.values()].join('\n')}`);
      process.exit(1);
    }, LOOK_MS);
  }

  onTestModuleStart(module: TestModule): void {
    this.#running.set(module.id, module.relativeModuleId);
  }

  onTestCaseReady(test: TestCase): void {
    this.#running.set(test.module.id, `${test.module.relativeModuleId}: ${test.fullName}`);
  }

  onTestCaseResult(): void {
    this.#idleSince = Date.now();
  }

  onTestModuleEnd(module: TestModule): void {
    this.#running.delete(module.id);
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    clearInterval(this.#timer);
    const counts = { passed: 0, failed: errors.length, skipped: 0, pending: 0 };
    for (const module of modules) {
      const tests = [...module.children.allTests()];
      for (const test of tests) counts[test.result().state] += 1;
      // A file that does not load, or whose set-up fails, has no failed test to count.
      if (module.state() === 'failed' && !tests.some((test) => test.result().state === 'failed')) counts.failed += 1;
    }
    console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
  }
}

/** The times of all processors since the machine started, in ms. */
function processorTimes(): { readonly idle: number; readonly total: number } {
  const times = cpus().map((cpu) => cpu.times);
  const idle = times.reduce((sum, time) => sum + time.idle, 0);
  return { idle, total: times.reduce((sum, { user, nice, sys, irq }) => sum + user + nice + sys + irq, idle) };
}
