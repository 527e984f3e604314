/**
 * Checks the check digit of an ABA routing number: weights 3, 7, 1 over its nine digits, sum divisible by ten. The
 * caller has checked that there are nine digits.
 */
export function isRoutingNumber(digits: string): boolean {
  const at = (index: number): number => digits.charCodeAt(index) - 48;
  const sum = 3 * (at(0) + at(3) + at(6)) + 7 * (at(1) + at(4) + at(7)) + at(2) + at(5) + at(8);
  return sum % 10 === 0;
}
