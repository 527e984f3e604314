import { createRequire } from 'node:module';
import type { Need } from './need.ts';

/** One kind of ID that a country issues. */
export interface IdKind {
  /** The local term for a sentence: "CPF". */
  readonly name: string;
  /** For the ID without separators, in upper case. */
  readonly pattern: RegExp;
  readonly form: string;
  readonly example: string;
  /** IDs that match the pattern but are invalid by their check digits; empty if there are none. */
  readonly bad: readonly string[];
  readonly check?: (id: string) => boolean;
  /** Set if the ID has no check digits: `check` is about a date or a letter in it. */
  readonly withoutCheckDigits?: true;
  /** For the ID as written in the sheet: an ID that matches is of this kind and no other. */
  readonly written?: RegExp;
}

/** The kinds of ID that a country issues, and the severity of an ID that matches none. */
export interface GovernmentIdRule {
  /** "CPF or CNPJ" */
  readonly name: string;
  /**
   * `advised` if the country's banks ask for it. The service does not publish its list, so a missing one only warns.
   */
  readonly need: Extract<Need, 'advised' | 'optional'>;
  /** Severity of an ID that matches no kind, or whose check digits are wrong. */
  readonly severity: 'error' | 'warning';
  readonly kinds: readonly IdKind[];
  /**
   * No bank is known to ask for it, and sheets contain passports and other cards too: an ID that matches no pattern is
   * accepted.
   */
  readonly othersPass?: true;
}

/**
 * The forms of the kinds that the rule is named after: "11 digits or 14 letters or digits, of which the last two are
 * digits".
 */
export function idFormOf({ name, kinds }: GovernmentIdRule): string {
  const named = kinds.filter((kind) => name.includes(kind.name));
  return [...new Set((named.length > 0 ? named : kinds).map(({ form }) => form))].join(', or ');
}

const load = createRequire(import.meta.url);

/**
 * The check of a module of the library, "mx/rfc". It is loaded with the first ID of its kind: all of them take a tenth
 * of a second.
 */
export function by(module: string): (id: string) => boolean {
  let validate: ((id: string) => { isValid: boolean }) | undefined;
  return (id) => {
    validate ??= load(`stdnum/lib/cjs/${module}.js`).validate as NonNullable<typeof validate>;
    return validate(id).isValid;
  };
}

/** A kind of ID with `least` to `most` digits. */
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

/** A rule for IDs that no bank is confirmed to ask for. */
export const warned = (name: string, ...kinds: readonly IdKind[]): GovernmentIdRule => ({
  name,
  need: 'optional',
  severity: 'warning',
  kinds,
});
