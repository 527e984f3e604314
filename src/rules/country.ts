import type { Severity } from '../model.ts';

/** `advised`: a warning where it is missing. `no`: the country's banks do not use it. */
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
  /** What a value that does not fit the pattern is. Patterns that were never confirmed only warn. */
  readonly severity: Severity;
  /** Where only this number of digits is possible. */
  readonly digits?: number;
  readonly checkDigits?: (value: string) => boolean;
}

/** One country of the IBAN registry. */
export interface IbanShape {
  readonly code: string;
  readonly length: number;
  readonly pattern: RegExp;
  readonly example: string;
}

/** What a bank transfer to a country needs. */
export interface Country {
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
  /** bankAddress and bankCity. */
  readonly bankAddress: Need;
  /** Null where the IBAN is used. */
  readonly accountNum: FieldRule | null;
  readonly branchId: FieldRule | null;
  readonly bankId: FieldRule | null;
  readonly postalCode: RegExp | null;
  readonly receives: 'yes' | 'restricted' | 'never';
  /** How well the rule is known: H confirmed, M by several sources, L by one, '' by the general rule only. */
  readonly confidence: 'H' | 'M' | 'L' | '';
  readonly source: string;
}
