import { type EventData, type EventKind, FROM, type Sentences } from './event-kind.ts';

/** Origin of a batch that the ledger did not know. */
const ORIGINS: Readonly<Record<string, string>> = {
  own: 'this ledger created it before a restore, or a copy of this ledger did',
  other: 'another installation created it',
  unsaid: 'its tags don’t name an installation',
};

/** The current state of payments that were confirmed in Payrun as not paid. */
const AFTER_ALL: Readonly<Record<string, string>> = {
  processed: 'Paid',
  discrepancy: 'Paid twice, or not as instructed',
  returned: 'Paid, then returned',
  unknown: 'Unconfirmed, possibly paid',
  failed: 'Failed',
};

const ANSWER = 'Status in the payout service: {remoteStatus:plain}.';
const VERIFIED = 'New account verified: “{verified}”.';
/** The hash that the approval is bound to: `payrun verify` computes it again. */
const BOUND = 'Approval fingerprint: {hash:hash}';
const DIFFERS: Sentences = ['{batch:batch}: {difference}.', 'It is not started.'];

/** The figures of a quote at `quote`, in the currency of the batch. */
const priced = (quote: string): Sentences => [
  `{batch:batch}[: {${quote}count:count:payment}][, {${quote}sendingMinor:money} to send].`,
  `Total debit {${quote}debitMinor:money}.`,
  `Rate locked until {${quote}expiresAt:time}.`,
];
const NEW_PRICE = priced('');
const APPROVED_PRICE = priced('quote.');

