import type { Progress } from '../../engine/leases/progress-tracker.ts';
import { duration } from '../../platform/duration.ts';
import { pluralize } from '../../platform/pluralize.ts';
import { printable } from '../../platform/printable.ts';
import type { Terminal } from './terminal.ts';

export interface ProgressBar {
  show(progress: Progress): void;
  /** Clears the line, so that other output begins on a line of its own. */
  end(): void;
}

/** While a stage is running, and once it is over. */
const STAGES: Readonly<Record<string, readonly [now: string, over: string]>> = {
  intake: ['reading and checking', 'Rows read'],
  resume: ['reading the current status', 'Status read'],
  recipients: ['recipients and accounts', 'Recipients'],
  create: ['creating batches', 'Batches'],
  quote: ['requesting quotes', 'Quotes'],
  approve: ['approving', 'Approval'],
  start: ['starting', 'Batches sent'],
  settle: ['tracking payments', 'Batches completed'],
  merchants: ['sub-merchants', 'Sub-merchants'],
  reconcile: ['comparing merchants', 'Reconciled'],
  report: ['writing results', 'Results'],
};
const LABEL = Math.max(...Object.values(STAGES).map(([, over]) => over.length));
/** Stages without calls: the time left for calls does not apply to them. */
const LOCAL: readonly string[] = ['intake', 'report'];
const WIDTH = 24;
/** On a terminal the bar is redrawn at most ten times a second. Without one, a line is written every half minute. */
const REDRAW_MS = 100;
const LINE_MS = 30_000;

/**
 * Progress on standard error: a line for each stage that is over. On a terminal the line of the current stage is
 * redrawn; without one, a long stage gets a line from time to time. `now` in ms.
 */
export function createProgressBar(terminal: Terminal, now: () => number): ProgressBar {
  let last: Progress | null = null;
  let began = 0;
  let callsBefore = 0;
  let shownAt = 0;
  let drawn = false;
  /** A stage that continues after other output already has its line. */
  let over = '';
  const clear = () => {
    if (drawn) terminal.draw('\r\u001b[2K');
    drawn = false;
  };
  const finish = () => {
    clear();
    if (last === null || last.stage === over) return;
    terminal.note(inOneLine(last, { calls: last.calls - callsBefore, elapsedMs: now() - began }));
    over = last.stage;
    callsBefore = last.calls;
  };
  return {
    show(progress) {
      if (terminal.quiet) return;
      const at = now();
      const fresh = progress.stage !== last?.stage;
      if (fresh) {
        finish();
        began = at;
        shownAt = terminal.animated ? Number.NEGATIVE_INFINITY : at;
        if (progress.calls < callsBefore) callsBefore = 0;
      }
      last = progress;
      if (at - shownAt < (terminal.animated ? REDRAW_MS : LINE_MS)) return;
      shownAt = at;
      const text = describe(progress, at - began);
      if (terminal.animated) terminal.draw(`\r\u001b[2K${printable(text)}`);
      else terminal.note(text);
      drawn = terminal.animated;
    },
    end() {
      finish();
      last = null;
    },
  };
}

/** "Recipients       120 of 500, 240 calls, 4 min". */
function inOneLine(
  { stage, done, total }: Progress,
  { calls, elapsedMs }: { readonly calls: number; readonly elapsedMs: number },
): string {
  const parts = [
    ...(total !== null ? [`${count(done)} of ${count(total)}`] : done > 0 ? [count(done)] : []),
    ...(calls > 0 ? [pluralize(calls, 'call')] : []),
    ...(elapsedMs >= 1000 ? [duration(elapsedMs)] : []),
  ];
  return `${(STAGES[stage]?.[1] ?? stage).padEnd(LABEL)}  ${parts.join(', ')}`.trimEnd();
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
  return `${STAGES[stage]?.[0] ?? stage} ${parts.join(', ')}`.trimEnd();
}

function bar(done: number, total: number): string {
  const filled = total === 0 ? WIDTH : Math.min(WIDTH, Math.floor((done / total) * WIDTH));
  return `[${'#'.repeat(filled)}${'-'.repeat(WIDTH - filled)}]`;
}

function count(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}
