import { type EventKind, FROM, type Sentences } from './event-kind.ts';
import { READ_ROWS } from './run-events.ts';

const HELD: Sentences = ['Row {row:row}: {reason}', '{payments:count:payment} on hold.'];

const SAVED: Readonly<Record<string, string>> = {
  created: 'created in the payout service',
  changed: 'changed in the payout service',
  unchanged: 'unchanged in the payout service',
  refused: 'refused by the payout service',
};

/** The service keeps no earlier details, and the ledger only their fingerprint. */
const DETAILS_REPLACED =
  'The details in the row (name, email, address, IDs) replaced those in the payout service. Payrun does not know the previous values.';

/** Events of recipients, and of payments that are on hold because of one. */
export const RECIPIENT_EVENTS = {
  recipients_unknown: {
    title: 'Unknown recipients',
    says: ({ rows }) => [
      `The payout service has no recipient with the recipient number in ${Array.isArray(rows) && rows.length > 0 ? '{rows:rows}' : 'some rows'}, so these payments fail.`,
    ],
  },
  recipient_refused: {
    title: 'Recipient refused',
    says: ({ reason }) => [
      `Row {row:row}: ${reason ? '{reason}' : '{code:code}'}`,
      'Not paid: {payments:count:payment} to this recipient.',
    ],
  },
  account_in_flight: {
    title: 'On hold: a different account of this recipient is about to be paid',
    says: [
      'Row {row:row}: another run is about to pay this recipient using different bank details.',
      '{payments:count:payment} on hold.',
    ],
  },
  recipient_unreadable: { title: 'On hold: unreadable recipient data', says: HELD },
  recipient_inactive: { title: 'On hold: inactive recipient', says: HELD },
  recipient_activated: {
    title: 'Recipient reactivated',
    says: ['Reactivated because a payment to this recipient was released.'],
  },
  account_differs: { title: 'On hold: account in the service differs', says: HELD },
  account_masked: { title: 'On hold: accounts masked differently', says: HELD },
  recipients_in: { title: 'Recipient sheet read', says: READ_ROWS },
  recipient_brought: {
    title: 'Recipient saved in the service',
    says: ({ state, calls }) => [
      `Row {row:row}: ${SAVED[String(state)] ?? '{state:plain}'} ({calls:counted:API call}).`,
      'Changed: {account:account}.',
      Array.isArray(calls) && calls.includes('update') && DETAILS_REPLACED,
    ],
  },
  recipient_details_changed: {
    title: 'Recipient details changed',
    says: ['Sent to the payout service by this run: {cells:cells}.', FROM],
  },
} as const satisfies Record<string, EventKind>;
