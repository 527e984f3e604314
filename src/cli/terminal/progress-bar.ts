import type { Progress } from '../../engine/leases/progress-tracker.ts';
import { pluralize } from '../../platform/pluralize.ts';
import { duration } from './moment.ts';
import { printable } from './printable.ts';
import type { Terminal } from './terminal.ts';

export interface ProgressBar {
  show(progress: Progress): void;
  /** Clears the line, so that other output begins on a line of its own. */
  end(): void;
}

const STAGES: Readonly<Record<string, string>> = {
  intake: 'reading and checking',
  resume: 'reading the current status',
  recipients: 'recipients and accounts',
  create: 'creating batches',
  quote: 'asking for quotes',
  approve: 'approving',
  start: 'starting',
  settle: 'following payments',
  merchants: 'sub-merchants',
  report: 'writing results',
};
/** Stages without calls: the time left for calls does not apply to them. */
const LOCAL: readonly string[] = ['intake', 'report'];
const WIDTH = 24;
/**
 * On a terminal the bar is redrawn at most ten times a second. Without one, a line is written at most every ten
 * seconds.
 */
const REDRAW_MS = 100;
const LINE_MS = 10_000;

/** A progress bar on standard error: redrawn on a terminal, else plain lines. `now` in ms. */
export function createProgressBar(terminal: Terminal, now: () => number): ProgressBar {
  let stage = '';
  let began = 0;
  let shownAt = Number.NEGATIVE_INFINITY;
  let drawn = false;
  return {
    show(progress) {
      if (terminal.quiet) return;
      const at = now();
      const fresh = progress.stage !== stage;
      if (fresh) {
        stage = progress.stage;
        began = at;
      }
      const finished = progress.total !== null && progress.done >= progress.total;
      if (!fresh && !finished && at - shownAt < (terminal.animated ? REDRAW_MS : LINE_MS)) return;
      if (!terminal.animated && finished && !fresh && at - began < LINE_MS) return;
      shownAt = at;
      const text = describe(progress, at - began);
      if (terminal.animated) terminal.draw(`\r\u001b[2K${printable(text)}`);
      else terminal.note(text);
      drawn = terminal.animated;
    },
    end() {
      if (drawn) terminal.draw('\r\u001b[2K');
      drawn = false;
      stage = '';
    },
  };
}

/** "recipients and accounts [#####-------------------] 120/500, 96 a minute, 120 of 540 calls, 4 min left". */
export function describe({ stage, done, total, calls, callsExpected, msLeft }: Progress, elapsedMs: number): string {
  const parts: string[] = [];
  if (total !== null) parts.push(`${bar(done, total)} ${count(done)}/${count(total)}`);
  else if (done > 0) parts.push(count(done));
  const perSecond = elapsedMs > 0 ? (done * 1000) / elapsedMs : 0;
  if (elapsedMs >= 1000 && done > 0)
    parts.push(perSecond >= 2 ? `${count(perSecond)} a second` : `${count(perSecond * 60)} a minute`);
  // The estimate ends at the start of the payments. Following them takes more calls.
  if (calls > 0)
    parts.push(
      callsExpected === null || calls > callsExpected
        ? pluralize(calls, 'call')
        : `${count(calls)} of ${count(callsExpected)} calls`,
    );
  if (msLeft !== null && msLeft > 0 && !LOCAL.includes(stage)) parts.push(`${duration(msLeft)} left`);
  return `${STAGES[stage] ?? stage} ${parts.join(', ')}`.trimEnd();
}

function bar(done: number, total: number): string {
  const filled = total === 0 ? WIDTH : Math.min(WIDTH, Math.floor((done / total) * WIDTH));
  return `[${'#'.repeat(filled)}${'-'.repeat(WIDTH - filled)}]`;
}

function count(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}
