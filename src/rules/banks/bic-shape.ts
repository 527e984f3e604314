import { isCountry } from '../countries/countries.ts';

const FORM = /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/;
const SHAPE = /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/;

/**
 * ISO 9362: four letters for the bank, two for the country, two characters for the location, and optionally three for
 * the branch.
 */
export function isBicShape(code: string): boolean {
  return SHAPE.test(code);
}

/** ISO 9362:2014 also allows digits in the first four characters. Only for a text that can be nothing else. */
export function isBicForm(code: string): boolean {
  return FORM.test(code);
}

/** Whether a code has the shape of a BIC and a known country. */
export function isBic(code: string): boolean {
  return isBicShape(code) && isCountry(code.slice(4, 6));
}
