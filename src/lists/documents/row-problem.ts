import { objectSchema, oneOfCodes, orNull, TEXT, WHOLE_NUMBER, YES_OR_NO } from './json-schema.ts';

/** An error or a warning of a row. */
export const ROW_PROBLEM = objectSchema('RowProblem', {
  row: [WHOLE_NUMBER, 'as spreadsheets number it'],
  column: [orNull(TEXT), 'null if it is about the whole row'],
  code: [TEXT, 'a stable code: see the errors'],
  severity: [oneOfCodes('Severity', ['error', 'warning']), 'an error keeps the row from being paid'],
  message: [TEXT, 'what is wrong, and how to correct it'],
  'value?': [TEXT, 'the cell, masked if it holds a bank detail'],
  'recipient?': [orNull(TEXT), 'who is paid'],
  'reference?': [TEXT, 'of a payment on hold'],
  'mayBePaid?': [YES_OR_NO, 'whether the payment was or may have been made'],
  'comparedWith?': [
    objectSchema('ComparedRow', { 'run?': [TEXT, 'missing: the same run'], row: [WHOLE_NUMBER, ''] }),
    'the row that it was compared with',
  ],
});
