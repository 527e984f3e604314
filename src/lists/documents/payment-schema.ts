import { COMPLIANCE } from '../../outcomes/compliance-words.ts';
import {
  arraySchema,
  DECIMAL,
  type FieldsOfSchema,
  objectSchema,
  oneOfCodes,
  orNull,
  TEXT,
  TIME,
  WHOLE_NUMBER,
  YES_OR_NO,
} from './json-schema.ts';
import { ROW_PROBLEM } from './row-problem.ts';
import { BATCH_STATE, PAYMENT_STATE } from './state-codes.ts';

export const PAYMENT_FIELDS: FieldsOfSchema = {
  payment: [TEXT, 'the id of the payment, also its `externalId` in the service'],
  run: [TEXT, 'the number of the run'],
  row: [WHOLE_NUMBER, 'the row of the sheet'],
  merchant: [TEXT, 'who pays'],
  reference: [orNull(TEXT), 'the payment reference'],
  recipient: [orNull(TEXT), 'who is paid'],
  state: [PAYMENT_STATE, 'the status as a code'],
  batchState: [orNull(BATCH_STATE), 'the state of its batch'],
  isShort: [orNull(YES_OR_NO), 'whether the batch is approved and the balance does not cover it'],
  currency: [orNull(TEXT), 'the currency of `amount`'],
  amount: [orNull(DECIMAL), 'what the row states'],
  sourceCurrency: [orNull(TEXT), 'the currency that is debited'],
  reasonCode: [orNull(TEXT), 'why it has this status, as a code'],
  reason: [orNull(TEXT), 'the same as a sentence'],
  problems: [orNull(arraySchema(ROW_PROBLEM)), 'errors and warnings of the row'],
  batch: [orNull(TEXT), 'the id of its batch in the ledger'],
  serviceBatch: [orNull(TEXT), 'the same in the payout service'],
  servicePayment: [orNull(TEXT), 'the id of the payment in the payout service'],
  paidAmount: [orNull(DECIMAL), 'what was sent'],
  fees: [orNull(DECIMAL), 'fees, in `sourceCurrency`'],
  rate: [orNull(DECIMAL), 'the exchange rate'],
  targetCurrency: [orNull(TEXT), 'the currency that the recipient gets'],
  targetAmount: [orNull(DECIMAL), 'what the recipient gets'],
  withheld: [orNull(DECIMAL), 'tax withheld, as the payout service reports it'],
  compliance: [
    orNull(oneOfCodes('Compliance', Object.keys(COMPLIANCE))),
    'what the compliance review of the payout service says of the recipient',
  ],
  createdAt: [TIME, 'when the row was read'],
  startedAt: [orNull(TIME), 'when it was sent'],
  finalAt: [orNull(TIME), 'when it was paid or failed; a return after that does not change it'],
  rules: [orNull(TEXT), 'the version of the country rules that checked it'],
};

export const PAYMENT_SCHEMA = objectSchema('Payment', PAYMENT_FIELDS);
