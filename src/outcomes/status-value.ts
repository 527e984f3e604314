import type { StatusTone } from '../references/value.ts';
import type { BatchState, PaymentState, RunStatus } from '../states.ts';
import { OUTCOMES } from './run-outcome.ts';
import { PAYMENT_STATUS } from './status-words.ts';
import { type DebitState, debitStateWord } from './total-debits.ts';

/** The tone and label of each state of a payment or a batch; runs have outcomes. */
const STATES: Readonly<Record<DebitState | BatchState, readonly [tone: StatusTone, text: string]>> = {
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
  rejected_at_service: ['bad', 'Rejected in the service'],
  planned: ['plain', 'Planned'],
  creating: ['busy', 'Being created'],
  open: ['plain', 'Created'],
  quoted: ['wait', 'Quoted'],
  approved: ['busy', 'Approved'],
  starting: ['busy', 'Starting'],
  settled: ['plain', 'Finished'],
  void: ['plain', 'Withdrawn'],
};

/** A status with its tone and words. */
export interface StatusValue {
  readonly kind: 'status';
  readonly tone: StatusTone;
  readonly text: string;
  readonly code: string;
}

export function toStatusValue(code: DebitState | BatchState): StatusValue {
  const [tone, text] = STATES[code] ?? ['plain' as const, String(code).replaceAll('_', ' ')];
  return { kind: 'status', tone, text, code };
}

export const outcomeStatus = (code: RunStatus): StatusValue => ({
  kind: 'status',
  tone: OUTCOMES[code].tone,
  text: OUTCOMES[code].label,
  code,
});

/** The label alone, for selection lists. */
export const stateWord = (state: PaymentState | BatchState): string => STATES[state]?.[1] ?? state;
