import type { Cells, Environment, Finding } from '../../model.ts';
import { COUNTRIES } from '../countries/countries.ts';
import type { Country } from '../countries/country.ts';
import { checkCountry } from '../countries/country-code.ts';
import { finding } from '../finding.ts';
import { checkIban, ibanCountry } from './iban.ts';
import { isNamedGiro } from './swedish-giro.ts';

/** Facts about the row besides the bank details. */
export interface BankContext {
  readonly environment: Environment;
  /**
   * The holder's name if the sheet has none; '' if the recipient's name is missing, which is reported for the
   * recipient.
   */
  readonly recipientName: string | null;
  /**
   * Country of the recipient's address; '' if it is missing or invalid, which is reported for the address; null if
   * there is no address.
   */
  readonly addressCountry: string | null;
}

/**
 * The country of an account: `accountCountry`, otherwise that of the IBAN, otherwise that of the address. Undefined if
 * no rule applies, because the country is unknown or can never receive transfers; the reason is in `found`, or was
 * reported for the address.
 */
export function bankCountry(cells: Cells, context: BankContext, found: Finding[]): Country | undefined {
  const { accountCountry, iban } = cells;
  if (accountCountry !== undefined) {
    const { value, findings } = checkCountry(accountCountry, 'accountCountry');
    found.push(...findings);
    if (findings.length > 0 && iban !== undefined) found.push(...checkIban(iban).findings);
    return receiving(COUNTRIES[value], 'accountCountry', found);
  }
  const ofIban = iban === undefined || isNamedGiro(iban) ? '' : ibanCountry(iban);
  if (COUNTRIES[ofIban]) return receiving(COUNTRIES[ofIban], 'iban', found);
  const ofAddress = COUNTRIES[ofIban === '' ? (context.addressCountry ?? '') : ''];
  if (iban !== undefined && !ofAddress) {
    // The IBAN's country is unknown: the check of the IBAN reports why.
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
