import { isBicShape } from '../rules/bic-shape.ts';
import { COUNTRIES } from '../rules/countries.ts';
import { CURRENCIES } from '../rules/currencies.ts';
import { looksLikeIban } from '../rules/iban.ts';
import { normaliseCode } from '../rules/normalise.ts';
import { showValue } from '../rules/show-value.ts';
import { readAmountText } from '../sheets/amount-text.ts';
import { columnNamed } from '../sheets/columns.ts';
import type { SheetPreview } from '../sheets/preview-sheet.ts';

/** One column of a sheet and what it is taken for. */
export interface ColumnProposal {
  readonly header: string;
  /** Canonical name; null where it stays as it is. */
  readonly column: string | null;
  /** Known by its name, one slip away from one, by what its cells look like, or not at all. */
  readonly by: 'name' | 'similar' | 'content' | null;
  /** A cell of it, masked where it looks like a bank detail. */
  readonly example: string;
}

/** What the cells of a column look like, most telling first. The column is taken where nearly all cells agree. */
const LOOKS: readonly (readonly [column: string, fits: (text: string) => boolean])[] = [
  ['iban', looksLikeIban],
  ['email', (text) => /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(text)],
  ['currency', (text) => /^[A-Z]{3}$/.test(text) && Object.hasOwn(CURRENCIES, text)],
  ['country', (text) => /^[A-Z]{2}$/.test(text) && Object.hasOwn(COUNTRIES, text)],
  ['swiftBic', (text) => isBicShape(normaliseCode(text) ?? '') && /^[A-Z]{4}/.test(text)],
  ['amount', (text) => /[.,]\d\d$/.test(text) && readAmountText(text).kind === 'clear'],
];
/** Of ten cells one may be a typing error. */
const ENOUGH = 0.9;

/** Proposes a column for each header; a canonical one never twice, and names come before looks. */
export function proposeColumns({ header, known, similar, rows }: SheetPreview): readonly ColumnProposal[] {
  const taken = new Set(known.filter((name) => name !== null));
  const cellsOf = header.map((_, at) => rows.map((row) => row[at] ?? '').filter((text) => text !== ''));
  const take = (name: string | null): string | null => {
    if (name === null || taken.has(name)) return null;
    taken.add(name);
    return name;
  };
  const looks = cellsOf.map((cells) => {
    const enough = Math.max(1, cells.length * ENOUGH);
    return LOOKS.find(([, fits]) => cells.filter(fits).length >= enough)?.[0] ?? null;
  });
  // Names before looks, whatever their order in the sheet.
  const near = similar.map((name, at) => (known[at] === null && !contradicts(name, looks[at]!) ? take(name) : null));
  return header.flatMap((text, at) => {
    if (text === '') return [];
    const cells = cellsOf[at]!;
    const byName = known[at] ?? near[at] ?? null;
    const column = byName ?? take(looks[at]!);
    const by = known[at] !== null ? 'name' : near[at] !== null ? 'similar' : column === null ? null : 'content';
    const shown = cells[0] === undefined ? '' : showValue(masked(column ?? looks[at]!, cells[0]), cells[0]);
    return [{ header: text, column, by, example: shown }];
  });
}

/** "Land" is one slip from "lang", but its cells are countries. */
function contradicts(similar: string | null, looks: string | null): boolean {
  if (similar === null || looks === null) return false;
  return looks === 'iban' ? similar !== 'iban' : columnNamed(similar)?.kind !== columnNamed(looks)?.kind;
}

/** A column that is not known may hold anything: long digits are shown as a bank detail is. */
function masked(column: string | null, cell: string): string | null {
  if (column !== null) return columnNamed(column)?.sensitive ? column : null;
  return /\d{5}/.test(cell.replace(/[\s.-]/g, '')) ? 'accountNum' : null;
}
