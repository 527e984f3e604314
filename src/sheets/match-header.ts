import { editDistance } from '../edit-distance.ts';
import { PayrunError } from '../errors.ts';
import { COLUMNS, columnNamed } from './columns.ts';
import type { SheetOf } from './open-sheet.ts';
import { resultBlock } from './result-columns.ts';

/** A team's own headers: header as it stands in their sheets -> canonical column name. */
export type HeaderMapping = Readonly<Record<string, string>>;

/** Headers are compared without case, accents, spaces and punctuation: "E-Mail *" is `email`. */
export function normaliseHeader(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
}

const KNOWN: ReadonlyMap<string, string> = new Map(
  COLUMNS.flatMap(({ name, aliases }) => [name, ...aliases].map((header) => [normaliseHeader(header), name] as const)),
);

export type ColumnOf = (header: string) => string | null;

/** A function from a header to its canonical column; the team's own mapping wins over the catalogue. Throws `config_invalid`. */
export function columnMatcher(mapping: HeaderMapping = {}): ColumnOf {
  const own = new Map<string, string>();
  for (const [header, name] of Object.entries(mapping)) {
    const canonical = columnNamed(name)?.name ?? KNOWN.get(normaliseHeader(name));
    if (!canonical)
      throw new PayrunError('config_invalid', {
        detail: `columns: "${name}" (for "${header}") is not a column of Payrun.`,
      });
    own.set(normaliseHeader(header), canonical);
  }
  return (header) => {
    const key = normaliseHeader(header);
    return key === '' ? null : (own.get(key) ?? KNOWN.get(key) ?? null);
  };
}

/** The column that a header nobody knows was probably meant to be; null where nothing is near. */
export function didYouMean(header: string): string | null {
  const key = normaliseHeader(header);
  if (key.length < 3) return null;
  let best: { name: string; distance: number } | null = null;
  for (const [known, name] of KNOWN) {
    // Three letters are one slip from too many words: "Art" is not "amt", nor "Tax" "tag".
    if (known.length < 4) continue;
    // One slip in a short word, two in a longer one: "ibn" is iban, but "city" is not "cbu", nor "Straße" "state".
    const limit = Math.min(key.length, known.length) < 6 ? 1 : 2;
    const distance = editDistance(key, known, limit);
    if (distance <= limit && (best === null || distance < best.distance)) best = { name, distance };
  }
  return best?.name ?? null;
}

export interface MatchedHeader {
  /** Canonical names by position; null where the column is not known, or is one that Payrun's results added. */
  readonly columns: readonly (string | null)[];
  /** Positions of the columns that an earlier results workbook added. */
  readonly results: { readonly from: number; readonly to: number } | null;
  readonly warnings: readonly string[];
}

/**
 * Matches a header line. Throws `sheet_column_twice` where two headers mean the same column, and
 * `sheet_columns_missing` with "did you mean" where a payment could not be read from it.
 */
export function matchHeader(
  file: string,
  header: readonly string[],
  columnOf: ColumnOf,
  of: SheetOf = 'payments',
): MatchedHeader {
  const results = resultBlock(header);
  const inResults = (at: number) => results !== null && at >= results.from && at < results.to;
  const columns = header.map((text, at) => {
    const name = columnOf(text);
    // The reference that the results carry is how a payment is known again; everything else in the block is output.
    return inResults(at) && !(name === 'paymentReference' && text === 'paymentReference') ? null : name;
  });
  const seen = new Map<string, number>();
  for (const [at, name] of columns.entries()) {
    if (name === null) continue;
    const first = seen.get(name);
    if (first !== undefined) {
      const detail = `"${header[first]!.trim()}" in column ${letter(first)} and "${header[at]!.trim()}" in column ${letter(at)}`;
      throw new PayrunError('sheet_column_twice', { file, column: name, detail });
    }
    seen.set(name, at);
  }
  const unknown = header.flatMap((text, at) =>
    columns[at] === null && !inResults(at) && text.trim() !== ''
      ? [{ text: text.trim(), at, meant: didYouMean(text) }]
      : [],
  );
  requireColumns(file, new Set(seen.keys()), unknown, of);

  const warnings = unknown.map(({ text, at, meant }) =>
    meant && !seen.has(meant)
      ? `Column ${letter(at)}, "${text}", is not known and is not used. Did you mean ${meant}?`
      : `Column ${letter(at)}, "${text}", is not known; it is kept and comes back in the results.`,
  );
  return { columns, results, warnings };
}

interface UnknownHeader {
  readonly text: string;
  readonly at: number;
  readonly meant: string | null;
}

function requireColumns(file: string, has: ReadonlySet<string>, unknown: readonly UnknownHeader[], of: SheetOf): void {
  const missing = {
    payments: () => missingOfPayments(has),
    recipients: () => (has.has('referenceId') ? [] : ['referenceId']),
    profiles: () => (has.has('referenceId') || has.has('email') ? [] : ['email']),
  }[of]();
  if (missing.length === 0) return;
  const detail = missing.map((name) => {
    const slips = name === 'email' ? ['email', 'referenceId'] : [name];
    const slip = unknown.find(({ meant }) => meant !== null && slips.includes(meant));
    const shown = name === 'email' ? 'email or referenceId' : name;
    return slip ? `${shown} (column ${letter(slip.at)} says "${slip.text}"; did you mean ${slip.meant}?)` : shown;
  });
  throw new PayrunError('sheet_columns_missing', { file, detail: detail.join(', ') });
}

function missingOfPayments(has: ReadonlySet<string>): string[] {
  const missing: string[] = [];
  const source = ['amount', 'currency'].filter((name) => !has.has(name));
  const target = ['targetAmount', 'targetCurrency'].filter((name) => !has.has(name));
  if (source.length > 0 && target.length > 0) missing.push(...(target.length < source.length ? target : source));
  if (!has.has('referenceId') && !has.has('email')) missing.push('email');
  return missing;
}

/** The letter that Excel shows above a column, from its position (0 is A). */
export function letter(at: number): string {
  let text = '';
  for (let n = at + 1; n > 0; n = Math.floor((n - 1) / 26)) text = String.fromCharCode(65 + ((n - 1) % 26)) + text;
  return text;
}
