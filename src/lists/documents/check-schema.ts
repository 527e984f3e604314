import {
  arraySchema,
  type FieldsOfSchema,
  objectSchema,
  orNull,
  TEXT,
  WHOLE_NUMBER,
  YES_OR_NO,
} from './json-schema.ts';
import { ROW_PROBLEM } from './row-problem.ts';
import { CONTROL_TOTAL_SIDES, TOTALS } from './run-schema.ts';

const UNUSED_COLUMN = objectSchema('UnusedColumn', {
  letter: [TEXT, ''],
  header: [TEXT, ''],
  examples: [arraySchema(TEXT), 'its first cells, masked if they look like bank details'],
  looksUsed: [YES_OR_NO, 'whether it looks like a column that decides what is paid'],
});

/** The result of checking a sheet, without its path. */
export const CHECKED_FIELDS: FieldsOfSchema = {
  file: [TEXT, 'the file'],
  rows: [WHOLE_NUMBER, 'rows of the sheet'],
  valid: [WHOLE_NUMBER, 'rows without an error'],
  invalid: [WHOLE_NUMBER, 'rows with an error'],
  held: [WHOLE_NUMBER, 'rows that will be on hold'],
  problems: [arraySchema(ROW_PROBLEM), 'errors and warnings: `row`, `column`, `code`, `severity`, `message`, `value`'],
  notListed: [WHOLE_NUMBER, 'problems beyond those in the list'],
  totals: [TOTALS, 'what valid rows state, by currency: `rows`, `amount`'],
  controlTotal: [
    orNull(
      objectSchema('ControlTotal', { line: [TEXT, 'as the first line of a sheet has it'], ...CONTROL_TOTAL_SIDES }),
    ),
    'the control total of the valid rows',
  ],
  source: [orNull(TEXT), 'the program that made the file, if it is known'],
  readAs: [TEXT, 'how the file was read'],
  unused: [arraySchema(UNUSED_COLUMN), 'columns that are not used'],
  warnings: [arraySchema(TEXT), 'what is unusual about the file'],
  control: [orNull(TEXT), 'the differences from the control total that came with the file'],
};
