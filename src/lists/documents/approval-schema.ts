import {
  arraySchema,
  DECIMAL,
  type FieldsOfSchema,
  objectSchema,
  orNull,
  TEXT,
  TIME,
  valuesByKey,
  WHOLE_NUMBER,
  YES_OR_NO,
} from './json-schema.ts';

const COUNT: FieldsOfSchema = { count: [WHOLE_NUMBER, ''] };
const ONLY_COUNT = objectSchema('Count', COUNT);

const UNUSUAL = objectSchema('Unusual', {
  kind: [TEXT, 'a code'],
  title: [TEXT, ''],
  reason: [TEXT, ''],
  row: [orNull(WHOLE_NUMBER), 'a row to look at first'],
  other: [
    orNull(objectSchema('OtherPayment', { run: [TEXT, ''], row: [WHOLE_NUMBER, ''] })),
    'the payment to compare with',
  ],
});

const BATCH = objectSchema('BatchToApprove', {
  batch: [TEXT, 'its id in the ledger'],
  currency: [TEXT, 'that is debited'],
  payments: [WHOLE_NUMBER, ''],
  sending: [DECIMAL, ''],
  fees: [DECIMAL, ''],
  recipientFees: [DECIMAL, 'the part of the fees that is deducted from what recipients get'],
  debit: [DECIMAL, 'the total debit'],
  arrives: [orNull(valuesByKey(DECIMAL)), 'what recipients get, by currency'],
  rate: [orNull(DECIMAL), ''],
  quoteHoldsUntil: [TIME, ''],
  why: [orNull(TEXT), 'the approval reason'],
  hash: [TEXT, 'of what is approved'],
  approversNeeded: [WHOLE_NUMBER, ''],
  approvedFirstBy: [orNull(TEXT), ''],
});

const BALANCE = objectSchema('BalanceAfter', {
  currency: [TEXT, ''],
  debit: [orNull(DECIMAL), 'the total debit; null if it is not quoted yet'],
  available: [orNull(DECIMAL), ''],
  committed: [orNull(DECIMAL), 'still to be debited for other runs'],
  after: [orNull(DECIMAL), 'what is available less the debit'],
  at: [orNull(TIME), 'when the payout service gave the balance'],
});

export const APPROVAL_SCHEMA = objectSchema('Approval', {
  run: [TEXT, 'the number of the run'],
  retryOf: [orNull(TEXT), 'the run that it retries'],
  changedAccounts: [
    objectSchema('ChangedAccounts', { ...COUNT, uncertain: [WHOLE_NUMBER, ''] }),
    'payments to other bank details than those last paid',
  ],
  unverified: [WHOLE_NUMBER, 'of these, those not verified yet'],
  unusual: [arraySchema(UNUSUAL), 'what else is unusual'],
  accountsMoved: [YES_OR_NO, 'whether an account changed in the service, so that it can only be rejected'],
  released: [ONLY_COUNT, 'payments that were on hold'],
  warned: [ONLY_COUNT, 'payments with warnings'],
  corrected: [ONLY_COUNT, 'payments that were corrected after the upload'],
  cameBack: [objectSchema('CameBack', { ...COUNT, changed: [WHOLE_NUMBER, ''] }), 'payments after one that came back'],
  newRecipients: [objectSchema('NewRecipients', { ...COUNT, payments: [WHOLE_NUMBER, ''] }), ''],
  payments: [WHOLE_NUMBER, ''],
  recipients: [WHOLE_NUMBER, ''],
  batches: [arraySchema(BATCH), ''],
  balances: [arraySchema(BALANCE), ''],
  held: [ONLY_COUNT, 'payments on hold'],
  merchant: [TEXT, 'who pays'],
  sheet: [orNull(TEXT), 'the name of the file'],
  maker: [TEXT, 'who may not approve it'],
  accountUser: [orNull(TEXT), 'the user of the account from which it was made'],
  bankDetailAuthors: [
    arraySchema(objectSchema('BankDetailAuthor', { name: [TEXT, ''], payments: [WHOLE_NUMBER, ''] })),
    'users who typed its bank details',
  ],
  madeAt: [TIME, ''],
  submittedAt: [TIME, ''],
  runDebits: [valuesByKey(DECIMAL), 'the debits to which the limits of users apply, by currency'],
  approvals: [objectSchema('ApprovalsCount', { needed: [WHOLE_NUMBER, ''], given: [WHOLE_NUMBER, ''] }), ''],
  hash: [TEXT, 'of what is approved'],
});
