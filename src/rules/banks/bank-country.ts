import type { Cells, Finding } from '../../model.ts';
import { COUNTRIES } from '../countries/countries.ts';
import type { Country } from '../countries/country.ts';
import { checkCountry } from '../countries/country-code.ts';
import { finding } from '../finding.ts';
import type { BankContext } from './bank-account.ts';
import { checkIban, ibanCountry } from './iban.ts';

/**
 * Where an account is: accountCountry, else the IBAN's country, else the address's. Undefined where no rule can be applied: the
 * country is unknown or can never receive; the reason is in `found`, or was said of the address.
 */
export function bankCountry(cells: Cells, context: BankContext, found: Finding[]): Country | undefined {
  const { accountCountry, iban } = cells;
  if (accountCountry !== undefined) {
    const { value, findings } = checkCountry(accountCountry, 'accountCountry');
    found.push(...findings);
    if (findings.length > 0 && iban !== undefined) found.push(...checkIban(iban).findings);
    return receiving(COUNTRIES[value], 'accountCountry', found);
  }
  const ofIban = iban === undefined ? '' : ibanCountry(iban);
  if (COUNTRIES[ofIban]) return receiving(COUNTRIES[ofIban], 'iban', found);
  const ofAddress = COUNTRIES[ofIban === '' ? (context.addressCountry ?? '') : ''];
  if (iban !== undefined && !ofAddress) {
    // Of no country: the check of the IBAN says what is wrong with it.
    found.push(...checkIban(iban).findings);
    return undefined;
  }
  if (context.addressCountry === null) {
    found.push(finding('country_missing', 'accountCountry'));
    return undefined;
  }
  return receiving(ofAddress, 'country', found);
}

function receiving(country: Country | undefined, column: string, found: Finding[]): Country | undefined {
  if (!country || country.receives === 'yes') return country;
  const never = country.receives === 'never';
  found.push(finding(never ? 'country_never_receives' : 'country_restricted', column, { country: country.inWords }));
  return never ? undefined : country;
}
