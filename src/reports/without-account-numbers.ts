import { mask } from '../mask-bank-details.ts';

const IBANS = /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30}\b/g;
const NUMBERS = /\d{8,}/g;

/** Free text with everything that looks like an account number masked. */
export function withoutAccountNumbers(text: string): string {
  return text.replace(IBANS, mask).replace(NUMBERS, mask);
}
