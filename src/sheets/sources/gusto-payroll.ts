import { notUsed } from './not-used.ts';
import type { SourceFormatFile } from './source-format-file.ts';

/**
 * Name and address of the company come before the table, and a table per pay period comes after it (2026). Gross
 * earnings, taxes and the employer's cost are beside the net pay.
 */
export const gustoPayroll: SourceFormatFile = {
  name: 'Gusto payroll journal',
  fingerprint: ['Gross Earnings', 'Net Pay', 'Employer Cost'],
  columns: {
    'Net Pay': 'amount',
    'Last Name': 'lastName',
    'First Name': 'firstName',
    ...notUsed(
      'Gross Earnings|Employer Cost|Employee Taxes|Employer Taxes|Total Hours|Check Amount|Reimbursements|Payment Period|Check Date',
    ),
  },
};
