import type { CellMark } from '../sheet-table.ts';
import { XlsxFault } from './xlsx-fault.ts';

/** A cell as in the XML of the workbook. */
export interface RawCell {
  /**
   * Attribute `t`: s (shared), inlineStr, str (result of a formula), b, e (error), n or undefined (number), d (ISO
   * date).
   */
  readonly type: string | undefined;
  readonly text: string;
  readonly formula: boolean;
  /** Whether it has a value element, empty or not. */
  readonly hasValue: boolean;
  /** Excel's number format; undefined for General. */
  readonly format: string | undefined;
}

interface Read {
  readonly text: string;
  readonly kind?: CellMark['kind'];
  /** See `StoredCells.raws`. */
  readonly raw?: string;
}

/**
 * The value of a cell as text without loss: a number without exponent or floating-point artifacts, a date as
 * YYYY-MM-DD.
 */
export function readCell(cell: RawCell, date1904: boolean): Read {
  const read = readValue(cell, date1904);
  if (!cell.formula || read.kind === 'error') return read;
  if (read.text !== '') return { ...read, kind: read.kind ?? 'formula' };
  // The result of ="" is saved as an empty text.
  return cell.type === 'str' && cell.hasValue ? { text: '' } : { text: '', kind: 'uncalculated' };
}

function readValue({ type, text, format }: RawCell, date1904: boolean): Read {
  switch (type) {
    case 's':
    case 'inlineStr':
    case 'str':
      return { text };
    case 'b': {
      const raw = text.trim() === '' ? '' : text.trim() === '1' || text.trim() === 'true' ? 'TRUE' : 'FALSE';
      return raw === '' ? { text: '' } : { text: raw, raw };
    }
    case 'e':
      return { text, kind: 'error', raw: text };
    case 'd':
      return { text: text.replace(/T00:00:00(\.0+)?Z?$/, ''), kind: 'date' };
    case 'n':
    case undefined:
      return readNumber(text.trim(), format, date1904);
    default:
      throw new XlsxFault('a cell is of a kind that workbooks do not have');
  }
}

/** A double as in XML Schema. `Number` would also accept 0x1F. */
export const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

function readNumber(raw: string, format: string | undefined, date1904: boolean): Read {
  if (raw === '') return { text: '' };
  const value = Number(raw);
  if (!NUMBER.test(raw) || !Number.isFinite(value)) return { text: raw, kind: 'error', raw };
  const shape = format === undefined ? GENERAL : shapeOf(format);
  if (shape.date) {
    const serial = date1904 ? value + DAYS_1904 : value;
    return { text: dateText(serial, shape), kind: 'date', raw: date1904 ? String(serial) : raw };
  }
  const plain = numberText(raw, value);
  if (beyondDigits(value)) return { text: plain, kind: 'long', raw };
  if (shape.percent) return { text: `${numberText('', value * 100)}%`, raw };
  if (shape.digits) return { text: fillDigits(plain, shape.digits), raw };
  return { text: shape.decimals > 0 ? padDecimals(plain, shape.decimals) : plain, raw };
}

/** Whether 15 digits are too few for the number: all its digits before the point, or large amounts with cents. */
export function beyondDigits(value: number): boolean {
  const size = Math.abs(value);
  return size >= 1e15 || (size >= 1e12 && Number(value.toPrecision(15)) !== value);
}

/**
 * The 15 significant digits that a spreadsheet stores and shows: 0.1+0.2 is saved as 0.30000000000000004 and means 0.3.
 * Never has an exponent.
 */
export function numberText(raw: string, value: number): string {
  if (/^-?(0|[1-9]\d*)$/.test(raw)) return raw;
  const short = String(Number(value.toPrecision(15)));
  if (!short.includes('e')) return short;
  if (Math.abs(value) >= 1) return BigInt(value).toString();
  const [digits = '', exponent = '0'] = short.replace(/^-/, '').split('e-');
  return `${value < 0 ? '-' : ''}0.${'0'.repeat(Number(exponent) - 1)}${digits.replace('.', '')}`;
}

