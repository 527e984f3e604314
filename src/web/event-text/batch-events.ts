import { countsInWords } from '../../outcomes/status-words.ts';
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
  unsaid: 'its tags did not say which installation made it',
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
    describe: (event) => {
      const sent = money(event, event.data.sourceMinor, word(event, 'currency'));
      return html`${batch(event)}: ${counted(event, 'payments', 'payment')}${isNothing(event.data.sourceMinor) ? '' : html`, ${sent}`}${sums(event, 'targetMinor') && html`, and ${sums(event, 'targetMinor')} that must arrive`}.`;
    },
  },
  batch_created: {
    title: 'Batch created',
    describe: (event) =>
      html`${batch(event)} is at the payout service as ${remote(event)}, with ${counted(event, 'payments', 'payment')}. No money moves before it is started.`,
  },
  batch_refused: {
    title: 'Batch refused',
    describe: (event) => html`The service does not take ${batch(event)} (${code(event)}). ${afterRefusal(event)}`,
  },
  batch_unreadable: {
    title: 'Batch unreadable',
    describe: (event) =>
      remote(event)
        ? html`The payout service gives no readable answer about ${batch(event)}. It is unconfirmed.`
        : html`The payout service may have ${batch(event)} already, in a form that cannot be read. It is unconfirmed.`,
  },
  batch_mismatch: {
    title: 'Batch differs from the plan',
    describe: (event) => html`${batch(event)}: ${text(event, 'difference')}. It is not started.`,
  },
  batch_quoted: {
    title: 'Batch priced',
    describe: (event) =>
      sentences(
        priced(event, event.data),
        event.data.keepsApproval === true && 'The approval of the price before still holds.',
      ),
  },
  quote_mismatch: {
    title: 'Price differs from the plan',
    describe: (event) => html`${batch(event)}: ${text(event, 'difference')}. It is not started.`,
  },
  batch_not_priced: {
    title: 'No price yet',
    describe: (event) => html`${batch(event)}: ${text(event, 'reason')}. It is not started.`,
  },
  batch_approved_first: {
    title: 'Approved by the first of two',
    describe: (event) => sentences(priced(event, recordIn(event, 'quote')), verified(event), bound(event), from(event)),
  },
  batch_approved: {
    title: 'Batch approved',
    describe: (event) =>
      sentences(
        priced(event, recordIn(event, 'quote')),
        word(event, 'first') && `The second approval, after ${word(event, 'first')}.`,
        verified(event),
        bound(event),
        from(event),
      ),
  },
  approval_void: {
    title: 'Approval void',
    describe: (event) =>
      word(event, 'why') === ''
        ? html`${batch(event)} changed since it was approved: it has to be approved again.`
        : html`${batch(event)}: ${text(event, 'why')}`,
  },
  start_intended: {
    title: 'Start requested',
    describe: (event) => sentences(html`${batch(event)} is about to be started.`, bound(event)),
  },
  batch_started: {
    title: 'Batch started',
    describe: (event) => html`${batch(event)}: money moves.${answer(event)}`,
  },
  batch_started_outside: {
    title: 'Started outside Payrun',
    describe: (event) => html`${batch(event)}: ${text(event, 'what')}${answer(event)}`,
  },
  service_approval_awaited: {
    title: 'Awaiting approval at the service',
    describe: (event) =>
      html`The start of ${batch(event)} is accepted: it must be approved in the payout service.${answer(event)}`,
  },
  batch_rejected_at_service: {
    title: 'Rejected at the service',
    describe: (event) =>
      html`${batch(event)} was not approved in the payout service and was deleted there. ${counted(event, 'payments', 'payment')} failed.`,
  },
  start_outcome: {
    title: 'Start not confirmed',
    describe: (event) =>
      word(event, 'to') === 'unknown' && code(event) === ''
        ? html`It is not known whether ${batch(event)} was started. It is now: ${stateIn(event)}.${answer(event)}`
        : html`${batch(event)} was not started${code(event) && `: ${code(event)}`}. It is now: ${stateIn(event)}.${answer(event)}`,
  },
  batch_confirmed: {
    title: 'Unconfirmed batch confirmed',
    describe: (event) =>
      html`${batch(event)} was unconfirmed and was read again. It is now: ${stateIn(event)}.${answer(event)}`,
  },
  payments_removed: {
    title: 'Payments removed from a batch',
    describe: (event) => html`Out of ${batch(event)}, because of ${code(event)}: ${payments(event)}.`,
  },
  batch_adopted: {
    title: 'Batch read from the service',
    describe: (event) =>
      html`${batch(event)} was at the payout service as ${remote(event)}, with ${counted(event, 'payments', 'payment')}, and the ledger did not know it: ${ORIGINS[word(event, 'origin')] ?? ''}.`,
  },
  batch_discarded: {
    title: 'Batch withdrawn',
    describe: (event) => html`${batch(event)}, before it was started. ${text(event, 'why')}`,
  },
  orphan_batch_deleted: {
    title: 'Second batch deleted',
    describe: (event) =>
      html`${batch(event)} was created twice at the service, because the first answer was lost. The second one, ${remote(event)}, was deleted there before it could be sent.`,
  },
  lost_batch_deleted: {
    title: 'Late batch deleted',
    describe: (event) =>
      html`${batch(event)} came to be at the service after it was withdrawn, as ${remote(event)}. It was deleted there before it could be sent.`,
  },
  lost_batch_left: {
    title: 'Late batch at the service',
    describe: (event) =>
      html`${batch(event)} came to be at the service after it was withdrawn, as ${remote(event)}. ${word(event, 'end') === 'begun' ? 'It was sent there, and its payments are canceled here' : 'It holds payments that are not of this run, so it was left'}: action is required.${answer(event)}`,
  },
  batch_gone: {
    title: 'Batch missing at the service',
    describe: (event) => html`The service does not know ${batch(event)} any more. Check it at the payout service.`,
  },
  batch_settled: {
    title: 'Batch settled',
    describe: (event) => {
      const ended = countsInWords(countsIn(event));
      return html`Every payment of ${batch(event)} is final${ended === '' ? '' : `: ${ended}`}.${answer(event)}`;
    },
  },
  payments_unknown: {
    title: 'Payments unconfirmed',
    describe: (event) =>
      html`${batch(event)}: ${counted(event, 'payments', 'payment')} unconfirmed; it is not known whether they were paid.`,
  },
  payments_differ: {
    title: 'Discrepancy',
    describe: (event) => html`The payout service paid otherwise than was ordered: ${payments(event)}.`,
  },
  discrepancy_accepted: {
    title: 'Discrepancy accepted',
    describe: (event) => html`${text(event, 'what')} ${text(event, 'because')}`,
  },
  batch_differs: {
    title: 'Batch with a discrepancy',
    describe: (event) => html`${batch(event)}: ${text(event, 'what')}`,
  },
  paid_after_all: {
    title: 'Paid after all',
    describe: (event) =>
      html`The payout service shows another outcome for payments that were not paid. ${AFTER_ALL[word(event, 'state')] ?? 'Action required'}: ${payments(event)}.`,
  },
  payments_returned: {
    title: 'Payments returned',
    describe: (event) => html`Came back after they were paid: ${payments(event)}.`,
  },
} as const satisfies Record<string, EventFormatter>;

