import { showValue } from '../mask-bank-details.ts';
import { columnLabel } from '../references/column-label.ts';
import { isBicShape } from '../rules/banks/bic-shape.ts';
import { looksLikeIban } from '../rules/banks/iban.ts';
import { COUNTRIES } from '../rules/countries/countries.ts';
import { CURRENCIES } from '../rules/countries/currencies.ts';
import { normalizeCode } from '../rules/normalize-code.ts';
import { readAmountText } from '../sheets/cells/amount-text.ts';
import { columnLetters } from '../sheets/column-letters.ts';
import { FITS, isAmount } from '../sheets/headers/cells-fit-column.ts';
import { columnNamed } from '../sheets/headers/columns.ts';
import { headerWords } from '../sheets/headers/phrases/header-words.ts';
import { CRITICAL } from '../sheets/headers/resolve-columns.ts';
import type { SheetPreview } from '../sheets/read/sheet-preview.ts';

/** One column of a sheet and its proposed meaning. */
export interface ColumnProposal {
  /** Its position in the sheet, and the letter that Excel shows above it. */
  readonly at: number;
  readonly letter: string;
  readonly header: string;
  /** Canonical name; null if none is proposed. */
  readonly column: string | null;
  /** The way it was recognized: its name, a name one typing error away, its cells, or not at all. */
  readonly by: 'name' | 'similar' | 'content' | null;
  /** Whether it may be accepted without a review. */
  readonly sure: boolean;
  /** The reason for this column, or for asking the user; null if none is needed. */
  readonly why: string | null;
  /** The column that it could be, if the user must decide. */
  readonly candidate: string | null;
  /** The column that nearly all its cells look like, if its name says nothing; null if none. */
  readonly looksLike: string | null;
  /** One of its cells, masked if it looks like a bank detail. */
  readonly example: string;
  /** Its first cells, masked in the same way. */
  readonly examples: readonly string[];
}

/** Patterns of the cells of a column, most distinctive first. A column is proposed if nearly all its cells match. */
const LOOKS: readonly (readonly [column: string, fits: (text: string) => boolean])[] = [
  ['iban', looksLikeIban],
  ['email', (text) => /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(text)],
  ['currency', (text) => /^[A-Z]{3}$/.test(text) && Object.hasOwn(CURRENCIES, text)],
  ['country', (text) => /^[A-Z]{2}$/.test(text) && Object.hasOwn(COUNTRIES, text)],
  ['swiftBic', (text) => isBicShape(normalizeCode(text) ?? '') && /^[A-Z]{4}\S*$/.test(text)],
  ['amount', (text) => /[.,]\d\d$/.test(text) && readAmountText(text).kind === 'clear'],
];
/** Columns of the amount; a sheet needs one. */
const AMOUNTS = ['amount', 'targetAmount'];
/** One cell in ten may be a typing error. */
const ENOUGH = 0.9;
/** The most example cells of a column. */
const EXAMPLES = 3;

/**
 * Proposes a column for each header, never the same one twice; names take precedence over looks. If two headers could
 * be the same column, by name or by look, neither gets a proposal.
 */
export function proposeColumns({ header, resolved: read, similar, rows }: SheetPreview): readonly ColumnProposal[] {
  // Amounts in pence or thousands are refused when they are read, so such a column is no proposal.
  const resolved = read.map((one) =>
    one.column !== null && one.unit !== null && one.unit.scale !== null
      ? { ...one, column: null, candidate: one.column, why: `its numbers are in ${one.unit.scale}` }
      : one,
  );
  const named = resolved.map(({ column }) => column);
  const taken = new Set([
    ...named.filter((name) => name !== null),
    ...resolved.flatMap(({ candidate }) => (candidate === null ? [] : [candidate])),
  ]);
  const cellsOf = header.map((_, at) => rows.map((row) => row[at] ?? '').filter((text) => text !== ''));
  // A line with few cells is a heading or a total, and no payment to show cells of.
  const filled = rows.map((row) => row.filter((text) => text !== '').length);
  const payments = rows.filter((_, at) => filled[at]! * 2 > Math.max(...filled));
  const looks = cellsOf.map((cells) => {
    const enough = Math.max(1, cells.length * ENOUGH);
    return LOOKS.find(([, fits]) => cells.filter(fits).length >= enough)?.[0] ?? null;
  });
  const open = header.map((text, at) => {
    const { column, candidate, ruledOut } = resolved[at]!;
    return text !== '' && column === null && candidate === null && !ruledOut;
  });
  // Names take precedence over looks, whatever their order in the sheet.
  const meant = similar.map((name, at) =>
    open[at] &&
    name !== null &&
    !taken.has(name) &&
    !contradicts(name, looks[at]!, cellsOf[at]!) &&
    !isNumberOf(header[at]!, name)
      ? name
      : null,
  );
  // "IBAN 1" and "IBAN 2" are both similar to "IBAN", so the user must decide.
  const near = meant.map((name) => (name !== null && meant.indexOf(name) === meant.lastIndexOf(name) ? name : null));
  for (const name of near) if (name !== null) taken.add(name);
  // A sheet may have other amounts and currencies besides those to pay. If those are ruled out, the one that remains is
  // not necessarily the one to pay.
  const alike = (column: string) =>
    looks.filter((look, at) => {
      const other = resolved[at]!.ruledOut && (column === 'amount' || column === 'currency');
      return look === column && ((open[at] && near[at] === null) || other);
    }).length;
  const hasAmount = AMOUNTS.some((name) => taken.has(name)) || looks.includes('amount');
  return header.flatMap((text, at): readonly ColumnProposal[] => {
    if (text === '') return [];
    const { column: known, why, candidate } = resolved[at]!;
    const cells = cellsOf[at]!;
    const look = looks[at]!;
    const free = open[at] && near[at] === null && look !== null && !taken.has(look) && !isOfLedger(text, look);
    const content = free && alike(look) === 1 ? look : null;
    const twice = known !== null && named.indexOf(known) !== named.lastIndexOf(known);
    const column = twice ? null : (known ?? near[at] ?? content);
    const by = column === null ? null : known !== null ? 'name' : near[at] ? 'similar' : 'content';
    // Whole numbers look like many things. If nothing else is the amount, the user says of each whether it is.
    const maybeAmount = !hasAmount && open[at] && look === null && cells.length > 0 && cells.every(isAmount);
    const asked = twice
      ? known
      : column === null
        ? (candidate ?? meant[at] ?? (free ? look : maybeAmount ? 'amount' : null))
        : null;
    const meantBy = by === 'content' ? null : column;
    const ofPayments = payments.map((row) => row[at] ?? '').filter((cell) => cell !== '');
    const cellsShown = (ofPayments.length > 0 ? ofPayments : cells)
      .slice(0, EXAMPLES)
      .map((cell) => showValue(masked(meantBy ?? (maybeAmount ? null : asked), look, cell), cell));
    return [
      {
        at,
        letter: columnLetters(at),
        header: text,
        column,
        by,
        sure: by === 'name' || (column !== null && !CRITICAL.has(column)) || (by === 'similar' && look === column),
        why: proposalReason(by, why, asked, others(asked, at)),
        candidate: asked,
        looksLike: open[at] ? look : null,
        example: cellsShown[0] ?? '',
        examples: cellsShown,
      },
    ];
  });

  /** The other columns that could be the same: "IBAN 2" in column K. */
  function others(column: string | null, at: number): readonly string[] {
    if (column === null) return [];
    return header.flatMap((_, i) => {
      const same =
        named[i] === column ||
        meant[i] === column ||
        resolved[i]!.candidate === column ||
        (open[i] && looks[i] === column);
      return i !== at && same ? [`"${header[i]}" in column ${columnLetters(i)}`] : [];
    });
  }
}

