import { PayrunError } from '../errors.ts';

/** What a file is by its first bytes, whatever its name says. */
export type FileKind = 'xlsx' | 'text';

/** First bytes of files that are often dropped by mistake, and what to call them. */
const SIGNATURES: readonly { readonly bytes: string; readonly is: string }[] = [
  { bytes: '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', is: 'it is a password-protected workbook or an old Excel file (.xls)' },
  { bytes: '%PDF', is: 'it is a PDF' },
  { bytes: '\x89PNG', is: 'it is a picture' },
  { bytes: '\xff\xd8\xff', is: 'it is a picture' },
  { bytes: 'GIF8', is: 'it is a picture' },
  { bytes: '\x1f\x8b', is: 'it is compressed (gzip)' },
  { bytes: '7z\xbc\xaf', is: 'it is compressed (7-Zip)' },
  { bytes: 'Rar!', is: 'it is compressed (RAR)' },
  { bytes: 'SQLite format', is: 'it is a database' },
  { bytes: '\x7fELF', is: 'it is a program' },
  { bytes: 'MZ\x90', is: 'it is a program' },
  { bytes: '{\\rtf', is: 'it is a text document (RTF)' },
];

const MARKUP = /^\s*(<!doctype html|<html|<table|<\?xml|<workbook)/i;

/**
 * Decides from the first bytes of a file (64 KB are enough). Throws `sheet_not_a_sheet` with what it is instead.
 * A ZIP is taken for a workbook if the name of an entry begins with `xl/` or is a part that only Office files have.
 */
export function fileKind(file: string, head: Buffer): FileKind {
  const refuse = (detail: string): never => {
    throw new PayrunError('sheet_not_a_sheet', { file, detail });
  };
  const start = head.subarray(0, 16).toString('latin1');
  for (const { bytes, is } of SIGNATURES) if (start.startsWith(bytes)) return refuse(is);
  if (start.startsWith('PK\x03\x04') || start.startsWith('PK\x05\x06')) {
    if (head.includes('xl/') || head.includes('[Content_Types].xml')) {
      if (head.includes('word/') && !head.includes('xl/')) return refuse('it is a Word document');
      return 'xlsx';
    }
    if (head.includes('opendocument.spreadsheet')) return refuse('it is an OpenDocument sheet (.ods)');
    return refuse('it is a ZIP archive');
  }
  if (
    MARKUP.test(
      head
        .subarray(0, 512)
        .toString('utf8')
        .replace(/^\uFEFF/, ''),
    )
  )
    return refuse('it is a web page or XML, whatever its name says');
  return 'text';
}

/** Whether text is not text: many control characters that no sheet has. `sample` is decoded already. */
export function looksBinary(sample: string): boolean {
  let controls = 0;
  for (let i = 0; i < sample.length; i++) {
    const code = sample.charCodeAt(i);
    if (code < 32 && code !== 9 && code !== 10 && code !== 13 && code !== 12 && code !== 26) controls++;
  }
  return controls > Math.max(8, sample.length / 20);
}
