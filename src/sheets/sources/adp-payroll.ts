import { notUsed } from './not-used.ts';
import type { SourceFormatFile } from './source-format-file.ts';

/** File # is the employee within the company code. */
export const adpPayroll: SourceFormatFile = {
  name: 'ADP payroll register',
  fingerprint: ['Co Code', 'File #'],
  columns: {
    'File #': 'referenceId',
    'Payroll Name': 'name',
    'Employee Name': 'name',
    'First Name': 'firstName',
    'Last Name': 'lastName',
    'Net Pay': 'amount',
    ...notUsed(
      'Co Code|Batch ID|Gross Pay|Reg Hours|O/T Hours|Reg Earnings|O/T Earnings|Taxes|Deductions|Check Date|Pay Date',
    ),
  },
};
