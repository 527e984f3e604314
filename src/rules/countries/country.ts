import type { Severity } from '../../model.ts';
import type { GovernmentIdRule } from './government-id-rule.ts';
import type { Need } from './need.ts';

/** The format that a country's banks use for one field. */
export interface FieldRule {
  /** The local term for a sentence: "routing number". */
  readonly name: string;
  readonly need: Need;
  /** For the value without separators, in upper case. */
  readonly pattern: RegExp;
  /** The text for the pattern: "9 digits". */
  readonly form: string;
  readonly example: string;
  /** Examples that are invalid, by their pattern or their check digits. */
  readonly bad: readonly string[];
  /** Severity of a value that does not match the pattern. Patterns that were never confirmed only warn. */
  readonly severity: Severity;
  /** If only this number of digits is valid. */
  readonly digits?: number;
  readonly checkDigits?: (value: string) => boolean;
  /**
   * Pads the groups of a number, if the country omits their leading zeros. The text is a cell of at most 200
   * characters.
   */
  readonly fillGroups?: (text: string) => string;
  /** Severity of wrong check digits if not every number has them; default `error`. */
  readonly checkDigitsSeverity?: Severity;
}

/**
 * Requirements of banks for the recipient's address. A missing street or city is an error, and a missing phone that is
 * advised is a warning. An advised postal code or region is common in the country's addresses, but the service accepts
 * an address without it, so it is not reported.
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

/** The form stored in `tables/*.json`: a pattern is its source. */
export type IbanEntry = Stored<IbanShape>;
export type FieldEntry = Stored<Omit<FieldRule, 'checkDigits' | 'fillGroups'>>;
export type CountryEntry = Stored<CountryData>;

type Stored<T> = {
  readonly [K in keyof T]: T[K] extends RegExp
    ? string
    : T[K] extends RegExp | null
      ? string | null
      : T[K] extends FieldRule | null
        ? FieldEntry | null
        : T[K];
};

/** The facts about a country from the data files. */
export interface CountryData {
  readonly code: string;
  readonly name: string;
  /** The name for a sentence: "the United States". */
  readonly inWords: string;
  /** Default currency of its accounts; '' if there is none. */
  readonly currency: string;
  /** `tolerated`: not in the registry, but its banks write account numbers like IBANs. */
  readonly iban: 'required' | 'optional' | 'tolerated' | 'no';
  /** The registry's entry for its IBANs; for territories, that of another country. */
  readonly ibanCode: string | null;
  /** A full part of SEPA, by the IBAN registry. */
  readonly sepa: boolean;
  /** Transfers in its own currency need no BIC. */
  readonly localRail: boolean;
  readonly swiftBic: Need;
  readonly bankAddress: Need;
  readonly bankCity: Need;
  readonly bankRegion: Need;
  /** Null if the country uses IBANs. */
  readonly accountNum: FieldRule | null;
  readonly branchId: FieldRule | null;
  readonly bankId: FieldRule | null;
  readonly address: AddressNeeds;
  readonly postalCode: RegExp | null;
  readonly receives: 'yes' | 'restricted' | 'never';
  /** Reliability of the rule: H confirmed, M from several sources, L from one, '' only the general rule. */
  readonly confidence: 'H' | 'M' | 'L' | '';
  /** Sources of the rule, with their dates. */
  readonly source: string;
}

/** The requirements of a bank transfer to a country. */
export interface Country extends CountryData {
  /** Null if nothing is known about the IDs that the country's banks ask for. */
  readonly governmentId: GovernmentIdRule | null;
}
