import { pluralize } from '../platform/pluralize.ts';
import { type BatchState, countIn, countPayments, type RunStatus } from '../states.ts';
import type { StatusFacts } from './run-outcome.ts';

const STAGES = ['Review', 'Approve', 'Fund', 'Send', 'Done'] as const;
const [REVIEW, APPROVE, FUND, SEND, DONE] = [0, 1, 2, 3, 4];

/** The stage of a batch in this state. Until it is quoted, it is prepared: no one can approve it yet. */
const STAGE_OF: Readonly<Record<BatchState, number>> = {
  planned: REVIEW,
  creating: REVIEW,
  open: REVIEW,
  quoted: APPROVE,
  waiting_funds: FUND,
  // The balance is read just before it is sent.
  approved: FUND,
  starting: SEND,
  awaiting_service_approval: SEND,
  unknown: SEND,
  started: SEND,
  settled: DONE,
  rejected_at_service: DONE,
  void: DONE,
};

/** Stages of outcomes, whatever the state of single batches and of payments that were released meanwhile. */
const STAGE_OF_OUTCOME: Readonly<Partial<Record<RunStatus, number>>> = {
  awaiting_approval: APPROVE,
  insufficient_funds: FUND,
  awaiting_service_approval: SEND,
};

/** The stage of the run: that of its outcome, or of its least advanced batch. */
function stageOf(run: StatusFacts): number {
  const known = STAGE_OF_OUTCOME[run.outcome];
  if (known !== undefined) return known;
  const { readIn, confirmed, isFinished, batches, hasReady, unsent } = run;
  if (isFinished) return STAGES.length;
  // An adopted batch that no one has sent was never approved, and no balance was read for it.
  if (!readIn || !confirmed || hasReady || unsent > 0) return REVIEW;
  const stages = (Object.keys(batches) as BatchState[]).map((one) => STAGE_OF[one]);
  return stages.length === 0 ? REVIEW : Math.min(...stages, SEND);
}

const wasSent = ({ batches }: StatusFacts): boolean => (batches.settled ?? 0) + (batches.started ?? 0) > 0;

/** The stage in which a run ended without a started batch, and the end; null if it continued. */
function endedIn(
  run: StatusFacts,
  wasApproved: boolean,
): { readonly stage: number; readonly how: string | null } | null {
  const codes = new Set(run.reasons.filter(({ state }) => state === 'canceled').map(({ code }) => code));
  if ((run.batches.rejected_at_service ?? 0) > 0)
    return { stage: SEND, how: run.outcome === 'rejected' ? 'rejected' : 'refused' };
  if (wasSent(run)) return null;
  if (run.outcome === 'rejected') return { stage: APPROVE, how: 'rejected' };
  if (codes.has('withdrawn')) return { stage: APPROVE, how: 'withdrawn' };
  if (codes.has('stopped')) return { stage: wasApproved ? FUND : REVIEW, how: 'stopped' };
  return { stage: REVIEW, how: null };
}

const STUCK: ReadonlySet<RunStatus> = new Set([
  'awaiting_approval',
  'insufficient_funds',
  'awaiting_service_approval',
  'action_required',
  'ready_to_submit',
]);

/** Outcomes of a run that is over, and in which no one was paid. */
const NOT_DONE: ReadonlySet<RunStatus> = new Set(['rejected', 'canceled', 'nothing_paid']);

/** A stage of a run: whether it is past, current or skipped, with a mark, and a note for those who see neither. */
export interface RunStage {
  readonly name: string;
  readonly position: 'past' | 'here' | 'stuck' | 'skipped' | null;
  readonly mark: string | null;
  readonly note: string | null;
  readonly isCurrent: boolean;
}

/**
 * The five stages of a run: past, current and next ones, and whether the run is blocked in the current one.
 * `wasApproved`: a user or the policy approved some of its batches, which may be deleted since.
 */
export function runStages(run: StatusFacts, wasApproved: boolean): readonly RunStage[] {
  const outcome = run.outcome;
  // Rows on hold of a run that is otherwise over, or errors that keep it from being submitted.
  const isHeld = outcome === 'not_submitted' || (outcome === 'action_required' && run.isFinished);
  const here = isHeld ? (wasSent(run) ? SEND : REVIEW) : stageOf(run);
  // Payments that were sent have passed every stage, whatever those wait for that were released later.
  const reached = wasSent(run) ? SEND : here;
  const waiting = run.batchSums.filter(({ state }) => STAGE_OF[state] === here);
  const left = countPayments(waiting) + (here === REVIEW ? countIn(run.counts, ['ready']) : 0);
  const rest = wasSent(run) && here < SEND && left > 0 ? ` ${pluralize(left, 'payment')}` : '';
  const stuck = isHeld || (!run.leased && STUCK.has(outcome));
  const ended = here === STAGES.length ? endedIn(run, wasApproved) : null;
  const isDone = !NOT_DONE.has(outcome);
  return STAGES.map((name, i): RunStage => {
    const of = (position: RunStage['position'], mark: string | null, note: string | null) => ({
      ...{ name, position, mark, note, isCurrent: false },
    });
    if (i === ended?.stage && ended.how !== null) return of('stuck', '✕', ended.how);
    if (ended !== null && i > ended.stage && (i < DONE || !isDone))
      return of('skipped', '–', i < DONE ? 'not needed' : 'nothing is paid');
    if (i === SEND && here < SEND && (run.batches.started ?? 0) > 0) return of('here', '●', 'in progress');
    if (i < here || (i > here && i <= reached)) return of('past', '✓', 'done');
    if (i > here) return of(null, null, null);
    // Nothing continues before its date, and the balance is read then.
    if (outcome === 'scheduled') return of(null, null, 'on its pay date');
    const current = stuck ? of('stuck', '▲', 'waiting') : of('here', '●', 'current step');
    return { ...current, name: `${name}${rest}`, isCurrent: true };
  });
}
