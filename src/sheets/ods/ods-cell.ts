import { readAmountText } from '../cells/amount-text.ts';
import { getCurrencySigns } from '../cells/number-format.ts';
import type { CellMark } from '../sheet-table.ts';
import { beyondDigits, NUMBER, numberText } from '../xlsx/xlsx-cell.ts';
import type { OdsStyle } from './ods-styles.ts';

/** A cell as in the XML of an OpenDocument. */
export interface OdsCell {
  /** `office:value-type`: float, percentage, currency, date, time, boolean, string; undefined if it is empty. */
  readonly type: string | undefined;
  /** The value in the attribute of its type; a text has one only if it differs from the shown text. */
  readonly value: string | undefined;
  /** `office:currency`. */
  readonly currency: string | undefined;
  readonly formula: boolean;
  /** The cell is marked as an error. */
  readonly error: boolean;
  /** The shown text; null if the file has none. */
  readonly shown: string | null;
}

export interface OdsReading {
  readonly text: string;
  readonly marks: readonly Omit<CellMark, 'at'>[];
  /** See `StoredCells.raws`. */
  readonly raw?: string;
}

const UNSEEN = [{ kind: 'unseen' }] as const;
const EMPTY: OdsReading = { text: '', marks: [] };
const ERROR = /^(?:#[A-Z0-9/]+[!?]?|Err:\d+)$/;
const TIME = /^PT(\d{1,6})H(\d{1,2})M(\d{1,2})(?:[.,]\d+)?S$/;
/** Leading zeros, or groups with hyphens, which only codes have. */
const CODE = /^\d[\d /-]*$/;

/** The value of a cell as text without loss, in the same form as the XLSX reader. */
export function readOdsCell(cell: OdsCell, style: Pick<OdsStyle, 'scaled' | 'hidesText'>): OdsReading {
  const read = readValue(cell, style);
  if (!cell.formula || read.marks.some(({ kind }) => kind === 'error')) return read;
  if (read.text !== '')
    return read.marks.length > 0 && read.marks[0]!.kind !== 'currency'
      ? read
      : { ...read, marks: [{ kind: 'formula' }, ...read.marks] };
  // The result of ="" is saved as an empty text.
  return cell.type === 'string' || cell.shown !== null ? EMPTY : { text: '', marks: [{ kind: 'uncalculated' }] };
}

function readValue(cell: OdsCell, { scaled, hidesText }: Pick<OdsStyle, 'scaled' | 'hidesText'>): OdsReading {
  const { type, value, formula, error, shown } = cell;
  const shownText = value ?? shown ?? '';
  if (error || (formula && ERROR.test(shown ?? ''))) {
    const text = shown || shownText || '#N/A';
    return { text, marks: [{ kind: 'error' }], raw: text };
  }
  switch (type) {
    case undefined:
    case 'void':
      return shown ? { text: shown, marks: [] } : EMPTY;
    case 'boolean':
      return shownText === '' ? EMPTY : booleanOf(shownText === 'true');
    case 'date':
      return {
        text: shownText.replace(/T00:00:00(?:\.0+)?$/, '').replace(/T(\d\d:\d\d:\d\d)[\s\S]*$/, ' $1'),
        marks: [{ kind: 'date' }],
      };
    case 'time': {
      const [, hours = '', minutes = '', seconds = ''] = TIME.exec(shownText) ?? [];
      const text = hours === '' ? shownText : [hours, minutes, seconds].map((part) => part.padStart(2, '0')).join(':');
      return { text, marks: [{ kind: 'date' }] };
    }
    case 'float':
    case 'percentage':
    case 'currency':
      return value === undefined ? { text: shown ?? '', marks: [] } : readNumber(value.trim(), cell, scaled);
    default:
      return { text: shownText, marks: hidesText && shownText !== '' ? UNSEEN : [] };
  }
}

function booleanOf(value: boolean): OdsReading {
  const raw = value ? 'TRUE' : 'FALSE';
  return { text: raw, marks: [], raw };
}

function readNumber(raw: string, { type, currency, shown }: OdsCell, scaled: boolean): OdsReading {
  if (raw === '') return EMPTY;
  const value = Number(raw);
  if (!NUMBER.test(raw) || !Number.isFinite(value)) return { text: raw, marks: [{ kind: 'error' }], raw };
  const plain = numberText(raw, value);
  if (beyondDigits(value)) return { text: plain, marks: [{ kind: 'long' }], raw };
  if (scaled) return { text: plain, marks: [{ kind: 'scaled' }], raw };
  // Accountants write "-" for zero.
  const words = value === 0 && shown?.trim() !== '';
  const unseen: OdsReading['marks'] = shown !== null && !/\p{N}/u.test(shown) && !words ? UNSEEN : [];
  if (type === 'percentage') return { text: `${numberText('', value * 100)}%`, marks: unseen, raw };
  const signs = signsOf(shown ?? '', currency);
  const altered = value > 0 && isAltered(value, shown ?? '') ? [{ kind: 'altered' as const }] : [];
  const marks = [...unseen, ...altered, ...(signs.length > 0 ? [{ kind: 'currency' as const, signs }] : [])];
  return { text: codeOf(plain, shown) ?? plain, marks, raw };
}

/** Whether the shown text is a share or another number, not only a rounded one. */
function isAltered(value: number, shown: string): boolean {
  if (/[%‰]/.test(shown)) return true;
  const read = readAmountText(shown);
  const texts = read.kind === 'clear' ? [read.plain] : read.kind === 'ambiguous' ? [read.point, read.comma] : [];
  return texts.length > 0 && !texts.some((text) => isRounded(value, text));
}

function isRounded(value: number, text: string): boolean {
  const decimals = text.split('.')[1]?.length ?? 0;
  return Math.abs(Number(text) - value) <= 0.50001 / 10 ** decimals;
}

/** Signs and codes next to the number; if none, the currency of the cell. */
function signsOf(shown: string, currency: string | undefined): readonly string[] {
  const beside = getCurrencySigns(shown);
  if (beside.length > 0) return beside;
  return currency !== undefined && /^[A-Z]{3}$/.test(currency) ? [currency] : [];
}

/** The shown text if it is a code: 21000021 shown as 021000021, or 200000 as 20-00-00; else null. */
function codeOf(plain: string, shown: string | null): string | null {
  if (shown === null || !/^\d+$/.test(plain) || !CODE.test(shown) || shown === plain) return null;
  if (!shown.startsWith('0') && !/[-/]/.test(shown)) return null;
  return shown.replace(/\D/g, '').replace(/^0+(?=\d)/, '') === plain ? shown : null;
}