export const BATCH_EVENTS = {
  batch_planned: {
    title: 'Batch planned',
    says: [
      '{batch:batch}: {payments:count:payment}[, {sourceMinor:moneyIfAny}][, and recipients get {targetMinor:sums}].',
    ],
  },
  batch_created: {
    title: 'Batch created',
    says: [
      '{batch:batch} is in the payout service as {remoteId:remote}, with {payments:count:payment}. No payment is sent until the batch is started.',
    ],
  },
  batch_refused: {
    title: 'Batch refused',
    says: (data) => ['The payout service rejected {batch:batch} ({code:code}).', afterRefusal(data)],
  },
  batch_unreadable: {
    title: 'Batch unreadable',
    says: ({ remoteId }) => [
      remoteId
        ? 'Payrun can’t read the payout service’s response about {batch:batch}, so the batch is unconfirmed.'
        : 'The payout service may have {batch:batch} already, in a format that Payrun cannot read. It is unconfirmed.',
    ],
  },
  batch_mismatch: { title: 'Batch differs from the plan', says: DIFFERS },
  batch_quoted: {
    title: 'Batch quoted',
    says: ({ keepsApproval }) => [...NEW_PRICE, keepsApproval === true && 'The earlier approval remains valid.'],
  },
  quote_mismatch: { title: 'Quote differs from the plan', says: DIFFERS },
  batch_not_priced: { title: 'No quote yet', says: ['{batch:batch}: {reason}.', 'It is not started.'] },
  batch_approved_first: { title: 'First of two approvals', says: [...APPROVED_PRICE, VERIFIED, BOUND, FROM] },
  batch_approved: {
    title: 'Batch approved',
    says: [...APPROVED_PRICE, 'Second approval; {first:word} gave the first.', VERIFIED, BOUND, FROM],
  },
  approval_void: {
    title: 'Approval voided',
    says: ({ why }) => [
      why ? '{batch:batch}: {why}' : '{batch:batch} changed since it was approved: it must be approved again.',
    ],
  },
  start_intended: { title: 'Start requested', says: ['Payrun is about to start {batch:batch}.', BOUND] },
  batch_started: { title: 'Batch started', says: ['{batch:batch} was sent.', ANSWER] },
  batch_started_outside: { title: 'Started outside Payrun', says: ['{batch:batch}: {what}', ANSWER] },
  service_approval_awaited: {
    title: 'Awaiting approval in the service',
    says: ['The payout service accepted {batch:batch}, which must now be approved there.', ANSWER],
  },
  batch_rejected_at_service: {
    title: 'Rejected in the service',
    says: [
      '{batch:batch} was not approved in the payout service and was deleted there.',
      '{payments:count:payment} failed.',
    ],
  },
  start_outcome: {
    title: 'Start not confirmed',
    says: ({ to, code }) => [
      to === 'unknown' && !code
        ? 'Payrun does not know whether {batch:batch} was started.'
        : '{batch:batch} was not started[: {code:code}].',
      'New status: {to:batchState}.',
      ANSWER,
    ],
  },
  batch_confirmed: {
    title: 'Unconfirmed batch resolved',
    says: ['{batch:batch} was unconfirmed, and Payrun has reread it.', 'New status: {to:batchState}.', ANSWER],
  },
  payments_removed: {
    title: 'Payments removed from batch',
    says: ['Removed from {batch:batch}: {payments:payments} ({code:code}).'],
  },
  batch_adopted: {
    title: 'Batch read from the service',
    says: ({ origin }) => [
      `{batch:batch} was in the payout service as {remoteId:remote}, with {payments:count:payment}, but not in the ledger: ${ORIGINS[String(origin)] ?? ''}.`,
    ],
  },
  batch_discarded: { title: 'Batch withdrawn', says: ['{batch:batch} was withdrawn before it was started.', '{why}'] },
  orphan_batch_deleted: {
    title: 'Duplicate batch deleted',
    says: [
      '{batch:batch} was created twice in the payout service, because the first response was lost. Payrun deleted the second one, {remoteId:remote}, before it could be sent.',
    ],
  },
  lost_batch_deleted: {
    title: 'Late batch deleted',
    says: [
      '{batch:batch} appeared in the payout service after it was withdrawn, as {remoteId:remote}. Payrun deleted it there before it could be sent.',
    ],
  },
  lost_batch_left: {
    title: 'Late batch found in the service',
    says: ({ end, duplicate }) => [
      duplicate
        ? '{batch:batch} is in the payout service a second time, as {remoteId:remote}, because the response to its creation was lost.'
        : '{batch:batch} appeared in the payout service after it was withdrawn, as {remoteId:remote}.',
      end !== 'begun'
        ? 'It has payments that are not in this run, so Payrun did not delete it. Action is required.'
        : duplicate
          ? 'The second one was sent there too, so its recipients may be paid twice. Action is required.'
          : 'It was sent there although Payrun had withdrawn it, so action is required.',
      ANSWER,
    ],
  },
  batch_gone: {
    title: 'Batch missing from the service',
    says: ['{batch:batch} is no longer in the payout service. Check it there.'],
  },
  batch_settled: {
    title: 'Batch settled',
    says: ['All payments in {batch:batch} are final[: {counts:counts}].', ANSWER],
  },
  payments_unknown: {
    title: 'Payments unconfirmed',
    says: ['{batch:batch}: {payments:count:payment} unconfirmed. Payrun does not know whether they were paid.'],
  },
  payments_differ: {
    title: 'Discrepancy',
    says: ['Payments don’t match the instructions: {payments:payments}.'],
  },
  discrepancy_accepted: { title: 'Discrepancy accepted', says: ['{what}', '{because}'] },
  batch_differs: { title: 'Batch discrepancy', says: ['{batch:batch}: {what}'] },
  paid_after_all: {
    title: 'Paid after all',
    says: ({ state }) => [
      'The payout service shows a different outcome for payments recorded as not paid.',
      `${AFTER_ALL[String(state)] ?? 'Action required'}: {payments:payments}.`,
    ],
  },
  payments_returned: {
    title: 'Payments returned',
    says: ['Returned after payment: {payments:payments}.'],
  },
} as const satisfies Record<string, EventKind>;

/**
 * The consequence for the payments. If the service already has a payment, it may have been paid, so the text does not
 * say that it failed.
 */
function afterRefusal({ code, named }: EventData): string {
  if (code === 'duplicate')
    return named === 0
      ? 'It already has some of these payments, so action is required.'
      : 'It already has {named:count:payment} of these, so action is required. The rest continue.';
  return named === 0
    ? 'The response names no payment, so Payrun splits the batch and tries each half.'
    : '{named:count:payment} named in the response failed; the rest continue.';
}
