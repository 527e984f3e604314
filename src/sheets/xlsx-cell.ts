import type { CellMark } from './open-sheet.ts';

/** A cell as the workbook's XML has it. */
export interface RawCell {
  /** Attribute `t`: s (shared), inlineStr, str (text of a formula), b, e (error), n or absent (number), d (ISO date). */
  readonly type: string | undefined;
  readonly text: string;
  readonly formula: boolean;
  /** Excel's number format; undefined for General. */
  readonly format: string | undefined;
}

type Read = { readonly text: string; readonly kind?: CellMark['kind'] };

/** What a cell says, as text without loss: a number without exponent and float artefacts, a date as YYYY-MM-DD. */
export function readCell(cell: RawCell, date1904: boolean): Read {
  const read = readValue(cell, date1904);
  if (!cell.formula || read.kind === 'error') return read;
  return read.text === '' ? { text: '', kind: 'uncalculated' } : { ...read, kind: read.kind ?? 'formula' };
}

function readValue({ type, text, format }: RawCell, date1904: boolean): Read {
  if (type === 's' || type === 'inlineStr' || type === 'str') return { text };
  if (type === 'b') return { text: text.trim() === '1' ? 'TRUE' : text.trim() === '' ? '' : 'FALSE' };
  if (type === 'e') return { text, kind: 'error' };
  if (type === 'd') return { text: text.replace(/T00:00:00(\.0+)?Z?$/, ''), kind: 'date' };
  const raw = text.trim();
  if (raw === '') return { text: '' };
  const value = Number(raw);
  if (!Number.isFinite(value)) return { text: raw, kind: 'error' };
  const shape = format === undefined ? GENERAL : shapeOf(format);
  if (shape.date) return { text: dateText(value, date1904, shape), kind: 'date' };
  const plain = numberText(raw, value);
  if (Math.abs(value) >= 1e15) return { text: plain, kind: 'long' };
  return {
    text: shape.digits
      ? fillDigits(plain, shape.digits)
      : shape.decimals > 0
        ? padDecimals(plain, shape.decimals)
        : plain,
  };
}

/**
 * The 15 significant digits that a spreadsheet keeps of a number and shows: 0.1+0.2 is saved as 0.30000000000000004 and is 0.3.
 * Never an exponent.
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
  /** A format made of zeros and separators, as codes have: `000000000`, `00-00-00`. Null for all others. */
  readonly digits: string | null;
  /** Decimals that the format always shows; 0 where it is not a plain number format. */
  readonly decimals: number;
}

const GENERAL: Shape = { date: false, days: false, digits: null, decimals: 0 };
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
  // The first section is for positive numbers. Colours, locales and conditions stand in brackets; [h] is elapsed time.
  const section = /^(?:"[^"]*"|\\.|\[[^\]]*\]|[^;])*/.exec(format)![0].replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '');
  const letters = section.replace(/"[^"]*"|\\.|[_*]./g, '').replace(/general/gi, '');
  if (/[ymdhs]/i.test(letters)) return { ...GENERAL, date: true, days: /[yd]/i.test(letters) };
  const literal = section.replace(/"([^"]*)"/g, '$1').replace(/\\(.)/g, '$1');
  if (/^0[0\- /]*0$/.test(literal)) return { ...GENERAL, digits: literal };
  const decimals = /^(?:#,##0|0)\.(0+)$/.exec(letters.trim())?.[1]?.length ?? 0;
  return { ...GENERAL, decimals };
}

/** 21000021 in format 000000000 is shown, and meant, as 021000021; 200000 in 00-00-00 as 20-00-00. */
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

/** A serial number of days as YYYY-MM-DD, with HH:MM:SS where it has a time; only the time where the format has no day. */
function dateText(serial: number, date1904: boolean, { days }: Shape): string {
  // Excel's 1900 system has a 29 February 1900, serial 60, that never was; before it the days are one off.
  const epoch = date1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30) + (serial < 60 ? DAY_MS : 0);
  const date = new Date(epoch + Math.round(serial * 86_400) * 1000);
  if (Number.isNaN(date.getTime())) return String(serial);
  const [day = '', time = ''] = date.toISOString().split('T');
  const clock = time.slice(0, 8);
  if (!days) return clock;
  return clock === '00:00:00' ? day : `${day} ${clock}`;
}
