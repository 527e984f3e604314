import type { RunBatch, RunFigures, RunView } from '../../ledger/pages/run-view.ts';
import type { BatchState, RunState } from '../../states.ts';
import { html, type Markup } from '../page/markup.ts';

const STAGES = [
  'Read',
  'Confirmed',
  'Recipients',
  'Batches',
  'Price',
  'Approval',
  'Start',
  'On its way',
  'Done',
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

/** In which stage the run is, as the index into the stages: the least advanced of its payments decides. 9 where it is done. */
function stageOf(
  run: Pick<RunView, 'intake_at' | 'confirmed_at' | 'state'>,
  batches: readonly Pick<RunBatch, 'state'>[],
  figures: readonly Pick<RunFigures, 'state' | 'payments'>[],
): number {
  if (run.state === 'done') return STAGES.length;
  if (!run.intake_at) return 0;
  if (!run.confirmed_at) return 1;
  const ready = figures.some(({ state, payments }) => state === 'ready' && payments > 0);
  return Math.min(ready ? 2 : STAGES.length - 1, ...batches.map(({ state }) => STAGE_OF[state]));
}

const STUCK: ReadonlySet<RunState> = new Set([
  'waiting_approval',
  'waiting_funds',
  'awaiting_service_approval',
  'needs_person',
]);

/** Does it wait for a person or for money? */
export function isStuck({ state }: Pick<RunView, 'state'>): boolean {
  return STUCK.has(state);
}

/** The stages as a line: what is past, where it is, and whether it waits there. */
export function stagesLine(
  run: Pick<RunView, 'intake_at' | 'confirmed_at' | 'state'>,
  batches: readonly Pick<RunBatch, 'state'>[],
  figures: readonly Pick<RunFigures, 'state' | 'payments'>[],
): Markup {
  const here = stageOf(run, batches, figures);
  const stuck = isStuck(run);
  // A run that ends without a batch that was started paid nobody: what comes before the start was not gone through.
  const paid = batches.some(({ state }) => state === 'settled' || state === 'started');
  return html`<ol class="stages" aria-label="Stages of the run">${STAGES.map((name, i) => {
    if (here === STAGES.length && !paid && i > 1 && i < STAGES.length - 1)
      return html`<li class="skipped"><span aria-hidden="true">–</span> ${name}<span class="hidden">, not needed</span></li>`;
    if (i < here)
      return html`<li class="past"><span aria-hidden="true">✓</span> ${name}<span class="hidden">, past</span></li>`;
    if (i > here) return html`<li>${name}</li>`;
    return html`<li class="${stuck ? 'stuck' : 'here'}" aria-current="step"><span aria-hidden="true">${stuck ? '▲' : '●'}</span> ${name}<span class="hidden">, ${stuck ? 'waits here' : 'is here'}</span></li>`;
  })}</ol>`;
}
