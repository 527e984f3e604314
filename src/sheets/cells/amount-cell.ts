import { createProblem, type MessageDetails, type SheetCode } from '../../messages.ts';
import type { Finding } from '../../model.ts';
import { getDecimals } from '../../money.ts';
import { type DecimalStyle, readAmountText } from './amount-text.ts';
import { markMeans } from './currency-marks.ts';
import type { DecimalReading } from './decimal-style.ts';

/** The normalized text of an amount, or the error that it has. */
export interface AmountCell {
  /** Digits with a point before the decimals; the cell's own text if it cannot be read. */
  readonly text: string;
  readonly finding: Finding | null;
}

const LONGEST_SHOWN = 80;
/** Invisible characters: of no width, or controls of the writing direction. */
const UNSEEN = /\p{Cf}/u;
const BEFORE: Readonly<Record<DecimalStyle, string>> = { point: '.', comma: ',' };

/**
 * Reads the text of an amount in the style of its file. `currency` is the text of the row's currency cell, '' if it has
 * none. Text that is no amount at all comes back unchanged, so that the amount check reports it.
 */
export function readAmountCell(text: string, column: string, currency: string, reading: DecimalReading): AmountCell {
  const read = readAmountText(text);
  const wrong = (code: SheetCode, details: MessageDetails): AmountCell => ({
    text,
    finding: { column, ...createProblem(code, details), value: shown(text) },
  });
  if (read.kind === 'unreadable') return UNSEEN.test(text) ? wrong('amount_form.unseen', {}) : { text, finding: null };
  if (read.kind === 'exponent')
    return wrong(read.lost ? 'number_destroyed.amount' : 'amount_form.exponent', { column });
  const code = currency.trim().toUpperCase();
  if (read.mark !== '' && /^[A-Z]{3}$/.test(code) && !markMeans(read.mark, code)) {
    return wrong('amount_other_currency', { mark: read.mark, currency: code });
  }
  if (read.kind === 'ambiguous') {
    const plain = settled(read, code, reading);
    if (plain !== null) return { text: plain, finding: null };
    const [one, other] = read.point.length < read.comma.length ? [read.point, read.comma] : [read.comma, read.point];
    return wrong(`amount_ambiguous.${ambiguity(reading)}`, { one, other });
  }
  if (read.style !== null && reading.style !== null && read.style !== reading.style) {
    const details = { found: BEFORE[read.style], expected: BEFORE[reading.style] };
    return wrong(reading.declared ? 'amount_other_style.declared' : 'amount_other_style.sheet', details);
  }
  return { text: read.plain, finding: null };
}

/**
 * The value of an ambiguous amount in a file of one style; null if it stays ambiguous. Three decimals count only if the
 * style is declared or the currency has three decimals: else "1.500" more likely means fifteen hundred.
 */
function settled(
  read: { readonly point: string; readonly comma: string },
  currency: string,
  { style, declared, mixed }: DecimalReading,
): string | null {
  if (style === null || mixed) return null;
  const plain = read[style];
  return declared || !plain.includes('.') || getDecimals(currency) === 3 ? plain : null;
}

function ambiguity({ style, mixed }: DecimalReading): 'mixed' | 'unknown' | 'three' {
  if (mixed) return 'mixed';
  return style === null ? 'unknown' : 'three';
}

function shown(text: string): string {
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
}
