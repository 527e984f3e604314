import { DOCUMENT_STATES } from '../../outcomes/run-outcome.ts';
import { COUNTED_STATES } from '../../states.ts';
import {
  arraySchema,
  DECIMAL,
  type FieldsOfSchema,
  objectSchema,
  oneOfCodes,
  orNull,
  TEXT,
  TIME,
  valuesByKey,
  WHOLE_NUMBER,
  YES_OR_NO,
} from './json-schema.ts';
import { ROW_PROBLEM } from './row-problem.ts';
import { PAYMENT_STATE, RUN_STATUS, SHOWN_PAYMENT_STATE } from './state-codes.ts';

/** Rows and the sum of their amounts, by currency. */
export const TOTALS = valuesByKey(objectSchema('Total', { rows: [WHOLE_NUMBER, ''], amount: [DECIMAL, ''] }));

const SIDES: FieldsOfSchema = {
  debited: [valuesByKey(DECIMAL), 'amounts to debit, by currency'],
  arriving: [valuesByKey(DECIMAL), 'amounts that recipients get, by currency'],
};

/** The side of its payments that a control total counts. */
export const CONTROL_TOTAL_SIDES: FieldsOfSchema = {
  ...SIDES,
  'rowsState?': [objectSchema('ControlTotalOfRows', SIDES), 'what the rows state, if another amount was accepted'],
  'withoutAmount?': [WHOLE_NUMBER, 'invalid rows that are counted, and whose amounts are in no total'],
};

const STATE = oneOfCodes('RunState', DOCUMENT_STATES);

const COUNTS = objectSchema(
  'CountsByStatus',
  Object.fromEntries(COUNTED_STATES.map((state) => [`${state}?`, [WHOLE_NUMBER, ''] as const])),
);

export const LISTED_RUN: FieldsOfSchema = {
  run: [TEXT, 'the number of the run'],
  job: [TEXT, 'the job that the run executes'],
  state: [STATE, 'whether the run is done, or what it waits for'],
  outcome: [RUN_STATUS, 'the result, or what the run waits for'],
  note: [orNull(TEXT), 'why the run has this state'],
  merchant: [TEXT, 'who pays'],
  maker: [TEXT, 'who submitted it'],
  sheet: [orNull(TEXT), 'the name of the file'],
  rows: [orNull(WHOLE_NUMBER), 'rows of the sheet; null until it was read'],
  counts: [COUNTS, 'rows by status'],
  calls: [WHOLE_NUMBER, 'API calls that the run made'],
  createdAt: [TIME, 'when it began'],
  finishedAt: [orNull(TIME), 'when it was done'],
  dryRun: [YES_OR_NO, 'always false: dry runs are in no list'],
};

export const LISTED_RUN_SCHEMA = objectSchema('ListedRun', LISTED_RUN);

const REASON = objectSchema('Reason', { state: [PAYMENT_STATE, ''], reason: [TEXT, ''], payments: [WHOLE_NUMBER, ''] });

const DEBIT = objectSchema('TotalDebit', {
  state: [SHOWN_PAYMENT_STATE, ''],
  currency: [orNull(TEXT), 'null for payments that are not debited'],
  payments: [WHOLE_NUMBER, ''],
  totalDebit: [orNull(DECIMAL), 'null if none of them has a quote'],
  beforeFees: [orNull(DECIMAL), 'what payments without a quote debit, before fees'],
  notQuoted: [WHOLE_NUMBER, 'payments whose debit is not known before they are quoted'],
});

const MOVED = objectSchema('MovedMoney', {
  state: [PAYMENT_STATE, ''],
  from: [TEXT, ''],
  to: [TEXT, ''],
  payments: [WHOLE_NUMBER, ''],
  totalDebit: [DECIMAL, ''],
  fees: [DECIMAL, ''],
  recipientFees: [DECIMAL, 'the part of the fees that is deducted from what recipients get'],
});

const FIGURES: FieldsOfSchema = {
  run: [orNull(TEXT), 'the number of the run; null for a dry run'],
  state: [STATE, 'whether the run is done, or what it waits for'],
  outcome: [RUN_STATUS, 'the result, or what the run waits for: see the glossary'],
  rows: [WHOLE_NUMBER, 'rows of the sheet'],
  counts: [COUNTS, 'rows by status'],
  reasons: [arraySchema(REASON), 'why rows were not paid: `state`, `reason`, `payments`'],
  totals: [TOTALS, 'what the sheet states of payments that are paid or to be paid, by currency: `rows`, `amount`'],
  onHold: [TOTALS, 'the same of payments on hold'],
  debits: [
    arraySchema(DEBIT),
    'the total debit: `state`, `currency`, `payments`, `totalDebit`, `beforeFees`, `notQuoted`',
  ],
  money: [
    arraySchema(MOVED),
    'what moved, by pair of currencies: `state`, `from`, `to`, `payments`, `totalDebit`, `fees`, `recipientFees`',
  ],
  paid: [orNull(TEXT), 'the control total of paid and processing payments'],
  calls: [WHOLE_NUMBER, 'API calls that the run made'],
  note: [orNull(TEXT), 'why the run has this state'],
};

const SAME_SHEET = objectSchema('SameSheet', {
  run: [TEXT, ''],
  sheet: [TEXT, ''],
  at: [TIME, 'when it came in'],
  message: [TEXT, ''],
});

/** The figures of one merchant, if a sheet has several. */
const MERCHANT_RUN = objectSchema('MerchantRun', {
  ...FIGURES,
  merchant: [TEXT, 'who pays'],
  'error?': [
    objectSchema('RunError', { code: [TEXT, ''], message: [TEXT, ''], next: [TEXT, ''] }),
    'what stops it for now',
  ],
});

export const RUN_OUTCOME: FieldsOfSchema = {
  ...FIGURES,
  paidSides: [
    orNull(objectSchema('ControlTotalSides', CONTROL_TOTAL_SIDES)),
    'the sides that the control total counts; null if nothing was sent',
  ],
  problems: [
    arraySchema(ROW_PROBLEM),
    'errors and warnings: `row`, `column`, `code`, `severity`, `message`, `recipient`',
  ],
  results: [orNull(TEXT), 'the path of the results workbook'],
  sameSheet: [orNull(SAME_SHEET), 'the earlier run with the same payments'],
  'runs?': [arraySchema(MERCHANT_RUN), 'the run of each merchant, if the sheet has several'],
};

const SETTING_RESULT = objectSchema('SettingResult', {
  ...{ setting: [TEXT, ''], state: [TEXT, ''], what: [TEXT, ''] },
  ...{ before: [orNull(TEXT), ''], after: [orNull(TEXT), ''], reason: [orNull(TEXT), ''] },
});

const MERCHANT_ROW = objectSchema('MerchantRow', {
  ...{ row: [WHOLE_NUMBER, ''], merchant: [orNull(TEXT), ''], state: [TEXT, ''], reason: [orNull(TEXT), ''] },
  settings: [arraySchema(SETTING_RESULT), ''],
});

/** A run with its outcome: what `runDocument` returns. */
export const RUN_FIELDS: FieldsOfSchema = {
  ...LISTED_RUN,
  ...RUN_OUTCOME,
  run: LISTED_RUN.run!,
  'recipients?': [valuesByKey(WHOLE_NUMBER), 'of a run of recipients: its rows by status'],
  'merchants?': [arraySchema(MERCHANT_ROW), 'of a run of sub-merchants: its rows'],
};
