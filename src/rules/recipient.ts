import type { Cells, Finding, RecipientProfile } from '../model.ts';
import { type AddressNeed, checkAddress } from './address.ts';
import { checkBirthDate } from './birth-date.ts';
import { checkEmail } from './email.ts';
import { finding } from './finding.ts';
import { checkGovernmentId } from './government-id.ts';
import { checkLanguage } from './language.ts';
import { checkText } from './text.ts';

export interface RecipientOptions {
  readonly address: AddressNeed;
  /** YYYY-MM-DD, UTC; a later birth is refused. */
  readonly today?: string | undefined;
}

export interface RecipientReading {
  /** In the contract's shape; only of use without an error among the findings. */
  readonly profile: RecipientProfile;
  /** Full name of the person or business; '' where it is missing. */
  readonly name: string;
  /** Country of the address; '' where it is missing or wrong. */
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
  const { address, country } = checkAddress(cells, options.address, found);
  if (address) profile.address = address;
  const { dob, language, governmentId } = cells;
  if (dob !== undefined) {
    const fault = checkBirthDate(dob, options.today);
    if (fault) found.push(finding(fault, 'dob', {}, dob));
    else profile.dob = dob;
  }
  if (language !== undefined) {
    const checked = checkLanguage(language);
    if (checked === null) found.push(finding('language_unknown', 'language', {}, language));
    else profile.language = checked;
  }
  const id = checkGovernmentId(governmentId, country, options.address === 'full', found);
  if (id !== undefined) profile.governmentId = id;
  return { profile, name, country, findings: found };
}

function readType(cells: Cells, found: Finding[]): RecipientProfile['type'] | null {
  const { type } = cells;
  if (type === undefined) {
    // Only a person can have no `name`.
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
    if (name === undefined) found.push(finding('name_missing', 'name'));
    else if (nameIsGood) profile.name = name;
    return name ?? '';
  }
  if (type === 'individual') {
    // The service makes an individual's name from these two, so `name` is not sent.
    if (firstName === undefined) found.push(finding('first_name_missing', 'firstName'));
    if (lastName === undefined) found.push(finding('last_name_missing', 'lastName'));
  }
  if (firstName === undefined) return lastName ?? name ?? '';
  return lastName === undefined ? firstName : `${firstName} ${lastName}`;
}
