import { people, sheetOf } from '../../support/payroll.ts';

/** Whom the sandbox fails. */
export const UNLUCKY = 'person3@example.com';

/** Five people in two currencies, and a row that is refused. */
export const SALARIES = sheetOf(
  people(6, (n) => ({ currency: n % 2 ? 'EUR' : 'USD', ...(n === 6 ? { iban: 'DE00370400440000000006' } : {}) })),
);

/** Where each row must be in the end, by its reference. */
export const ENDS: Readonly<Record<string, 'processed' | 'failed' | 'invalid'>> = {
  'REF-1': 'processed',
  'REF-2': 'processed',
  'REF-3': 'failed',
  'REF-4': 'processed',
  'REF-5': 'processed',
  'REF-6': 'invalid',
};
