import type { RunningRun } from '../../../ledger/views/active-runs.ts';
import type { StatusFacts } from '../../../outcomes/run-outcome.ts';
import { runStages } from '../../../outcomes/run-stages.ts';
import { lasting } from '../../../platform/duration.ts';
import { figure } from '../../components/amount.ts';
import { html, type Markup } from '../../components/markup.ts';
import { exactTime } from '../../components/relative-time.ts';
import type { View } from '../../components/view.ts';

/** Label of each stage of a run, and whether its progress is counted in what the label names. */
const STAGE_WORDS: Readonly<Record<string, readonly [text: string, isCounted: boolean]>> = {
  intake: ['reading rows', true],
  resume: ['reading its current status', false],
  recipients: ['updating recipients', true],
  merchants: ['updating sub-merchants', true],
  plan: ['planning batches', false],
  create: ['creating batches', true],
  quote: ['getting the quote', false],
  approve: ['approving', false],
  start: ['starting payments', false],
  settle: ['tracking payments', true],
  report: ['writing results', false],
};

const asOf = ({ now, timeZone }: Pick<View, 'now' | 'timeZone'>): Markup =>
  html`<p class="quiet">As of ${exactTime(new Date(now), timeZone).slice(11)}.</p>`;

/** The stages of a run as a list. `wasApproved`: some of its batches were approved, and may be deleted since. */
export function stagesLine(run: StatusFacts, wasApproved = false): Markup | '' {
  if (!run.hasPayments) return '';
  return html`<ol class="stages" aria-label="Run stages">${runStages(run, wasApproved).map(
    ({ name, position, mark, note, isCurrent }) =>
      html`<li${position && html` class="${position}"`}${isCurrent ? html` aria-current="step"` : ''}>${mark && html`<span aria-hidden="true">${mark}</span> `}${name}${note && html`<span class="hidden">, ${note}</span>`}</li>`,
  )}</ol>`;
}

/** The live part of the page of a run: its stages and the progress of its worker. */
export function runLivePart(
  view: Pick<View, 'locale' | 'now' | 'timeZone'>,
  runs: readonly RunningRun[],
  status: StatusFacts,
): Markup {
  const { outcome, confirmed, readIn } = status;
  const waits = (outcome === 'preparing' || outcome === 'reading_file') && (confirmed || !readIn);
  return html`${stagesLine(status)}
${runs.length > 0 ? html`${runs.map((run) => progressOf(view, run))}${asOf(view)}` : waits ? html`<p class="quiet">It is in the queue and continues automatically.</p>` : ''}`;
}

function progressOf(view: Pick<View, 'locale'>, run: RunningRun): Markup {
  const { id, done, total } = run;
  const hasCount = isCounted(run) && total !== null && total > 0;
  return html`<p>${stageText(view, run)}</p>
${hasCount ? html`<progress aria-label="Progress of run ${id}" max="${total}" value="${Math.min(done ?? 0, total)}"></progress>` : ''}
<p class="quiet">${run.leased ? waitText(run) : ''}</p>`;
}

/** The same in a line of a table. */
export const progressLine = (view: Pick<View, 'locale'>, run: RunningRun): Markup =>
  run.leased ? html`${stageText(view, run)}. ${waitText(run)}` : stageText(view, run);

const stageOf = ({ stage }: RunningRun) =>
  stage === null ? (['beginning', false] as const) : (STAGE_WORDS[stage] ?? (['working', false] as const));
const isCounted = (run: RunningRun): boolean => run.leased && stageOf(run)[1];

function stageText(view: Pick<View, 'locale'>, run: RunningRun): Markup {
  const { done, total } = run;
  if (!run.leased) return html`Sent. The payout service is processing its payments.`;
  const [text] = stageOf(run);
  // The count is shown only from the first item on.
  const count =
    !isCounted(run) || !done
      ? ''
      : html`: <strong class="figure">${figure(view, done)}</strong>${total === null ? '' : html` of ${figure(view, total)}`}`;
  return html`${text.slice(0, 1).toUpperCase()}${text.slice(1)}${count}`;
}

const waitText = (run: RunningRun): string => limitWait(run) ?? remainingTime(run.ms_left);

/** The wait of its calls for the rate limit; null if there are calls left. */
function limitWait({ per_window, calls_in_window, ms_to_next }: RunningRun): string | null {
  if (per_window === null || calls_in_window < per_window) return null;
  return `Waiting for the rate limit; continues in about ${lasting(Math.max(ms_to_next ?? 0, 1_000))}.`;
}

function remainingTime(ms: number | null): string {
  if (ms === null) return '';
  return ms < 1_000 ? 'Less than a minute left.' : `About ${lasting(Math.max(ms, 1_000))} left.`;
}
