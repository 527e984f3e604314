import { EXIT } from '../../errors.ts';
import { OUTCOMES, type Outcome } from '../../outcomes/run-outcome.ts';
import { PAYMENT_STATUS } from '../../outcomes/status-words.ts';
import { type DebitState, debitStateWord } from '../../outcomes/total-debits.ts';
import type { BatchState, PaymentState } from '../../states.ts';
import { html, type Markup } from './markup.ts';

export type BadgeTone = 'good' | 'bad' | 'wait' | 'busy' | 'plain';

/** A shape for each tone, so that a state does not depend on color alone. */
const SHAPES: Readonly<Record<BadgeTone, string>> = { good: '✓', bad: '✕', wait: '▲', busy: '●', plain: '○' };

/** The tone and label of each state of a payment or a batch; runs have outcomes. */
const STATES: Readonly<Record<DebitState | BatchState, readonly [tone: BadgeTone, text: string]>> = {
  sent: ['busy', 'Sent, as quoted'],
  awaiting_approval: ['wait', debitStateWord('awaiting_approval')],
  awaiting_funds: ['wait', debitStateWord('awaiting_funds')],
  invalid: ['bad', PAYMENT_STATUS.invalid],
  held: ['wait', PAYMENT_STATUS.held],
  ready: ['plain', PAYMENT_STATUS.ready],
  batched: ['plain', PAYMENT_STATUS.batched],
  started: ['busy', PAYMENT_STATUS.started],
  processed: ['good', PAYMENT_STATUS.processed],
  failed: ['bad', PAYMENT_STATUS.failed],
  returned: ['bad', PAYMENT_STATUS.returned],
  canceled: ['plain', PAYMENT_STATUS.canceled],
  already_paid: ['plain', PAYMENT_STATUS.already_paid],
  dismissed: ['plain', PAYMENT_STATUS.dismissed],
  unknown: ['wait', PAYMENT_STATUS.unknown],
  discrepancy: ['bad', PAYMENT_STATUS.discrepancy],
  waiting_funds: ['wait', OUTCOMES.insufficient_funds.label],
  awaiting_service_approval: ['wait', OUTCOMES.awaiting_service_approval.label],
  rejected_at_service: ['bad', 'Rejected at the service'],
  planned: ['plain', 'Planned'],
  creating: ['busy', 'Being created'],
  open: ['plain', 'Created'],
  quoted: ['wait', 'Quoted'],
  approved: ['busy', 'Approved'],
  starting: ['busy', 'Starting'],
  settled: ['plain', 'Finished'],
  void: ['plain', 'Withdrawn'],
};

/** A state with shape, label and color. */
export function badge(state: DebitState | BatchState): Markup {
  const [tone, text] = STATES[state] ?? ['plain', String(state).replaceAll('_', ' ')];
  return badgeOf(tone, text);
}

/** The outcome of a run, or what it is waiting for. */
export function outcomeBadge(outcome: Outcome): Markup {
  const { tone, label } = OUTCOMES[outcome];
  return badgeOf(tone, label);
}

/** How an execution of a job ended, by its exit code; null if it ended well. */
export function exitBadge(exitCode: number | null): Markup | null {
  if (exitCode === null || exitCode === EXIT.done) return null;
  const [tone, text] = ENDS[exitCode] ?? ['bad', 'Failed'];
  return badgeOf(tone, text);
}

const ENDS: Readonly<Record<number, readonly [tone: BadgeTone, text: string]>> = {
  [EXIT.usage]: ['bad', 'Not accepted'],
  [EXIT.rowsFailed]: ['bad', 'Rows failed'],
  [EXIT.waits]: ['wait', OUTCOMES.action_required.label],
  [EXIT.outOfReach]: ['wait', 'Not reachable'],
};

/** Any other state in words, with a shape and color. */
export function badgeOf(tone: BadgeTone, text: string): Markup {
  return html`<span class="badge ${tone}"><span aria-hidden="true">${SHAPES[tone]}</span> ${text}</span>`;
}

/** The label alone, for selection lists. */
export function stateWord(state: PaymentState | BatchState): string {
  return STATES[state]?.[1] ?? state;
}
