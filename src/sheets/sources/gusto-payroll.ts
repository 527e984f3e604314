import { notUsed } from './not-used.ts';
import type { SourceFormatFile } from './source-format-file.ts';

/**
 * Above it stand the name and the address of the company, below it a table of each pay period (2026). Gross earnings,
 * taxes and the employer’s cost stand beside what is paid.
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
