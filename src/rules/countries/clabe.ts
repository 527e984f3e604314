const WEIGHTS = [3, 7, 1];

/**
 * Checks the check digit of a Mexican CLABE: weights 3, 7, 1, each product modulo 10. The caller has checked that there
 * are 18 digits.
 */
export function isClabe(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < 17; index++) sum += ((digits.charCodeAt(index) - 48) * WEIGHTS[index % 3]!) % 10;
  return (10 - (sum % 10)) % 10 === digits.charCodeAt(17) - 48;
}
