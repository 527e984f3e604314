import { extname } from 'node:path';

/**
 * The folders into which Payrun writes copies for the users who drop files. It never reads them, and no merchant's or
 * user's folder can have these names.
 */
export const OWN_FOLDERS = ['processing', 'done', 'failed'] as const;

export const MARKER = '.done';

/**
 * The kind of a file in the inbox, by its name. `sheet`: taken. `unfinished`: not complete, or not meant for Payrun;
 * ignored. `companion`: belongs to a sheet. `garbled`: not UTF-8, so the file cannot be opened by name. `other`:
 * ignored and reported once.
 */
export type NameKind = 'sheet' | 'unfinished' | 'companion' | 'garbled' | 'other';

/** Old and foreign spreadsheet formats are taken too: the reader names the format and says how to save it. */
const SHEETS = /\.(csv|tsv|xlsx|xlsm|xls|xlsb|ods|numbers|xml)$/i;
const UNFINISHED = /^\.|^~|\.(part|partial|filepart|crdownload|download|tmp|temp|swp)$|^(thumbs\.db|desktop\.ini)$/i;
const COMPANION = /\.(control\.json|done)$/;

export function nameKind(name: string): NameKind {
  if (name.includes('\u{fffd}')) return 'garbled';
  if (UNFINISHED.test(name)) return 'unfinished';
  if (COMPANION.test(name)) return 'companion';
  return SHEETS.test(name) ? 'sheet' : 'other';
}

function stem(name: string): string {
  return name.slice(0, name.length - extname(name).length);
}

/**
 * The longest name in bytes, so that the names derived from it fit too: file systems allow 255,
 * ".run-1234567.results.xlsx" takes 25, a temporary name 14, and " (999)" and ".control.json" may be added.
 */
const LONGEST = 190;

/**
 * The name of a dropped file from now on: "june.csv" on 21 November 2026 becomes "2026-11-21 june.csv". `date` is ISO
 * 8601.
 */
export function datedName(name: string, date: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a name may have them, and they would break lists and logs
  const plain = name.replace(/[\u0000-\u001f\u007f\\/]/g, '_');
  return shortened(plain.startsWith(`${date} `) ? plain : `${date} ${plain}`);
}

/** The name with a number if it is taken: "2026-11-21 june (2).csv". */
export function numberedName(name: string, n: number): string {
  return n === 1 ? name : `${stem(name)} (${n})${extname(name)}`;
}

function shortened(name: string): string {
  if (Buffer.byteLength(name) <= LONGEST) return name;
  const ending = extname(name).slice(0, 20);
  let cut = '';
  for (const character of stem(name)) {
    if (Buffer.byteLength(`${cut}${character}~${ending}`) > LONGEST) break;
    cut += character;
  }
  return `${cut}~${ending}`;
}