interface Shape {
  readonly date: boolean;
  readonly days: boolean;
  /** A format of zeros and separators, as for codes: `000000000`, `00-00-00`. Null for all others. */
  readonly digits: string | null;
  /** Decimals that the format always shows; 0 if it is not a plain number format. */
  readonly decimals: number;
  /** 0.1 is shown as 10%, so an amount must not be read as 0.10. */
  readonly percent: boolean;
}

const GENERAL: Shape = { date: false, days: false, digits: null, decimals: 0, percent: false };
const SHAPES = new Map<string, Shape>();

function shapeOf(format: string): Shape {
  let shape = SHAPES.get(format);
  if (!shape) {
    shape = findShape(format);
    if (SHAPES.size < 1000) SHAPES.set(format, shape);
  }
  return shape;
}

function findShape(format: string): Shape {
  // The first section is for positive numbers. Colors, locales and conditions are in brackets; [h] is elapsed time.
  const section = /^(?:"[^"]*(?:"|$)|\\(?:.|$)|\[[^\]]*(?:\]|$)|[^;"[\\])*/
    .exec(format)![0]
    .replace(/\[(?!h+\]|m+\]|s+\])[^[\]]*\]/gi, '');
  const letters = section.replace(/"[^"]*"|\\.|[_*]./g, '').replace(/general/gi, '');
  if (/[ymdhs]/i.test(letters)) return { ...GENERAL, date: true, days: /[yd]/i.test(letters) };
  if (letters.includes('%')) return { ...GENERAL, percent: true };
  const literal = section.replace(/"([^"]*)"/g, '$1').replace(/\\(.)/g, '$1');
  if (/^0[0\- /]*0$/.test(literal)) return { ...GENERAL, digits: literal };
  const decimals = /^(?:#,##0|0)\.(0+)$/.exec(letters.trim())?.[1]?.length ?? 0;
  return { ...GENERAL, decimals };
}

/** 21000021 in format 000000000 is shown as 021000021 and means that; 200000 in 00-00-00 means 20-00-00. */
function fillDigits(plain: string, digits: string): string {
  if (!/^\d+$/.test(plain)) return plain;
  const places = digits.replace(/[^0]/g, '').length;
  const padded = plain.padStart(places, '0');
  const over = padded.length - places;
  let at = over;
  return padded.slice(0, over) + digits.replace(/0/g, () => padded[at++]!);
}

/** 1240.5 in format 0.00 is 1240.50. Only zeros are added; nothing is rounded. */
function padDecimals(plain: string, decimals: number): string {
  const [whole, fraction = ''] = plain.split('.');
  return fraction.length >= decimals ? plain : `${whole}.${fraction.padEnd(decimals, '0')}`;
}

const DAY_MS = 86_400_000;
/** The serial number of 1 January 1904 in the 1900 system. */
const DAYS_1904 = 1462;
/** 31 December 9999, the last day in Excel. */
const LAST_DAY = 2_958_465;

/**
 * Turns a serial number of the 1900 system into YYYY-MM-DD, with HH:MM:SS if it has a time; only the time if the format
 * shows no day. A number out of range stays a number.
 */
function dateText(serial: number, { days }: Shape): string {
  if (serial < 0 || serial >= LAST_DAY + 1) return String(serial);
  // The 1900 system counts a 29 February 1900 (serial 60) that never existed; days before it are off by one.
  const epoch = Date.UTC(1899, 11, 30) + (serial < 60 ? DAY_MS : 0);
  const date = new Date(epoch + Math.round(serial * 86_400) * 1000);
  const [day = '', time = ''] = date.toISOString().split('T');
  const clock = time.slice(0, 8);
  if (!days) return clock;
  const shown = Math.floor(serial) === 60 ? '1900-02-29' : day;
  return clock === '00:00:00' ? shown : `${shown} ${clock}`;
}
