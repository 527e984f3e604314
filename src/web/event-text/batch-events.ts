import { BATCH_MOVES } from '../../states.ts';
import { stateWord } from '../components/badge.ts';
import { type Content, html, type Markup } from '../components/markup.ts';
import {
  batch,
  code,
  counted,
  currency,
  type EventContext,
  from,
  hash,
  money,
  payments,
  recordIn,
  remote,
  sentences,
  sums,
  text,
  time,
  verified,
  word,
} from './event-context.ts';
import type { EventFormatter } from './event-formatter.ts';

/** Origin of a batch that the ledger did not know. */
const ORIGINS: Readonly<Record<string, string>> = {
  own: 'it was made from here before the ledger was restored, or from a copy of it',
  other: 'another installation made it',
  unsaid: 'an older Payrun made it',
};

/** The state at the service of payments that were confirmed here as not paid. */
const AFTER_ALL: Readonly<Record<string, string>> = {
  processed: 'Paid',
  discrepancy: 'Paid twice, or otherwise than ordered',
  returned: 'Paid, and returned',
  unknown: 'May have been paid, so unconfirmed',
  failed: 'Failed',
};

/** Texts of events of batches. */
export const BATCH_EVENTS = {
  batch_planned: {
    title: 'Batch planned',
    tell: (said) => {
      const sent = money(said, said.data.sourceMinor, word(said, 'currency'));
      return html`${batch(said)}: ${counted(said, 'payments', 'payment')}${isNothing(said.data.sourceMinor) ? '' : html`, ${sent}`}${sums(said, 'targetMinor') && html`, and ${sums(said, 'targetMinor')} that must arrive`}.`;
    },
  },
  batch_created: {
    title: 'Batch created',
    tell: (said) =>
      html`${batch(said)} is at the service as ${remote(said)}, with ${counted(said, 'payments', 'payment')}. No money moves before it is started.`,
  },
  batch_refused: {
    title: 'Batch refused',
    tell: (said) => html`The service does not take ${batch(said)} (${code(said)}). ${afterRefusal(said)}`,
  },
  batch_unreadable: {
    title: 'Batch unreadable',
    tell: (said) =>
      remote(said)
        ? html`The payout service gives no readable answer about ${batch(said)}, ${remote(said)}. It is unconfirmed.`
        : html`The payout service may have ${batch(said)} already, in a form that cannot be read. It is unconfirmed.`,
  },
  batch_mismatch: {
    title: 'Batch differs from the plan',
    tell: (said) => html`${batch(said)}, ${remote(said)}: ${text(said, 'difference')}. It is not started.`,
  },
  batch_quoted: {
    title: 'Batch priced',
    tell: (said) =>
      sentences(
        priced(said, said.data),
        said.data.keepsApproval === true && 'The approval of the price before still holds.',
      ),
  },
  quote_mismatch: {
    title: 'Price differs from the plan',
    tell: (said) => html`${batch(said)}: ${text(said, 'difference')}. It is not started.`,
  },
  batch_not_priced: {
    title: 'No price yet',
    tell: (said) => html`${batch(said)}: ${text(said, 'reason')}. It is not started.`,
  },
  batch_approved_first: {
    title: 'Approved by the first of two',
    tell: (said) => sentences(priced(said, recordIn(said, 'quote')), verified(said), bound(said), from(said)),
  },
  batch_approved: {
    title: 'Batch approved',
    tell: (said) =>
      sentences(
        priced(said, recordIn(said, 'quote')),
        word(said, 'first') && `The second approval, after ${word(said, 'first')}.`,
        verified(said),
        bound(said),
        from(said),
      ),
  },
  approval_void: {
    title: 'Approval void',
    tell: (said) => html`${batch(said)} changed since it was approved: it has to be approved again.`,
  },
  start_intended: {
    title: 'Start begun',
    tell: (said) => sentences(html`${batch(said)}, ${remote(said)}, is about to be started.`, bound(said)),
  },
  batch_started: {
    title: 'Batch started',
    tell: (said) => html`${batch(said)}, ${remote(said)}: money moves.${answer(said)}`,
  },
  batch_begun_outside: {
    title: 'Started outside Payrun',
    tell: (said) => html`${batch(said)}: ${text(said, 'what')}${answer(said)}`,
  },
  service_approval_awaited: {
    title: 'Awaiting approval at the service',
    tell: (said) =>
      html`The start of ${batch(said)}, ${remote(said)}, is accepted: it must be approved in the payout service.${answer(said)}`,
  },
  batch_rejected_at_service: {
    title: 'Rejected at the service',
    tell: (said) =>
      html`${batch(said)}, ${remote(said)}, was not approved in the payout service and was deleted there. ${counted(said, 'payments', 'payment')} failed.`,
  },
  start_outcome: {
    title: 'Start not confirmed',
    tell: (said) =>
      word(said, 'to') === 'unknown' && code(said) === ''
        ? html`It is not known whether ${batch(said)} was started. It is now: ${stateIn(said)}.${answer(said)}`
        : html`${batch(said)} was not started${code(said) && `: ${code(said)}`}. It is now: ${stateIn(said)}.${answer(said)}`,
  },
  batch_confirmed: {
    title: 'Unconfirmed batch confirmed',
    tell: (said) =>
      html`${batch(said)}, ${remote(said)}, was unconfirmed and was read again. It is now: ${stateIn(said)}.${answer(said)}`,
  },
  payments_removed: {
    title: 'Payments taken out',
    tell: (said) => html`Out of ${batch(said)}, because of ${code(said)}: ${payments(said)}.`,
  },
  batch_adopted: {
    title: 'Batch read from the service',
    tell: (said) =>
      html`${batch(said)} was at the service as ${remote(said)}, with ${counted(said, 'payments', 'payment')}, and the ledger did not know it: ${ORIGINS[word(said, 'origin')] ?? ''}.`,
  },
  batch_discarded: {
    title: 'Batch withdrawn',
    tell: (said) =>
      html`${batch(said)}${remote(said) && html`, ${remote(said)}`}, before it was started. ${text(said, 'why')}`,
  },
  orphan_batch_deleted: {
    title: 'Second batch deleted',
    tell: (said) =>
      html`${batch(said)} was created twice at the service, because the first answer was lost. The second one, ${remote(said)}, was deleted there before it could be sent.`,
  },
  late_batch_deleted: {
    title: 'Late batch deleted',
    tell: (said) =>
      html`${batch(said)} came to be at the service after it was withdrawn, as ${remote(said)}. It was deleted there before it could be sent.`,
  },
  late_batch_left: {
    title: 'Late batch at the service',
    tell: (said) =>
      html`${batch(said)} came to be at the service after it was withdrawn, as ${remote(said)}. ${word(said, 'end') === 'begun' ? 'It was sent there, and its payments are canceled here' : 'It holds payments that are not of this run, so it was left'}: action is required.${answer(said)}`,
  },
  batch_gone: {
    title: 'Batch gone at the service',
    tell: (said) =>
      html`The service does not know ${batch(said)}, ${remote(said)}, any more. Check it at the payout service.`,
  },
  batch_settled: {
    title: 'Batch settled',
    tell: (said) => html`Every payment of ${batch(said)}, ${remote(said)}, is final.${answer(said)}`,
  },
  payments_unknown: {
    title: 'Payments unknown',
    tell: (said) =>
      html`${batch(said)}: ${counted(said, 'payments', 'payment')} unconfirmed; it is not known whether they were paid.`,
  },
  payments_differ: {
    title: 'Discrepancy',
    tell: (said) => html`The payout service paid otherwise than was ordered: ${payments(said)}.`,
  },
  discrepancy_accepted: {
    title: 'Discrepancy accepted',
    tell: (said) => html`${text(said, 'what')} ${text(said, 'because')}`,
  },
  batch_differs: {
    title: 'Batch with a discrepancy',
    tell: (said) => html`${batch(said)}: ${text(said, 'what')}`,
  },
  paid_after_all: {
    title: 'Paid after all',
    tell: (said) =>
      html`The payout service shows another outcome for payments that were not paid. ${AFTER_ALL[word(said, 'state')] ?? 'Action required'}: ${payments(said)}.`,
  },
  payments_returned: {
    title: 'Payments returned',
    tell: (said) => html`Came back after they were paid: ${payments(said)}.`,
  },
  delivery_refused: {
    title: 'Webhook not believed',
    tell: (said) => html`What came for ${batch(said)} is not taken: ${text(said, 'why')}`,
  },
} as const satisfies Record<string, EventFormatter>;

