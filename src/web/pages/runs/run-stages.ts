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

/** In which stage a batch in this state is: the index of the first that is not behind it. */
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

/** In which stage of the bar a process is that says this of itself. */
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
 * In which stage the run is, as the index into the stages: what its process says, else the least advanced of its payments. 9 where it
 * is done.
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

/** The stages as a line: what is past, if it is, and whether it waits there. `progress`: what its process says of itself. */
export function stagesLine(run: StagedRun, progress: string | null): Markup | '' {
  if (run.paysNobody) return '';
  const here = stageOf(run, progress);
  const stuck = !run.leased && STUCK.has(run.state);
  // A run that ends without a batch that was started paid nobody: what comes before the start was not gone through.
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
