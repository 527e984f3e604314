import type { PaymentState } from '../../src/states.ts';

/** The words of the manual and the pages for what Payrun handles. */
export const OBJECTS: readonly (readonly [word: string, meaning: string])[] = [
  ['sheet', 'a file with payments: CSV, XLSX, ODS or pain.001'],
  ['run', 'one execution over a sheet or a selection of its rows'],
  ['payment', 'one row to be paid'],
  ['reference', 'your own unique name of a payment; a reference that was paid is never paid again without a release'],
  ['recipient', 'who is paid'],
  ['merchant', 'who pays: an account with a balance and keys at the payout service'],
  ['platform', 'an account at the payout service that opens merchants of its own, sub-merchants'],
  ['batch', 'payments that are quoted and started together at the payout service'],
  ['quote', 'the price of a batch, with its rates and the time until which they are locked'],
  ['start', 'the only call that moves money'],
  ['maker', 'who submits a run'],
  ['approver', 'who approves a run; never its maker, nor who typed its bank details'],
  ['hold', 'a payment that is stopped for review, with the reason; it is released or dismissed'],
  ['shortfall', 'what is missing in a balance for a batch'],
  ['discrepancy', 'a difference between what was ordered and what the payout service did'],
  ['reconciliation', 'the comparison of the ledger with the payout service'],
  ['return', 'money that came back after it was paid'],
  ['control total', 'count and sum of a sheet, stated by its sender; if they differ, nothing of it is paid'],
  ['ledger', 'the database of Payrun: every sheet, payment, batch, call and event'],
  ['home', 'the folder of the embedded ledger, the vault key and the sandbox'],
  ['vault key', 'the key that seals bank details and keys in the ledger'],
  ['inbox', 'the folder into which sheets are dropped'],
  ['event', 'an entry of the audit log'],
  ['notification', 'a message to people: mail, chat or webhook'],
  ['webhook delivery', 'a message from the payout service'],
  ['sandbox', 'a payout service on this machine, in which no money moves'],
];

/** What each status of a payment means. */
export const STATUS_MEANINGS: Readonly<Record<PaymentState, string>> = {
  invalid: 'the row has errors and is not paid',
  held: 'stopped for review',
  ready: 'valid, and in no batch yet',
  batched: 'in a batch that was not started',
  started: 'its batch was started; the payout service has not finished it',
  processed: 'the payout service has paid it',
  failed: 'the payout service did not pay it',
  returned: 'it was paid, and the money came back',
  canceled: 'taken back before the start',
  already_paid: 'an earlier run has paid it under the same reference',
  dismissed: 'it was on hold, was reviewed, and stays unpaid',
  unknown: 'it is not known whether it was paid; nothing is sent again before that is confirmed',
  discrepancy: 'the payout service paid otherwise than the row says',
};