/** The figures of a quote, in the currency of the batch. */
function priced(said: EventContext, quote: Readonly<Record<string, unknown>>): Markup {
  const own = currency(said);
  const of = { ...said, data: quote };
  const payments = counted(of, 'count', 'payment');
  if (own === '') return html`${batch(said)}${payments && `: ${payments}`}.`;
  return html`${batch(said)}: ${payments}, ${money(of, quote.sendingMinor, own)} sent, ${money(of, quote.feesMinor, own)} fees. Total debit ${money(of, quote.debitMinor, own)}.${time(of, 'expiresAt') && html` Rate locked until ${time(of, 'expiresAt')}.`}`;
}

/** The hash that the approval is bound to: `payrun verify` computes it again. */
function bound(said: EventContext): Content {
  return hash(said, 'hash') && html`<span class="quiet">Bound to ${hash(said, 'hash')}</span>`;
}

function answer(said: EventContext): string {
  const status = word(said, 'remoteStatus');
  return status === '' ? '' : ` The service says “${status.replaceAll('_', ' ')}”.`;
}

function stateIn(said: EventContext): string {
  const state = word(said, 'to');
  return Object.hasOwn(BATCH_MOVES, state)
    ? stateWord(state as keyof typeof BATCH_MOVES).toLowerCase()
    : state.replaceAll('_', ' ');
}

const isNothing = (minor: unknown): boolean => minor === '0' || minor === 0;

/**
 * The consequence for the payments. If the service already has a payment, it may have been paid, so the text does not
 * say that it failed.
 */
function afterRefusal(said: EventContext): string {
  const none = said.data.named === 0;
  const named = none ? '' : `${counted(said, 'named', 'payment')} that it names`;
  if (said.data.code === 'duplicate')
    return none
      ? 'It has payments of it already: action is required.'
      : `It has ${named} already: action is required, and the rest goes on.`;
  return none ? 'It names no payment: both halves are tried.' : `${named} fail, and the rest goes on.`;
}
