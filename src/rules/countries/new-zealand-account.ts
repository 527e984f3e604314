/**
 * Banks whose account numbers have a check digit by the common algorithm. The few other banks have their own, and are
 * not checked.
 */
const BANKS = new Set(
  '01 02 03 06 11 12 13 14 15 16 17 18 19 20 21 22 23 24 27 30 35 38'.split(' '), // codes of the clearing system
);
const BRANCH = [6, 3, 7, 9];
const ACCOUNT = [0, 10, 5, 8, 4, 2, 1];
/** From this account number on, the check ignores the branch. */
const WITHOUT_BRANCH = 990_000;

/**
 * Checks the check digit of a New Zealand account number: weights over branch and account, sum divisible by 11 (Inland
 * Revenue, resident withholding tax specification). The caller has checked that there are 15 or 16 digits. A failure
 * only warns, because new banks appear without notice.
 */
export function isNewZealandAccount(digits: string): boolean {
  if (!BANKS.has(digits.slice(0, 2))) return true;
  let sum = weighted(digits, 6, ACCOUNT);
  if (Number(digits.slice(6, 13)) < WITHOUT_BRANCH) sum += weighted(digits, 2, BRANCH);
  return sum % 11 === 0;
}

function weighted(digits: string, start: number, weights: readonly number[]): number {
  let sum = 0;
  for (let index = 0; index < weights.length; index++) {
    sum += (digits.charCodeAt(start + index) - 48) * weights[index]!;
  }
  return sum;
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
