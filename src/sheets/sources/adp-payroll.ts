import { notUsed } from './not-used.ts';
import type { SourceFormatFile } from './source-format-file.ts';

/**
 * File # is the employee within the company code. Paydata files of 2023 to 2026 begin with Co Code, Batch ID, File #;
 * their hours, codes and adjusted deductions are not the pay.
 */
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
      'Co Code|Batch ID|Gross Pay|Reg Hours|O/T Hours|Reg Earnings|O/T Earnings|Taxes|Deductions|Check Date|Pay Date|Rate Code|Temp Dept|Temp Rate|Hours 3 Code|Hours 3 Amount|Hours 4 Code|Hours 4 Amount|Earnings 3 Code|Earnings 3 Amount|Earnings 4 Code|Earnings 4 Amount|Memo Code|Memo Amount|Adjust Ded Code|Adjust Ded Amount|Special Proc Code',
    ),
  },
};
