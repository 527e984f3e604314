/**
 * Checks the check digit of an ABA routing number: weights 3, 7, 1 over its nine digits, sum divisible by ten. The
 * caller has checked that there are nine digits.
 */
export function isRoutingNumber(digits: string): boolean {
  const at = (index: number): number => digits.charCodeAt(index) - 48;
  const sum = 3 * (at(0) + at(3) + at(6)) + 7 * (at(1) + at(4) + at(7)) + at(2) + at(5) + at(8);
  return sum % 10 === 0;
}

const CLABE = [3, 7, 1];

/**
 * Checks the check digit of a Mexican CLABE: weights 3, 7, 1, each product modulo 10. The caller has checked that there
 * are 18 digits.
 */
export function isClabe(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < 17; index++) sum += ((digits.charCodeAt(index) - 48) * CLABE[index % 3]!) % 10;
  return (10 - (sum % 10)) % 10 === digits.charCodeAt(17) - 48;
}

const CBU_BANK = [7, 1, 3, 9, 7, 1, 3];
const CBU_ACCOUNT = [3, 9, 7, 1, 3, 9, 7, 1, 3, 9, 7, 1, 3];

/**
 * Checks the two check digits of an Argentine CBU or CVU, for bank and branch and for the account; 0 is a valid check
 * digit. The caller has checked that there are 22 digits.
 */
export function isCbu(digits: string): boolean {
  return fits(digits, 0, CBU_BANK) && fits(digits, 8, CBU_ACCOUNT);
}

function fits(digits: string, start: number, weights: readonly number[]): boolean {
  let sum = 0;
  for (let index = 0; index < weights.length; index++) {
    sum += (digits.charCodeAt(start + index) - 48) * weights[index]!;
  }
  return (10 - (sum % 10)) % 10 === digits.charCodeAt(start + weights.length) - 48;
}
