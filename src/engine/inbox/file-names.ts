import { extname } from 'node:path';

/** The folders that Payrun makes beside what is dropped. No merchant's folder can be called so. */
export const OWN_FOLDERS = ['processing', 'done', 'failed'] as const;

export const SIDECAR = '.control.json';
export const MARKER = '.done';

/**
 * What a file in the inbox is by its name. `sheet`: taken. `unfinished`: somebody else's, or not whole yet: left, without a word.
 * `companion`: goes with a sheet. `garbled`: not UTF-8, so it cannot be named. `other`: left, and named once.
 */
export type NameKind = 'sheet' | 'unfinished' | 'companion' | 'garbled' | 'other';

/** Old and foreign spreadsheets are taken too: the reader says what they are and what to save them as. */
const SHEETS = /\.(csv|tsv|xlsx|xlsm|xls|xlsb|ods|numbers|xml)$/i;
const UNFINISHED = /^\.|^~|\.(part|partial|filepart|crdownload|download|tmp|temp|swp)$|^(thumbs\.db|desktop\.ini)$/i;
const COMPANION = /\.(control\.json|done)$/;

export function nameKind(name: string): NameKind {
  if (name.includes('\u{fffd}')) return 'garbled';
  if (UNFINISHED.test(name)) return 'unfinished';
  if (COMPANION.test(name)) return 'companion';
  return SHEETS.test(name) ? 'sheet' : 'other';
}

/** Results that were written beside a sheet are no sheet that was dropped. */
export function isResults(name: string): boolean {
  return /\.run-\d+\.results\.(xlsx|csv|pain\.002\.xml)$/i.test(name);
}

/** What the control total of a sheet may be called: the name with its ending, or without. */
export function sidecarNames(name: string): readonly string[] {
  return [`${name}${SIDECAR}`, `${stem(name)}${SIDECAR}`];
}

function stem(name: string): string {
  return name.slice(0, name.length - extname(name).length);
}

/**
 * Bytes of a name, at most, so that what is written beside it has a name too: file systems end at 255, ".run-1234567.results.xlsx"
 * takes 25, a temporary name 14, and " (999)" and ".control.json" come on top.
 */
const LONGEST = 190;

/** What a dropped file is called from now on: "june.csv" on 21 November 2026 is "2026-11-21 june.csv". `date` is ISO 8601. */
export function datedName(name: string, date: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a name may have them, and they would break lists and logs
  const plain = name.replace(/[\u0000-\u001f\u007f\\/]/g, '_');
  return shortened(plain.startsWith(`${date} `) ? plain : `${date} ${plain}`);
}

/** The second of that name: "2026-11-21 june (2).csv". */
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
