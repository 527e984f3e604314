import { XlsxFault } from './xlsx-fault.ts';

export const ROWS = 1_048_576;
export const MOST_COLUMNS = 16_384;

/** Row number and column position of an address: B7 is row 7, position 1. Throws if it is invalid. */
export function parseAddress(address: string): { readonly row: number; readonly at: number } {
  let column = 0;
  let i = 0;
  for (; i < address.length; i++) {
    const letter = address.charCodeAt(i) - 64;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  if (column < 1 || column > MOST_COLUMNS) throw new XlsxFault('a cell has no valid address');
  let row = 0;
  for (const digits = i; i < address.length; i++) {
    const digit = address.charCodeAt(i) - 48;
    if (digit < 0 || digit > 9 || i - digits > 6) throw new XlsxFault('a cell has no valid address');
    row = row * 10 + digit;
  }
  if (row < 1 || row > ROWS) throw new XlsxFault('a cell has no valid address');
  return { row, at: column - 1 };
}

/** The number of a row. Throws if it is invalid. */
export function parseRow(text: string): number {
  const row = /^[1-9]\d{0,6}$/.test(text) ? Number(text) : 0;
  if (row < 1 || row > ROWS) throw new XlsxFault('a row has no valid number');
  return row;
}
