import type { RunStanding } from '../../../outcomes/run-outcome.ts';
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

export type StagedRun = Pick<
  RunStanding,
  'readIn' | 'confirmed' | 'state' | 'batches' | 'hasReady' | 'leased' | 'paysNobody'
>;

/**
 * The stage of the run as an index into `STAGES`: as its worker reports, otherwise that of the least advanced batch. 9
 * if it is done.
 */
function stageOf({ readIn, confirmed, state, batches, hasReady, leased }: StagedRun, progress: string | null): number {
  if (state === 'done') return STAGES.length;
  if (!readIn) return 0;
  if (!confirmed) return 1;
  const said = leased && progress !== null ? STAGE_OF_PROGRESS[progress] : undefined;
  if (said !== undefined) return Math.max(said, 2);
  const states = Object.keys(batches) as BatchState[];
  return Math.min(hasReady ? 2 : STAGES.length - 1, ...states.map((one) => STAGE_OF[one]));
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
export function stagesLine(run: StagedRun, progress: string | null): Markup | '' {
  if (run.paysNobody) return '';
  const here = stageOf(run, progress);
  const stuck = !run.leased && STUCK.has(run.state);
  // A run that ends without a started batch skipped the stages before the start.
  const paid = (run.batches.settled ?? 0) + (run.batches.started ?? 0) > 0;
  return html`<ol class="stages" aria-label="Stages of the run">${STAGES.map((name, i) => {
    if (here === STAGES.length && !paid && i > 1 && i < STAGES.length - 1)
      return html`<li class="skipped"><span aria-hidden="true">–</span> ${name}<span class="hidden">, not needed</span></li>`;
    if (i < here)
      return html`<li class="past"><span aria-hidden="true">✓</span> ${name}<span class="hidden">, past</span></li>`;
    if (i > here) return html`<li>${name}</li>`;
    return html`<li class="${stuck ? 'stuck' : 'here'}" aria-current="step"><span aria-hidden="true">${stuck ? '▲' : '●'}</span> ${name}<span class="hidden">, ${stuck ? 'waits here' : 'is here'}</span></li>`;
  })}</ol>`;
}
