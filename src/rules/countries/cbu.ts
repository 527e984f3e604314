const BANK = [7, 1, 3, 9, 7, 1, 3];
const ACCOUNT = [3, 9, 7, 1, 3, 9, 7, 1, 3, 9, 7, 1, 3];

/**
 * Checks the two check digits of an Argentine CBU or CVU, for bank and branch and for the account; 0 is a valid check
 * digit. The caller has checked that there are 22 digits.
 */
export function isCbu(digits: string): boolean {
  return fits(digits, 0, BANK) && fits(digits, 8, ACCOUNT);
}

function fits(digits: string, start: number, weights: readonly number[]): boolean {
  let sum = 0;
  for (let index = 0; index < weights.length; index++) {
    sum += (digits.charCodeAt(start + index) - 48) * weights[index]!;
  }
  return (10 - (sum % 10)) % 10 === digits.charCodeAt(start + weights.length) - 48;
}
