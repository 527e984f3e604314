import { type Checked, finding, NO_FINDINGS } from '../finding.ts';
import { COUNTRIES, findCountryCode } from './countries.ts';

/** Longer than any country's name. */
const LONGEST = 60;

/**
 * Checks a country code of ISO 3166 (or XK); returns it in upper case. For a name, the message proposes the code, but
 * the name is not accepted.
 */
export function checkCountry(text: string, column: 'country' | 'accountCountry'): Checked {
  const value = text.length === 2 ? text.toUpperCase() : text;
  if (COUNTRIES[value]) return { value, findings: NO_FINDINGS };
  const code = text.length > LONGEST ? undefined : findCountryCode(text.trim());
  return code === undefined
    ? { value, findings: [finding('country_unknown', column, {}, text)] }
    : { value, findings: [finding('country_by_name', column, { code, country: COUNTRIES[code]!.inWords }, text)] };
}