function proposalReason(
  by: ColumnProposal['by'],
  why: string | null,
  asked: string | null,
  others: readonly string[],
): string | null {
  if (by === 'similar') return 'similar header';
  if (by === 'content') return 'from its values';
  if (asked === null) return why;
  if (others.length > 0) return `possibly ${columnLabel(asked)}, or ${others.join(' or ')}`;
  return `possibly ${columnLabel(asked)}; ${why ?? 'its cells look like it'}`;
}

/**
 * "Land" is one letter from "lang", but its cells are countries; "Company ID" is near "company", but holds no names.
 */
function contradicts(similar: string, looks: string | null, cells: readonly string[]): boolean {
  const fits = FITS[similar]?.fits;
  if (fits !== undefined && cells.filter(fits).length < cells.length / 2) return true;
  if (looks === null) return false;
  return looks === 'iban' ? similar !== 'iban' : columnNamed(similar)?.kind !== columnNamed(looks)?.kind;
}

/** "N° note" is one letter from "note", but it is a number. */
function isNumberOf(header: string, similar: string): boolean {
  return columnNamed(similar)?.kind === 'text' && !CRITICAL.has(similar) && headerWords(header).includes('number');
}

/** "Chart of accounts" and "Region" also hold codes of two letters, which are not where the recipient is. */
function isOfLedger(header: string, look: string): boolean {
  return look === 'country' && headerWords(header).some((word) => LEDGER_WORDS.has(word));
}

const LEDGER_WORDS: ReadonlySet<string> = new Set(
  'chart accounts account region entity unit site plant branch tax vat ledger subsidiary office organization state origin type code'.split(
    ' ',
  ),
);

/**
 * An unknown column may hold anything, so long digits are masked like a bank detail, unless they are a date or an
 * amount.
 * "TRANSFER" looks like a BIC, and is none.
 */
function masked(column: string | null, look: string | null, cell: string): string | null {
  if (isPublicCode(column ?? look, cell)) return null;
  if (column !== null) return columnNamed(column)?.sensitive ? column : null;
  if (DATE.test(cell) || AMOUNT.test(cell)) return null;
  if (look !== null) return columnNamed(look)?.sensitive && /\d/.test(cell) ? look : null;
  return /\d{5}/.test(cell.replace(/[\s.-]/g, '')) ? 'accountNum' : null;
}

/** The code of a bank or a branch is public; a longer number in its column may be an account. */
function isPublicCode(column: string | null, cell: string): boolean {
  if (column === null || !BANK_CODES.has(column)) return false;
  const code = normalizeCode(cell) ?? '';
  return isBicShape(code) || /^(?:\d{3,9}|[A-Z]{4}0[A-Z0-9]{6})$/.test(code);
}

const BANK_CODES: ReadonlySet<string> = new Set(['swiftBic', 'branchId', 'bankId']);

const DATE = /^(?:\d{1,2}([./-])\d{1,2}\1\d{4}|\d{4}([./-])\d{1,2}\2\d{1,2})(?:[ T]\d{1,2}:\d{2}.{0,10})?$/;
/** With decimals, and no more digits in a row than accounts never have: "12,400.50", "EUR 1240,5". */
const AMOUNT = /^\D{0,4}(?:\d{1,3}(?:([.,' ])\d{3}(?:\1\d{3})*)?|\d{4,7})[.,]\d{1,2}\D{0,4}$/;
