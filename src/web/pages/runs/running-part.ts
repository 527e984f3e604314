import type { RunningRun } from '../../../ledger/views/active-runs.ts';
import { outcomeOf, type RunStatus } from '../../../outcomes/run-outcome.ts';
import { figure } from '../../components/amount.ts';
import { html, type Markup } from '../../components/markup.ts';
import { runPath } from '../../components/paths.ts';
import { exactTime, lasting, moment } from '../../components/relative-time.ts';
import type { View } from '../../components/view.ts';
import { stagesLine } from './run-stages.ts';

/** Label of each stage of a run, and the unit of its progress; null if it has no progress. */
const STAGE_WORDS: Readonly<Record<string, readonly [text: string, counts: string | null]>> = {
  intake: ['reading the sheet', 'rows'],
  resume: ['reading its current status', null],
  recipients: ['bringing recipients up to date', 'recipients'],
  merchants: ['bringing sub-merchants up to date', 'sub-merchants'],
  plan: ['planning batches', null],
  create: ['creating batches', 'batches'],
  quote: ['asking for the price', null],
  approve: ['approval', null],
  start: ['starting payments', null],
  settle: ['following batches', 'batches'],
  report: ['writing results', null],
};

/** The runs in progress, with counts, API calls, rate limit and remaining time. `live` sends it repeatedly. */
export function runningPart(view: Pick<View, 'locale' | 'now' | 'timeZone'>, runs: readonly RunningRun[]): Markup {
  if (runs.length === 0)
    return html`<p class="empty"><strong>No runs in progress.</strong> A run shows here as soon as it begins.</p>`;
  return html`<div class="cards">${runs.map(
    (run) => html`<section class="card" aria-label="Run ${run.id}">
<h3><a href="${runPath(run.id)}">Run ${run.id}</a> ${run.sheet ?? run.job}</h3>
<p class="quiet">${run.merchant}, by ${run.maker}, ${moment(view, run.created_at)}</p>
${progressOf(view, run)}</section>`,
  )}</div>
${asOf(view)}`;
}

const asOf = ({ now, timeZone }: Pick<View, 'now' | 'timeZone'>): Markup =>
  html`<p class="quiet">As of ${exactTime(new Date(now), timeZone).slice(11)}.</p>`;

/** The live part of the page of a run: its stages and the progress of its worker. */
export function runLivePart(
  view: Pick<View, 'locale' | 'now' | 'timeZone'>,
  runs: readonly RunningRun[],
  status: RunStatus,
): Markup {
  const isQueued = status.state === 'working' && (status.confirmed || !status.readIn);
  // Once it is approved, the page says when it is sent.
  const outcome = outcomeOf(status);
  const waits = isQueued && outcome !== 'scheduled' && outcome !== 'approved';
  return html`${stagesLine(status)}
${runs.length > 0 ? html`${runs.map((run) => progressOf(view, run))}${asOf(view)}` : waits ? html`<p class="quiet">It goes on as soon as a worker takes it.</p>` : ''}`;
}

/** What its worker does now. */
function progressOf(view: Pick<View, 'locale'>, run: RunningRun): Markup {
  const { id, merchant, stage, done, total, calls, calls_expected: expected } = run;
  const name = `Run ${id}`;
  const n = (value: number) => figure(view, value);
  const [text, counts] = stage === null ? ['beginning', null] : (STAGE_WORDS[stage] ?? [stage, null]);
  return html`<p>${text.slice(0, 1).toUpperCase()}${text.slice(1)}${
    // The count is shown only from the first item on.
    counts === null || !done
      ? ''
      : html`: <strong class="figure">${n(done)}</strong>${total === null ? '' : html` of ${n(total)}`} ${counts}`
  }</p>
${counts !== null && total !== null && total > 0 ? html`<progress aria-label="Progress of ${name}" max="${total}" value="${Math.min(done ?? 0, total)}"></progress>` : ''}
<p class="quiet">${calls === null ? '' : html`${n(calls)}${expected === null || calls > expected ? '' : html` of about ${n(expected)}`} calls. `}${timeLeft(run.ms_left)}</p>
${
  run.per_window === null
    ? ''
    : html`<p class="quiet">Rate limit of ${merchant}: ${n(run.calls_in_window)} of ${n(run.per_window)} calls a minute used.</p>
<meter aria-label="Quota used by ${merchant}" min="0" max="${run.per_window}" value="${Math.min(run.calls_in_window, run.per_window)}"></meter>`
}`;
}

function timeLeft(ms: number | null): string {
  if (ms === null) return '';
  return ms < 1_000 ? 'Less than a minute left.' : `About ${lasting(Math.max(ms, 1_000))} left.`;
}
