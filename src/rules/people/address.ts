import type { Cells, Finding } from '../../model.ts';
import { checkBankCharacters, checkText } from '../check-text.ts';
import { COUNTRIES, checkCountry } from '../countries/countries.ts';
import { getPostalCode, isPostalCode, lostZeros } from '../countries/postal-code.ts';
import { readRegion, regionExample } from '../countries/region.ts';
import { finding } from '../finding.ts';
import { readPhone } from './contact.ts';

/**
 * The required parts of an address: all that a bank needs, only the country (without it a recipient stays inactive), or
 * nothing.
 */
export type AddressNeed = 'full' | 'country' | 'optional';

export interface AddressReading {
  /** By the contract's field names; undefined if all its columns are empty. */
  readonly address: Readonly<Record<string, string>> | undefined;
  /** Upper case; '' if it is missing or invalid. */
  readonly country: string;
}

const PARTS = ['street1', 'street2', 'city', 'postalCode', 'region', 'phone'] as const;
type Part = (typeof PARTS)[number];

/**
 * Reads a recipient's address: the region as its ISO 3166-2 code, the phone in its international form. Adds errors and
 * warnings to `found`.
 */
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
    if (text !== undefined && checkText(text, part, found)) address[part] = readPart(part, text, country, found);
  }
  if (need === 'full') checkForBank(cells, address, country, found);
  return { address: Object.keys(address).length > 0 ? address : undefined, country };
}

function readPart(part: Part, text: string, country: string, found: Finding[]): string {
  if (part === 'region') return checkRegion(text, country, 'region', found);
  if (part === 'postalCode') checkPostalCode(text, country, 'postalCode', found);
  if (part !== 'phone') return text;
  const phone = readPhone(text, country);
  if (phone === null) found.push(finding('phone_form', 'phone', {}, text));
  return phone ?? text;
}

/** The region's code if it is known, otherwise the text. */
export function checkRegion(text: string, country: string, column: string, found: Finding[]): string {
  const { value, known } = readRegion(text, country);
  if (!known) {
    const details = { country: COUNTRIES[country]!.inWords, example: regionExample(country) };
    found.push(finding('region_unknown', column, details, text));
  }
  return value;
}

export function checkPostalCode(text: string, country: string, column: string, found: Finding[]): void {
  if (isPostalCode(text, country) !== false) return;
  const zeros = lostZeros(text, country);
  const { inWords } = COUNTRIES[country]!;
  found.push(
    zeros === null
      ? finding('postal_code_form', column, { country: inWords, example: getPostalCode(country)!.example }, text)
      : finding('postal_code_zeros_lost', column, { country: inWords, code: zeros + text }, text),
  );
}

/** Requirements of a bank transfer. Only banks refuse PO boxes. */
function checkForBank(
  cells: Cells,
  address: Readonly<Record<string, string>>,
  country: string,
  found: Finding[],
): void {
  if (cells.street1 === undefined) found.push(finding('street_missing', 'street1'));
  if (cells.city === undefined) found.push(finding('city_missing', 'city'));
  for (const part of ['street1', 'street2', 'city'] as const) {
    const text = address[part];
    if (text === undefined) continue;
    checkBankCharacters(text, part, 'text', found);
    if (part !== 'city' && isPoBox(text)) found.push(finding('po_box', part, {}, text));
  }
  const asked = COUNTRIES[country]?.address.phone === 'advised';
  if (cells.phone === undefined && asked) {
    found.push(finding('phone_advised', 'phone', { country: COUNTRIES[country]!.inWords }));
  }
}

/**
 * PO boxes in the languages of recipients. A word that is also a street name counts only at the start of a line with a
 * number after it ("Casilla 12", "BP 45"). "C.P. 28001" does not match: it is a Spanish postal code.
 */
const ANYWHERE =
  /\b(?:p[./]?\s?o[.-]?\s?box|post\s?office\s?box|g\.?p\.?o\.?\s?box|postfach|postbus|postboks|postlokero|postilokero|bo[iî]te\s?postale|case\s?postale|caixa\s?postal|cx\.?\s?postal|casella\s?postale|apartado\s?(?:postal|a[eé]reo|de\s?correos)|casilla\s?(?:postal|de\s?correos?)|skrytka\s?pocztowa|locked\s?bag|private\s?bag|postafi[oó]k|kotak\s?pos|peti\s?surat|posta\s?kutusu|abonentskij\s?yashchik)(?![a-z])/i;
/** Needs a number, because "Post Box Cottage" is a house. */
const NUMBERED = /\bpost\s?box\s{0,3}(?:no\.?|n[°ºo]\.?|nr\.?|number|#)?\s{0,3}\d/i;
const WITH_NUMBER =
  /^\s*(?:box|b\.?\s?p\.?|p\.?o\.?b\.?|p\.?\s?b\.|apartado|apdo\.?(?:\s?postal)?|ap\.?\s?postal|casilla|boks|pf\.|skr\.\s?poczt\.)\s{0,3}(?:n[°ºo]\.?\s?|nr\.?\s?|#\s?)?\d/i;
/** Without word boundaries, which regular expressions support only for ASCII letters. */
const OTHER_LETTERS =
  /poštanski (?:pretinac|fah)|poštovní (?:přihrádka|schránka)|poštový priečinok|căsuța poștală|pašto dėžutė|hòm thư|box\s?č|(?:^|[^\p{L}])а\/я\s?\d|абонент\p{L}+ (?:ящик|скринька)|пощенска кутия|поштански (?:преградак|фах)|ταχ(?:υδρομική|\.)?\s?θυρίδα|(?:^|\s)τ\.?\s?θ\.?\s?\d|ת\.?\s?ד\.?\s?\d|תיבת דואר|صندوق (?:ال)?بريد|ص\.?\s?ب\.?\s?[\d٠-٩]|邮政信箱|郵政信箱|信箱|私書箱|사서함|ตู้\s?ปณ|पोस्ट\s?बॉक्स/iu;
const ASCII = /^[\0-\x7f]*$/;

/** Whether a line of an address is a PO box, which banks refuse. */
export function isPoBox(line: string): boolean {
  return (
    ANYWHERE.test(line) ||
    NUMBERED.test(line) ||
    WITH_NUMBER.test(line) ||
    (!ASCII.test(line) && OTHER_LETTERS.test(line))
  );
}
