import type { BatchState, PaymentState, RunState } from '../../states.ts';
import { html, type Markup } from './markup.ts';

type Tone = 'good' | 'bad' | 'wait' | 'busy' | 'plain';

/** A shape for each tone, so that a state is told without its colour. */
const SHAPES: Readonly<Record<Tone, string>> = { good: '✓', bad: '✕', wait: '▲', busy: '●', plain: '○' };

/** What a person reads for a state, and how much of a worry it is. */
const STATES: Readonly<Record<PaymentState | RunState | BatchState, readonly [tone: Tone, text: string]>> = {
  new: ['busy', 'reading'],
  invalid: ['bad', 'invalid'],
  held: ['wait', 'held'],
  ready: ['plain', 'ready'],
  batched: ['plain', 'in a batch'],
  started: ['busy', 'on its way'],
  processed: ['good', 'paid'],
  failed: ['bad', 'failed'],
  returned: ['bad', 'returned'],
  cancelled: ['plain', 'cancelled'],
  unknown: ['wait', 'unknown'],
  discrepancy: ['bad', 'Discrepancy'],
  working: ['busy', 'working'],
  waiting_approval: ['wait', 'waits for approval'],
  waiting_funds: ['wait', 'waits for funds'],
  awaiting_service_approval: ['wait', 'awaiting approval at the service'],
  rejected_at_service: ['bad', 'rejected at the service'],
  needs_person: ['wait', 'needs a person'],
  on_the_way: ['busy', 'on its way'],
  done: ['good', 'done'],
  planned: ['plain', 'planned'],
  creating: ['busy', 'being created'],
  open: ['plain', 'created'],
  quoted: ['wait', 'quoted'],
  approved: ['busy', 'approved'],
  starting: ['busy', 'starting'],
  settled: ['good', 'settled'],
  void: ['plain', 'withdrawn'],
};

/** A state by shape, word and colour. */
export function badge(state: PaymentState | RunState | BatchState): Markup {
  const [tone, text] = STATES[state] ?? ['plain', String(state).replaceAll('_', ' ')];
  return html`<span class="badge ${tone}"><span aria-hidden="true">${SHAPES[tone]}</span> ${text}</span>`;
}

/** The word alone, for lists to choose from. */
export function stateWord(state: PaymentState | RunState | BatchState): string {
  return STATES[state]?.[1] ?? state;
}
