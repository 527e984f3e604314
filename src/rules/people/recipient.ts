import { maskBankDetails } from '../../mask-bank-details.ts';
import type { Cells, Finding, RecipientProfile, SheetRow } from '../../model.ts';
import { checkBankCharacters, checkText } from '../check-text.ts';
import { isCountry } from '../countries/countries.ts';
import { finding } from '../finding.ts';
import { type AddressNeed, checkAddress } from './address.ts';
import { checkEmail } from './contact.ts';
import { checkGovernmentId } from './government-id.ts';

export interface RecipientOptions {
  readonly address: AddressNeed;
  /** YYYY-MM-DD, UTC; a later date of birth is an error. */
  readonly today?: string | undefined;
}

export interface RecipientReading {
  /** In the contract's shape; usable only if no finding is an error. */
  readonly profile: RecipientProfile;
  /** Full name of the person or business; '' if it is missing. */
  readonly name: string;
  /** Country of the address; '' if it is missing or invalid. */
  readonly country: string;
  readonly findings: readonly Finding[];
}

/** Reads the recipient's own data. A row without type that has a first or last name and no `name` is an individual. */
export function readRecipient(cells: Cells, options: RecipientOptions): RecipientReading {
  const found: Finding[] = [];
  const type = readType(cells, found);
  const email = checkEmail(cells.email ?? '', 'email');
  if (email.findings.length > 0) found.push(...email.findings);
  const profile: { -readonly [K in keyof RecipientProfile]: RecipientProfile[K] } = {
    type: type ?? 'individual',
    email: email.value,
  };
  const name = readNames(cells, type, profile, found);
  if (options.address === 'full') checkNamesForBank(cells, profile, found);
  const { address, country } = checkAddress(cells, options.address, found);
  if (address) profile.address = address;
  const { dob, language, governmentId } = cells;
  if (dob !== undefined) {
    const fault = checkBirthDate(dob, options.today);
    if (fault) found.push(fault);
    if (fault?.severity !== 'error') profile.dob = dob;
    if (!fault && type === 'business') found.push(finding('business_dob', 'dob', {}, dob));
  }
  if (language !== undefined) {
    const checked = checkLanguage(language);
    if (checked === null) found.push(finding('language_unknown', 'language', {}, language));
    else profile.language = checked;
  }
  const id = checkGovernmentId(governmentId, [country, accountCountryOf(cells)], options.address === 'full', found);
  if (id !== undefined) profile.governmentId = id;
  return { profile, name, country, findings: found };
}

const IBAN_START = /^[A-Za-z]{2}\d{2}/;

/**
 * The apparent country of the account; '' if it is unknown. A government ID is accepted if it is valid in this country
 * or in that of the address.
 */
function accountCountryOf({ accountCountry, iban }: Cells): string {
  if (accountCountry !== undefined) return accountCountry.length === 2 ? accountCountry.toUpperCase() : '';
  return iban !== undefined && IBAN_START.test(iban) ? iban.slice(0, 2).toUpperCase() : '';
}

function readType(cells: Cells, found: Finding[]): RecipientProfile['type'] | null {
  const { type } = cells;
  if (type === undefined) {
    // A business always needs a `name`, so without one the row is an individual.
    if (cells.name === undefined && (cells.firstName !== undefined || cells.lastName !== undefined))
      return 'individual';
    found.push(finding('type_missing', 'type'));
    return null;
  }
  const lower = type.length > 20 ? '' : type.toLowerCase();
  if (lower === 'individual' || lower === 'business') return lower;
  found.push(finding('type_unknown', 'type', {}, type));
  return null;
}

