import type { Cells, Finding } from '../model.ts';
import { COUNTRIES } from './countries.ts';
import { checkCountry } from './country-code.ts';
import { finding } from './finding.ts';
import { isPoBox } from './po-box.ts';
import { checkText } from './text.ts';

/** How much of an address is asked for: all that a bank needs, the country (without it a recipient stays inactive), or nothing. */
export type AddressNeed = 'full' | 'country' | 'optional';

export interface AddressReading {
  /** In the contract's names; undefined where no column of it is filled in. */
  readonly address: Readonly<Record<string, string>> | undefined;
  /** Upper case; '' where it is missing or wrong. */
  readonly country: string;
}

const PARTS = ['street1', 'street2', 'city', 'postalCode', 'region', 'phone'] as const;
const PHONE = /^\+?[\d\s()./-]{5,30}(?:(?:x|ext\.?)\s?\d{1,6})?$/i;

/** Reads a recipient's address. Adds what is wrong to `found`. */
export function checkAddress(cells: Cells, need: AddressNeed, found: Finding[]): AddressReading {
  const address: Record<string, string> = {};
  let country = '';
  if (cells.country !== undefined) {
    const { value, findings } = checkCountry(cells.country, 'country');
    if (findings.length > 0) found.push(...findings);
    else {
      country = value;
      address.country = value;
    }
  } else if (need !== 'optional') found.push(finding('country_missing', 'country'));
  for (const part of PARTS) {
    const text = cells[part];
    if (text !== undefined && checkText(text, part, found)) address[part] = text;
  }
  if (need === 'full') {
    if (cells.street1 === undefined) found.push(finding('street_missing', 'street1'));
    if (cells.city === undefined) found.push(finding('city_missing', 'city'));
  }
  checkParts(address, need, found);
  return { address: Object.keys(address).length > 0 ? address : undefined, country };
}

function checkParts(address: Readonly<Record<string, string>>, need: AddressNeed, found: Finding[]): void {
  const { street1, street2, phone, postalCode } = address;
  // Only banks refuse PO boxes.
  if (need === 'full') {
    if (street1 !== undefined && isPoBox(street1)) found.push(finding('po_box', 'street1', {}, street1));
    if (street2 !== undefined && isPoBox(street2)) found.push(finding('po_box', 'street2', {}, street2));
  }
  if (phone !== undefined && !PHONE.test(phone)) found.push(finding('phone_form', 'phone', {}, phone));
  if (postalCode !== undefined && address.country !== undefined) {
    const { postalCode: pattern, inWords: name } = COUNTRIES[address.country]!;
    if (pattern && !pattern.test(postalCode)) {
      found.push(finding('postal_code_form', 'postalCode', { country: name }, postalCode));
    }
  }
}
