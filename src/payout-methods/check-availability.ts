import type { Finding } from '../model.ts';
import { COUNTRIES } from '../rules/countries/countries.ts';
import { finding } from '../rules/finding.ts';

/**
 * Adds a finding if the recipient lives outside the countries that a method reaches.
 *
 * @param country of the recipient's address; '' if it is missing or invalid, which has a finding of its own
 */
export function checkAvailability(
  countries: readonly string[],
  method: string,
  country: string,
  found: Finding[],
): void {
  if (country === '' || countries.includes(country)) return;
  const names = countries.map((code) => COUNTRIES[code]!.inWords);
  const places = names.length === 1 ? names[0]! : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
  found.push(finding('payout_method_elsewhere', 'country', { method, places }, country));
}
