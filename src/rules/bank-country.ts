import type { Cells, Finding } from '../model.ts';
import type { BankContext } from './bank-account.ts';
import { COUNTRIES } from './countries.ts';
import type { Country } from './country.ts';
import { checkCountry } from './country-code.ts';
import { finding } from './finding.ts';
import { checkIban, normaliseIban } from './iban.ts';

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
  if (iban !== undefined) {
    const country = COUNTRIES[normaliseIban(iban)?.slice(0, 2) ?? ''];
    // Of no country: the check of the IBAN says what is wrong with it.
    if (!country) found.push(...checkIban(iban).findings);
    return receiving(country, 'iban', found);
  }
  if (context.addressCountry === null) {
    found.push(finding('country_missing', 'accountCountry'));
    return undefined;
  }
  return receiving(COUNTRIES[context.addressCountry], 'country', found);
}

function receiving(country: Country | undefined, column: string, found: Finding[]): Country | undefined {
  if (!country || country.receives === 'yes') return country;
  const never = country.receives === 'never';
  found.push(finding(never ? 'country_never_receives' : 'country_restricted', column, { country: country.name }));
  return never ? undefined : country;
}
