import { isCountry } from '../countries/countries.ts';

const SHAPE = /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/;

/**
 * ISO 9362: four letters for the bank, two for the country, two characters for the location, and optionally three for
 * the branch.
 */
export function isBicShape(code: string): boolean {
  return SHAPE.test(code);
}

/** Whether a code has the shape of a BIC and a known country. */
export function isBic(code: string): boolean {
  return isBicShape(code) && isCountry(code.slice(4, 6));
}
