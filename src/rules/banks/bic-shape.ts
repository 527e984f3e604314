import { isCountry } from '../countries/countries.ts';

const SHAPE = /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/;

/** ISO 9362: four letters of the bank, two of the country, two characters of the place, three of the branch or none. */
export function isBicShape(code: string): boolean {
  return SHAPE.test(code);
}

/** A BIC by its shape, of a real country. */
export function isBic(code: string): boolean {
  return isBicShape(code) && isCountry(code.slice(4, 6));
}
