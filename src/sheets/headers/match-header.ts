import { PayrunError } from '../../errors.ts';
import { columnLabel } from '../../references/column-label.ts';
import { columnLetters } from '../column-letters.ts';
import type { SheetNote } from '../sheet-note.ts';
import type { SheetOf } from '../understood-sheet.ts';
import { columnNamed } from './columns.ts';
import { headerMeaning } from './header-meaning.ts';
import { didYouMean, KNOWN_HEADERS } from './known-headers.ts';
import { headerFingerprint, normalizeHeader, type SavedFormats } from './normalize-header.ts';
import { type HeaderLookup, type ResolvedHeader, resolveColumns } from './resolve-columns.ts';
import { resultBlock } from './result-columns.ts';
import { sourceColumn } from './source-formats.ts';

/** A merchant's own headers: header as in the sheet -> canonical column name, or `-` for a column that is not used. */
export type HeaderMapping = Readonly<Record<string, string>>;

/** Header -> canonical column by its text alone, without neighbors and cells; null if unknown. */
export type ColumnOf = (header: string) => string | null;

/** The same, with the source of the match, which decides between two headers that could mean one column. */
export type ColumnMatcher = ColumnOf & HeaderLookup;

/** In a mapping: the header is known, and its column is not used. */
export const NOT_USED = '-';

/**
 * Creates a function from a header to its canonical column. The mapping wins over the catalog. Throws `config_invalid`.
 */
export function columnMatcher(mapping: HeaderMapping = {}, formats: SavedFormats = {}): ColumnMatcher {
  const own = mappedColumns(mapping, 'columns');
  const saved = Object.entries(formats).map(([name, { header, columns }]) => ({
    name,
    fingerprint: headerFingerprint(header),
    columns: mappedColumns(columns, `sheetFormats, ${name}`),
  }));
  // "Vendor #" is the number of the vendor, not the vendor.
  const named = (header: string) => KNOWN_HEADERS.get(normalizeHeader(header.replaceAll('#', ' number ')));
  const mapped = (header: string) => {
    const key = normalizeHeader(header);
    return key === '' ? undefined : own.get(key);
  };
  const columnOf = (header: string) => {
    const key = normalizeHeader(header);
    if (key === '') return null;
    const given = own.get(key);
    if (given !== undefined) return given;
    const known = named(header) ?? headerMeaning(header).column;
    // Alone, a header of a saved format does not identify the export; this shows only that the text is a header.
    return known ?? sourceColumn(key) ?? saved.find(({ columns }) => columns.get(key))?.columns.get(key) ?? null;
  };
  const savedFor = (header: readonly string[]) => {
    if (saved.length === 0) return null;
    const fingerprint = headerFingerprint(header);
    return saved.find((one) => one.fingerprint === fingerprint) ?? null;
  };
  return Object.assign(columnOf, { mapped, named, savedFor });
}

/** A mapping by normalized header; null for a column that is not used. Throws `config_invalid`. */
function mappedColumns(mapping: HeaderMapping, where: string): ReadonlyMap<string, string | null> {
  const own = new Map<string, string | null>();
  for (const [header, name] of Object.entries(mapping)) {
    const canonical = name === NOT_USED ? null : (columnNamed(name)?.name ?? KNOWN_HEADERS.get(normalizeHeader(name)));
    if (canonical === undefined)
      throw new PayrunError('config_invalid', {
        detail: `${where}: "${name}" (for "${header}") is not a column of Payrun.`,
      });
    own.set(normalizeHeader(header), canonical);
  }
  return own;
}

export interface MatchedHeader {
  /** Canonical names by position; null if the column is unknown, not used, or a result column. */
  readonly columns: readonly (string | null)[];
  /** Positions of the columns that an earlier results workbook added, `to` excluded; null if none. */
  readonly results: { readonly from: number; readonly to: number } | null;
  /** The system that exported the sheet; null if unknown. */
  readonly source: string | null;
  /** Currencies that headers of amounts name, by position: "Amount (EUR)". */
  readonly units: Readonly<Record<number, string>>;
  /** Positions of columns about the merchant's own account, such as "Debit IBAN". */
  readonly payers: readonly number[];
  readonly notes: readonly SheetNote[];
}

/** Resolves all headers of a sheet together, with the first cells below them. Result columns are ignored. */
export function resolveHeader(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  columnOf: ColumnMatcher,
): ResolvedHeader & Pick<MatchedHeader, 'results'> {
  const results = resultBlock(header);
  // The `paymentReference` in the results identifies a payment again; all other result columns are output.
  const input = header.map((text, at) =>
    results !== null && at >= results.from && at < results.to && text !== 'paymentReference' ? '' : text,
  );
  const own = header.filter((_, at) => results === null || at < results.from || at >= results.to);
  const resolved = resolveColumns(input, rows.slice(0, ROWS_LOOKED_AT), columnOf, own);
  const columns = resolved.columns.map((one, at) => (input[at] === '' ? { ...one, ruledOut: true } : one));
  return { ...resolved, columns, results };
}

