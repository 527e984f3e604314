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

/**
 * The computation of a bank's check digit: weights of the branch, the account and the suffix (as four digits), and the
 * divisor of the sum. `folded`: of each product the digits are added until one is left.
 */
interface Algorithm {
  readonly branch?: readonly number[];
  readonly account: readonly number[];
  readonly suffix?: readonly number[];
  readonly modulus: 10 | 11;
  readonly folded?: boolean;
}

/** The table of Inland Revenue's specification for resident withholding tax; its letters. */
const A: Algorithm = { branch: [6, 3, 7, 9], account: [0, 10, 5, 8, 4, 2, 1], modulus: 11 };
const B: Algorithm = { account: A.account, modulus: 11 };
const D: Algorithm = { account: [7, 6, 5, 4, 3, 2, 1], modulus: 11 };
const E: Algorithm = { account: [0, 0, 0, 5, 4, 3, 2], suffix: [0, 0, 0, 1], modulus: 11, folded: true };
const F: Algorithm = { account: [1, 7, 3, 1, 7, 3, 1], modulus: 10 };
const G: Algorithm = { account: [1, 3, 7, 1, 3, 7, 1], suffix: [0, 3, 7, 1], modulus: 10, folded: true };

/** Banks by the codes of the clearing system. Bank 31 has no check digit. */
const COMMON = new Set('01 02 03 06 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 27 30 35 38'.split(' '));
const OTHERS: Readonly<Record<string, Algorithm>> = { '08': D, '09': E, '25': F, '26': G, '28': G, '29': G, '33': F };
/** From this account number on, the common check ignores the branch. */
const WITHOUT_BRANCH = 990_000;

/**
 * Checks the check digit of a New Zealand account number. The caller has checked that there are 15 or 16 digits. A
 * failure only warns, because new banks appear without notice.
 */
export function isNewZealandAccount(digits: string): boolean {
  const account = digits.slice(6, 13);
  const common = Number(account) < WITHOUT_BRANCH ? A : B;
  const bank = digits.slice(0, 2);
  const algorithm = COMMON.has(bank) ? common : OTHERS[bank];
  if (algorithm === undefined) return true;
  const { branch = [], suffix = [], modulus, folded = false } = algorithm;
  const sum =
    weighted(digits.slice(2, 6), branch, folded) +
    weighted(account, algorithm.account, folded) +
    weighted(digits.slice(13).padStart(4, '0'), suffix, folded);
  return sum % modulus === 0;
}

function weighted(digits: string, weights: readonly number[], folded: boolean): number {
  return weights.reduce((sum, weight, at) => {
    const product = Number(digits[at]) * weight;
    // The digits of a number, added until one is left, are its rest by nine.
    return sum + (folded && product > 9 ? ((product - 1) % 9) + 1 : product);
  }, 0);
}

const GROUPS = /^(\d{1,2})[- ](\d{1,4})[- ](\d{1,7})[- ](\d{1,3})$/;

/**
 * "1-902-68389-0" as "01-0902-0068389-00": New Zealanders omit the leading zeros of a group. Other texts are not
 * changed.
 */
export function fillNewZealandGroups(text: string): string {
  return text.replace(
    GROUPS,
    (_, bank: string, branch: string, account: string, suffix: string) =>
      `${bank.padStart(2, '0')}-${branch.padStart(4, '0')}-${account.padStart(7, '0')}-${suffix.padStart(2, '0')}`,
  );
}
