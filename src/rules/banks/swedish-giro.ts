/** Sweden: a Bankgiro (123-4567, 1234-5678) or Plusgiro number (12345-6), whose last digit is a check digit (Luhn). */
const GIRO = /^(?:(?:bankgiro|bg|plusgiro|pg)[ :]*)?(\d{3,4}-?\d{4}|\d{1,7}-\d|\d{2,3} \d{2} \d{2}-\d)$/i;
const NAMED = /^(?:bankgiro|bg|plusgiro|pg)\b/i;

export function isGiro(text: string): boolean {
  const digits = [...(GIRO.exec(text.trim())?.[1] ?? '').replace(/\D/g, '')].map(Number).reverse();
  const doubled = digits.map((digit, at) => (at % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2));
  return digits.length > 0 && doubled.reduce((sum, digit) => sum + digit, 0) % 10 === 0;
}

/** "BG 5805-6201", which is no IBAN of Bulgaria. */
export function isNamedGiro(text: string): boolean {
  return NAMED.test(text.trim()) && isGiro(text);
}