/** Every caller uses the same first rows, so that a sheet always resolves the same way. */
const ROWS_LOOKED_AT = 20;

/**
 * Matches a header line with the first rows below it. Throws `sheet_column_twice` if two headers mean the same column,
 * `sheet_columns_unclear` if it is unclear which column decides the recipient or the amount, `sheet_amount_unit` if
 * amounts are not in whole units, and `sheet_columns_missing` with "did you mean" if a required column is missing.
 */
export function matchHeader(
  file: string,
  header: readonly string[],
  columnOf: ColumnMatcher,
  of: SheetOf = 'payments',
  rows: readonly (readonly string[])[] = [],
): MatchedHeader {
  const { columns: resolved, questions, source, payers, results, mismatch } = resolveHeader(header, rows, columnOf);
  const columns = resolved.map(({ column }) => column);
  const shown = (at: number) => `"${header[at]!.trim()}" in column ${columnLetters(at)}`;
  const inResults = (at: number) => results !== null && at >= results.from && at < results.to;
  const seen = new Map<string, number>();
  for (const [at, name] of columns.entries()) {
    if (name === null) continue;
    const first = seen.get(name);
    if (first !== undefined) {
      const detail = `${shown(first)} and ${shown(at)}`;
      throw new PayrunError('sheet_column_twice', { file, column: columnLabel(name), detail });
    }
    seen.set(name, at);
  }
  if (questions.length > 0) {
    const detail = questions.map(
      ({ column, at, why }) => `${columnLabel(column)} could be ${at.map(shown).join(' or ')}, but ${why}`,
    );
    throw new PayrunError('sheet_columns_unclear', { file, detail: detail.join('; ') });
  }
  const units = unitsOf(file, header, resolved);
  const unknown = header.flatMap((text, at) =>
    columns[at] === null && !inResults(at) && text.trim() !== ''
      ? [{ text: text.trim(), at, meant: resolved[at]!.ruledOut ? null : didYouMean(text), of: resolved[at]! }]
      : [],
  );
  const has = new Set(seen.keys());
  const amountAt = columns.indexOf('amount');
  // A currency code in the amount's header replaces the currency column; a sign such as $ may mean several currencies.
  if (/^[A-Z]{3}$/.test(units[amountAt] ?? '')) has.add('currency');
  requireColumns(file, has, unknown, of);

  const notes = unknown.map(({ text, at, meant, of: { why, isSaid } }): SheetNote => {
    const column = `Column ${columnLetters(at)}, "${text}",`;
    if (meant && !seen.has(meant))
      return {
        code: 'column_not_known',
        text: `${column} is not recognized and is not used. Did you mean ${columnLabel(meant)}?`,
      };
    return why !== null
      ? { code: isSaid ? 'column_unused' : 'column_not_known', text: `${column} is not used: ${why}.` }
      : { code: 'column_unused', text: `${column} is not recognized; it is returned in the results.` };
  });
  if (mismatch !== null && of === 'payments')
    notes.push({
      code: 'currency_of_accounts',
      text: `The amounts are in ${mismatch.stated}, and the first accounts are all in countries that use ${mismatch.used}. If the amounts are in ${mismatch.used}, correct the currency. Otherwise, the amounts are converted to ${mismatch.used}.`,
    });
  return { columns, results, source, units, payers, notes };
}

/**
 * Currencies by position. Payrun never converts amounts in thousands or in cents, because the meaning of the header is
 * not certain: it throws `sheet_amount_unit`.
 */
function unitsOf(
  file: string,
  header: readonly string[],
  resolved: ResolvedHeader['columns'],
): Readonly<Record<number, string>> {
  const units: Record<number, string> = {};
  for (const [at, { unit }] of resolved.entries()) {
    if (unit === null) continue;
    if (unit.scale !== null) {
      const text = header[at]!.trim();
      throw new PayrunError('sheet_amount_unit', { file, letter: columnLetters(at), header: text, unit: unit.scale });
    }
    if (unit.currency !== null) units[at] = unit.currency;
  }
  return units;
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
    const shown = slips.map(columnLabel).join(' or ');
    return slip?.meant
      ? `${shown} (column ${columnLetters(slip.at)} says "${slip.text}"; did you mean ${columnLabel(slip.meant)}?)`
      : shown;
  });
  throw new PayrunError('sheet_columns_missing', { file, detail: detail.join(', '), found: [...has].join() });
}

function missingOfPayments(has: ReadonlySet<string>): string[] {
  const missing: string[] = [];
  const source = ['amount', 'currency'].filter((name) => !has.has(name));
  const target = ['targetAmount', 'targetCurrency'].filter((name) => !has.has(name));
  if (source.length > 0 && target.length > 0) missing.push(...(target.length < source.length ? target : source));
  if (!has.has('referenceId') && !has.has('email')) missing.push('email');
  return missing;
}