/** The figures of a quote, in the currency of the batch. */
function priced(event: EventContext, quote: Readonly<Record<string, unknown>>): Markup {
  const own = currency(event);
  const of = { ...event, data: quote };
  const payments = counted(of, 'count', 'payment');
  if (own === '') return html`${batch(event)}${payments && `: ${payments}`}.`;
  return html`${batch(event)}: ${payments}, ${money(of, quote.sendingMinor, own)} sent, ${money(of, quote.feesMinor, own)} fees. Total debit ${money(of, quote.debitMinor, own)}.${time(of, 'expiresAt') && html` Rate locked until ${time(of, 'expiresAt')}.`}`;
}

/** The hash that the approval is bound to: `payrun verify` computes it again. */
function bound(event: EventContext): Content {
  return (
    hash(event, 'hash') && html`<span class="quiet">Fingerprint of what was approved: ${hash(event, 'hash')}</span>`
  );
}

/** The counted payments by state. */
const countsIn = (event: EventContext): Readonly<Record<string, number>> =>
  Object.fromEntries(
    Object.entries(recordIn(event, 'counts')).filter((one): one is [string, number] => Number.isSafeInteger(one[1])),
  );

function answer(event: EventContext): string {
  const status = word(event, 'remoteStatus');
  return status === '' ? '' : ` The service says “${status.replaceAll('_', ' ')}”.`;
}

function stateIn(event: EventContext): string {
  const state = word(event, 'to');
  return Object.hasOwn(BATCH_MOVES, state)
    ? stateWord(state as keyof typeof BATCH_MOVES).toLowerCase()
    : state.replaceAll('_', ' ');
}

const isNothing = (minor: unknown): boolean => minor === '0' || minor === 0;

/**
 * The consequence for the payments. If the service already has a payment, it may have been paid, so the text does not
 * say that it failed.
 */
function afterRefusal(event: EventContext): string {
  const none = event.data.named === 0;
  const named = none ? '' : `${counted(event, 'named', 'payment')} that it names`;
  if (event.data.code === 'duplicate')
    return none
      ? 'It has payments of it already: action is required.'
      : `It has ${named} already: action is required, and the rest goes on.`;
  return none ? 'It names no payment: both halves are tried.' : `${named} fail, and the rest goes on.`;
}