function readNames(
  cells: Cells,
  type: RecipientProfile['type'] | null,
  profile: { name?: string; firstName?: string; lastName?: string },
  found: Finding[],
): string {
  const { name, firstName, lastName } = cells;
  if (firstName !== undefined && checkText(firstName, 'firstName', found)) profile.firstName = firstName;
  if (lastName !== undefined && checkText(lastName, 'lastName', found)) profile.lastName = lastName;
  const nameIsGood = name !== undefined && checkText(name, 'name', found);
  if (type === 'business') {
    if (name === undefined) {
      const person = firstName !== undefined || lastName !== undefined;
      found.push(finding(person ? 'business_name_missing' : 'name_missing', 'name'));
    }
    if (nameIsGood) profile.name = name;
    return name ?? '';
  }
  if (type === 'individual') {
    // The service builds an individual's name from these two, so `name` is not sent.
    if (firstName === undefined && lastName === undefined && name !== undefined) {
      found.push(finding('full_name_missing', 'firstName'));
    } else {
      if (firstName === undefined) found.push(finding('first_name_missing', 'firstName'));
      if (lastName === undefined) found.push(finding('last_name_missing', 'lastName'));
    }
  }
  if (firstName === undefined) return lastName ?? name ?? '';
  return lastName === undefined ? firstName : `${firstName} ${lastName}`;
}

/**
 * The name of a row's recipient, or their referenceId; null if the row has neither. Stored unsealed, so bank details in
 * the wrong cell are masked.
 */
export function getRecipientName({ cells }: SheetRow): string | null {
  const person = [cells.firstName, cells.lastName].filter(Boolean).join(' ');
  const name = cells.name ?? (person || (cells.referenceId ?? null));
  return name === null ? null : maskBankDetails(name);
}

/** If the sheet names no account holder, the bank gets the recipient's name. */
function checkNamesForBank(cells: Cells, { name, firstName, lastName }: RecipientProfile, found: Finding[]): void {
  if (cells.accountHolderName !== undefined) return;
  if (name !== undefined) checkBankCharacters(name, 'name', 'name', found);
  if (firstName !== undefined) checkBankCharacters(firstName, 'firstName', 'name', found);
  if (lastName !== undefined) checkBankCharacters(lastName, 'lastName', 'name', found);
}

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const OTHER_ORDER = /^(?:(\d{1,2})[./-](\d{1,2})[./-]\d{4}|\d{4}[./](\d{1,2})[./](\d{1,2}))$/;
const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const OLDEST = 1900;
const OF_AGE = 18;

/**
 * Checks a date of birth; null if it is valid. It must be a calendar date in the form YYYY-MM-DD, not before 1900 and
 * not after `today` (YYYY-MM-DD, UTC). An age under 18 is a warning. The message never contains the date.
 */
export function checkBirthDate(text: string, today = '9999-12-31'): Finding | null {
  const match = DATE.exec(text);
  if (!match) return finding(OTHER_ORDER.test(text) ? 'dob_order' : 'dob_form', 'dob', {}, text);
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (month > 12 && month <= 31 && day >= 1 && day <= 12) return finding('dob_swapped', 'dob', { month }, text);
  if (month < 1 || month > 12 || day < 1 || day > DAYS[month - 1]!) return finding('dob_no_day', 'dob', {}, text);
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  if (month === 2 && day === 29 && !leap) return finding('dob_no_day', 'dob', {}, text);
  if (year < OLDEST || text > today) return finding('dob_impossible', 'dob', {}, text);
  const isMinor = today !== '9999-12-31' && `${year + OF_AGE}${text.slice(4)}` > today;
  return isMinor ? finding('dob_under_age', 'dob', { age: OF_AGE }, text) : null;
}

/** ISO 639-1. */
const LANGUAGES: ReadonlySet<string> = new Set(
  (
    'aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo es et ' +
    'eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl ' +
    'km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj ' +
    'om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to ' +
    'tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu'
  ).split(' '),
);

const LANGUAGE_FORM = /^([a-z]{2})(?:[-_]([a-z]{2}))?$/i;

/** A language as the service writes it, "en" or "en-GB"; null if it is unknown. */
export function checkLanguage(text: string): string | null {
  const match = LANGUAGE_FORM.exec(text);
  const language = match?.[1]?.toLowerCase();
  if (language === undefined || !LANGUAGES.has(language)) return null;
  const country = match?.[2]?.toUpperCase();
  if (country === undefined) return language;
  return isCountry(country) ? `${language}-${country}` : null;
}
