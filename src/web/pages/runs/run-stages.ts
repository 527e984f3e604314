import { outcomeOf, type RunStanding } from '../../../outcomes/run-outcome.ts';
import type { BatchState, RunState } from '../../../states.ts';
import { html, type Markup } from '../../components/markup.ts';

const STAGES = [
  'Read',
  'Submitted',
  'Recipients',
  'Batches',
  'Quote',
  'Approval',
  'Start',
  'Processing',
  'Finished',
] as const;

/** The stage of a batch in this state, as an index into `STAGES`. */
const STAGE_OF: Readonly<Record<BatchState, number>> = {
  planned: 3,
  creating: 3,
  open: 4,
  quoted: 5,
  approved: 6,
  starting: 6,
  waiting_funds: 6,
  awaiting_service_approval: 6,
  unknown: 6,
  started: 7,
  settled: 8,
  rejected_at_service: 8,
  void: 8,
};

/** The stage for the progress that a worker reports. */
const STAGE_OF_PROGRESS: Readonly<Record<string, number>> = {
  intake: 0,
  recipients: 2,
  plan: 3,
  create: 3,
  quote: 4,
  approve: 5,
  start: 6,
  settle: 7,
};

/**
 * The stage of the run as an index into `STAGES`: as its worker reports, otherwise that of the least advanced batch. 9
 * if it is done.
 */
function stageOf(run: RunStanding, progress: string | null): number {
  const { readIn, confirmed, state, batches, hasReady, leased } = run;
  if (state === 'done') return STAGES.length;
  if (!readIn) return 0;
  if (!confirmed) return 1;
  const said = leased && progress !== null ? STAGE_OF_PROGRESS[progress] : undefined;
  const states = Object.keys(batches) as BatchState[];
  if (said !== undefined && states.length === 0) return Math.max(said, 2);
  const least = Math.min(hasReady ? 2 : STAGES.length - 1, ...states.map((one) => STAGE_OF[one]));
  // A worker that resumes the run looks again at stages that it has passed.
  return Math.max(said ?? 2, least);
}

/** The last stage that a run reached which ended without a started batch. */
function reachedBy(run: RunStanding): (typeof STAGES)[number] {
  if ((run.batches.rejected_at_service ?? 0) > 0) return 'Start';
  if (outcomeOf(run) === 'rejected') return 'Approval';
  if (Object.keys(run.batches).length > 0) return 'Batches';
  return run.confirmed ? 'Submitted' : 'Read';
}

const STUCK: ReadonlySet<RunState> = new Set([
  'waiting_approval',
  'waiting_funds',
  'awaiting_service_approval',
  'needs_person',
]);

/**
 * The stages of a run as a list: past, current and next ones, and whether the run is blocked in the current one.
 * `progress`: as the worker reports it.
 */
export function stagesLine(run: RunStanding, progress: string | null): Markup | '' {
  if (!run.hasPayments) return '';
  const here = stageOf(run, progress);
  const stuck = !run.leased && STUCK.has(run.state);
  const sent = (run.batches.settled ?? 0) + (run.batches.started ?? 0) > 0;
  const reached = here < STAGES.length || sent ? STAGES.length : STAGES.indexOf(reachedBy(run));
  const rejected = here === STAGES.length && outcomeOf(run) === 'rejected' ? reached : null;
  return html`<ol class="stages" aria-label="Stages of the run">${STAGES.map((name, i) => {
    if (i === rejected)
      return html`<li class="stuck"><span aria-hidden="true">✕</span> ${name}<span class="hidden">, rejected here</span></li>`;
    if (i > reached && i < STAGES.length - 1)
      return html`<li class="skipped"><span aria-hidden="true">–</span> ${name}<span class="hidden">, not needed</span></li>`;
    if (i < here)
      return html`<li class="past"><span aria-hidden="true">✓</span> ${name}<span class="hidden">, past</span></li>`;
    if (i > here) return html`<li>${name}</li>`;
    return html`<li class="${stuck ? 'stuck' : 'here'}" aria-current="step"><span aria-hidden="true">${stuck ? '▲' : '●'}</span> ${name}<span class="hidden">, ${stuck ? 'waits here' : 'is here'}</span></li>`;
  })}</ol>`;
}
