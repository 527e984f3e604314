import { signsBeside } from '../cells/number-format.ts';
import type { CellMark } from '../sheet-table.ts';
import { beyondDigits, NUMBER, numberText } from '../xlsx/xlsx-cell.ts';
import type { OdsStyle } from './ods-styles.ts';

/** A cell as the XML of an OpenDocument has it. */
export interface OdsCell {
  /** `office:value-type`: float, percentage, currency, date, time, boolean, string; absent if it is empty. */
  readonly type: string | undefined;
  /** Its value in the attribute of its type; of a text only if the text that is shown is another. */
  readonly value: string | undefined;
  /** `office:currency`. */
  readonly currency: string | undefined;
  readonly formula: boolean;
  /** It says itself that it is an error. */
  readonly error: boolean;
  /** The text that is shown; null if the file has none. */
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
/** Zeros in front, or groups with hyphens, which belong to a code and to no amount. */
const CODE = /^\d[\d /-]*$/;

/** What a cell says, as text without loss: as the reader of XLSX says it. */
export function readOdsCell(cell: OdsCell, style: Pick<OdsStyle, 'scaled' | 'hidesText'>): OdsReading {
  const read = readValue(cell, style);
  if (!cell.formula || read.marks.some(({ kind }) => kind === 'error')) return read;
  if (read.text !== '')
    return read.marks.length > 0 && read.marks[0]!.kind !== 'currency'
      ? read
      : { ...read, marks: [{ kind: 'formula' }, ...read.marks] };
  // ="" is calculated, and is saved as an empty text.
  return cell.type === 'string' || cell.shown !== null ? EMPTY : { text: '', marks: [{ kind: 'uncalculated' }] };
}

function readValue(cell: OdsCell, { scaled, hidesText }: Pick<OdsStyle, 'scaled' | 'hidesText'>): OdsReading {
  const { type, value, formula, error, shown } = cell;
  const said = value ?? shown ?? '';
  if (error || (formula && ERROR.test(shown ?? ''))) {
    const text = shown || said || '#N/A';
    return { text, marks: [{ kind: 'error' }], raw: text };
  }
  switch (type) {
    case undefined:
    case 'void':
      return shown ? { text: shown, marks: [] } : EMPTY;
    case 'boolean':
      return said === '' ? EMPTY : booleanOf(said === 'true');
    case 'date':
      return {
        text: said.replace(/T00:00:00(?:\.0+)?$/, '').replace(/T(\d\d:\d\d:\d\d).*$/, ' $1'),
        marks: [{ kind: 'date' }],
      };
    case 'time': {
      const [, hours = '', minutes = '', seconds = ''] = TIME.exec(said) ?? [];
      const text = hours === '' ? said : [hours, minutes, seconds].map((part) => part.padStart(2, '0')).join(':');
      return { text, marks: [{ kind: 'date' }] };
    }
    case 'float':
    case 'percentage':
    case 'currency':
      return value === undefined ? { text: shown ?? '', marks: [] } : readNumber(value.trim(), cell, scaled);
    default:
      return { text: said, marks: hidesText && said !== '' ? UNSEEN : [] };
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
  const marks = signs.length > 0 ? [...unseen, { kind: 'currency' as const, signs }] : unseen;
  return { text: codeOf(plain, shown) ?? plain, marks, raw };
}

/** The currency that the cell is in, and signs and codes that stand beside the number. */
function signsOf(shown: string, currency: string | undefined): readonly string[] {
  const beside = signsBeside(shown);
  if (beside.length > 0) return beside;
  return currency !== undefined && /^[A-Z]{3}$/.test(currency) ? [currency] : [];
}

/** 21000021 that is shown as 021000021, or 200000 as 20-00-00: so it is meant. */
function codeOf(plain: string, shown: string | null): string | null {
  if (shown === null || !/^\d+$/.test(plain) || !CODE.test(shown) || shown === plain) return null;
  if (!shown.startsWith('0') && !/[-/]/.test(shown)) return null;
  return shown.replace(/\D/g, '').replace(/^0+(?=\d)/, '') === plain ? shown : null;
}
