import type { Need } from './country.ts';

/** One kind of ID that a country gives out. */
export interface IdKind {
  /** The local term, as it stands in a sentence: "CPF". */
  readonly name: string;
  /** Of the ID without separators, in upper case. */
  readonly pattern: RegExp;
  readonly form: string;
  readonly example: string;
  /** IDs that are of this kind by their form and wrong by their check digits; empty where there are none. */
  readonly bad: readonly string[];
  readonly check?: (id: string) => boolean;
  /** Where there are no check digits: `check` is of a date or a letter in it. */
  readonly withoutCheckDigits?: true;
  /** Of the ID as it stands in the sheet: one that is written so is of this kind and no other. */
  readonly written?: RegExp;
}

/** What IDs a country gives out, and what one is that fits none of them. */
export interface GovernmentIdRule {
  /** "CPF or CNPJ" */
  readonly name: string;
  /** `advised` where the country's banks ask for it. The service does not publish its list, so a missing one only warns. */
  readonly need: Extract<Need, 'advised' | 'optional'>;
  /** Whether one that fits no kind, or whose check digits are wrong, refuses the payment. */
  readonly severity: 'error' | 'warning';
  readonly kinds: readonly IdKind[];
  /** Nobody asks for it, and people fill in passports and cards too: what has the form of none of the kinds passes. */
  readonly othersPass?: true;
}

/** What the kinds that the rule is named after look like: "11 digits or 14 letters or digits, of which the last two are digits". */
export function idFormOf({ name, kinds }: GovernmentIdRule): string {
  const named = kinds.filter((kind) => name.includes(kind.name));
  return [...new Set((named.length > 0 ? named : kinds).map(({ form }) => form))].join(', or ');
}

/** A check of the library: loaded one by one, because the whole of it takes a tenth of a second to start. */
export const by =
  ({ validate }: { validate: (id: string) => { isValid: boolean } }) =>
  (id: string): boolean =>
    validate(id).isValid;

/** A number of so many digits. */
export const digits = (
  name: string,
  least: number,
  most: number,
  example: string,
  rest: Partial<IdKind> = {},
): IdKind => ({
  name,
  pattern: new RegExp(`^\\d{${least},${most}}$`),
  form: least === most ? `${most} digits` : `${least} to ${most} digits`,
  example,
  bad: [],
  ...rest,
});

/** What nobody has confirmed that banks ask for. */
export const warned = (name: string, ...kinds: readonly IdKind[]): GovernmentIdRule => ({
  name,
  need: 'optional',
  severity: 'warning',
  kinds,
});
