import type { Severity } from '../../model.ts';
import type { GovernmentIdRule } from './government-id-rule.ts';

/**
 * `required`: an error where it is missing. `advised`: a warning where it is missing. `no`: the country's banks do not use it;
 * what stands there is not sent, and a warning says so.
 */
export type Need = 'required' | 'advised' | 'optional' | 'no';

/** How a country's banks write one field. */
export interface FieldRule {
  /** The local term, as it stands in a sentence: "routing number". */
  readonly name: string;
  readonly need: Need;
  /** Of the value without separators, in upper case. */
  readonly pattern: RegExp;
  /** The pattern in words: "9 digits". */
  readonly form: string;
  readonly example: string;
  /** Values that do not fit, by their pattern or their check digits. */
  readonly bad: readonly string[];
  /** What a value that does not fit the pattern is. Patterns that were never confirmed only warn. */
  readonly severity: Severity;
  /** Where only this number of digits is possible. */
  readonly digits?: number;
  readonly checkDigits?: (value: string) => boolean;
  /** Fills up the groups of a number where the country leaves out their zeros. The text is of the cell, at most 200 characters. */
  readonly fillGroups?: (text: string) => string;
  /** What wrong check digits are where they are not in every number; `error` unless said. */
  readonly checkDigitsSeverity?: Severity;
}

/**
 * What a bank asks for of the recipient's address. A missing street or city is an error, a missing phone that is advised a warning. A
 * postal code or region that is advised stands in the country's addresses; the service takes an address without it, so nothing is said.
 */
export interface AddressNeeds {
  readonly street1: Need;
  readonly city: Need;
  readonly postalCode: Need;
  readonly region: Need;
  readonly phone: Need;
}

/** One country of the IBAN registry. */
export interface IbanShape {
  readonly code: string;
  readonly length: number;
  readonly pattern: RegExp;
  readonly example: string;
}

/** What the data files say of a country. */
export interface CountryData {
  readonly code: string;
  readonly name: string;
  /** The name as it stands within a sentence: "the United States". */
  readonly inWords: string;
  /** Currency of its accounts unless the sheet says otherwise; '' where there is none. */
  readonly currency: string;
  /** `tolerated`: not in the registry, but its banks write account numbers like IBANs. */
  readonly iban: 'required' | 'optional' | 'tolerated' | 'no';
  /** The registry's entry for its IBANs: another country's for territories. */
  readonly ibanCode: string | null;
  /** A full part of SEPA by the IBAN registry. */
  readonly sepa: boolean;
  /** Its own currency reaches its banks without a BIC. */
  readonly localRail: boolean;
  readonly swiftBic: Need;
  readonly bankAddress: Need;
  readonly bankCity: Need;
  readonly bankRegion: Need;
  /** Null where the IBAN is used. */
  readonly accountNum: FieldRule | null;
  readonly branchId: FieldRule | null;
  readonly bankId: FieldRule | null;
  readonly address: AddressNeeds;
  readonly postalCode: RegExp | null;
  readonly receives: 'yes' | 'restricted' | 'never';
  /** How well the rule is known: H confirmed, M by several sources, L by one, '' by the general rule only. */
  readonly confidence: 'H' | 'M' | 'L' | '';
  /** Where the rule is from, with the date of what it is from. */
  readonly source: string;
}

/** What a bank transfer to a country needs. */
export interface Country extends CountryData {
  /** Null where nothing is known of the IDs that the country's banks ask for. */
  readonly governmentId: GovernmentIdRule | null;
}
