import type { Readable } from 'node:stream';
import { PayrunError } from '../../errors.ts';
import { isPainVersion, messageOf, otherMessage, PAIN_VERSIONS } from '../pain-version.ts';

/**
 * The type of a file, by its first bytes and not by its name. `ole`: the container of old and of encrypted Office
 * files. `pain.001`: an ISO 20022 payment order of a version that Payrun reads.
 */
export type FileKind = 'zip' | 'ole' | 'text' | 'pain.001';

const OLE = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1';

/** First bytes of file types that users often drop by mistake, with the words of the error for each. */
const SIGNATURES: readonly { readonly bytes: string; readonly is: string }[] = [
  { bytes: '%PDF', is: 'it is a PDF' },
  { bytes: '\x89PNG', is: 'it is an image' },
  { bytes: '\xff\xd8\xff', is: 'it is an image' },
  { bytes: 'GIF8', is: 'it is an image' },
  { bytes: '\x1f\x8b', is: 'it is compressed (gzip)' },
  { bytes: '7z\xbc\xaf', is: 'it is compressed (7-Zip)' },
  { bytes: 'Rar!', is: 'it is compressed (RAR)' },
  { bytes: 'SQLite format', is: 'it is a database' },
  { bytes: '\x7fELF', is: 'it is a program' },
  { bytes: 'MZ\x90', is: 'it is a program' },
  { bytes: '{\\rtf', is: 'it is a text document (RTF)' },
];

const MARKUP = /^\s*(<!doctype html|<!--|<html|<head|<meta|<table|<\?xml|<workbook|mime-version:)/i;
const JSON_START = /^\s*(?:\[\s*)?\{\s*"/;

/**
 * Detects the type of a file from its first bytes (64 KB are enough). Throws `sheet_not_a_sheet` with the type if
 * Payrun cannot read it.
 */
export function fileKind(file: string, head: Buffer): FileKind {
  const refuse = (detail: string): never => {
    throw new PayrunError('sheet_not_a_sheet', { file, detail });
  };
  const start = head.subarray(0, 16).toString('latin1');
  for (const { bytes, is } of SIGNATURES) if (start.startsWith(bytes)) return refuse(is);
  if (start.startsWith('PK\x03\x04') || start.startsWith('PK\x05\x06')) return 'zip';
  if (start.startsWith(OLE)) return 'ole';
  const text = head
    .subarray(0, 512)
    .toString('utf8')
    .replace(/^\uFEFF/, '');
  const message = isoMessage(head);
  if (isPainVersion(message)) return 'pain.001';
  if (message?.startsWith('pain.001.'))
    throw new PayrunError('sheet_order_version', { file, version: message, versions: PAIN_VERSIONS });
  if (message !== null) return refuse(otherMessage(message));
  if (MARKUP.test(text)) return refuse('it is a web page or XML, whatever its name says');
  if (JSON_START.test(text)) return refuse('it is JSON');
  return 'text';
}

const XML_START = /^\s*<(?:\?xml\s|!--|!doctype\s|(?:[\w.-]+:)?[A-Za-z_])/i;

/** The ISO 20022 message name of an XML file, from the namespaces at its beginning; null for any other file. */
function isoMessage(head: Buffer): string | null {
  // In UTF-16, a Latin letter is one byte and a zero.
  const text = head
    .toString('latin1')
    .replaceAll('\0', '')
    .replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '');
  if (!XML_START.test(text)) return null;
  const namespaces = [...text.matchAll(/\sxmlns(?::[\w.-]+)?\s*=\s*["']([^"'<>]*)["']/g)].map(
    ([, namespace]) => namespace!,
  );
  return namespaces.map(messageOf).find((message) => message !== null) ?? null;
}

/** Whether decoded text is binary data: it has many control characters that no sheet has. */
export function looksBinary(sample: string): boolean {
  let controls = 0;
  for (let i = 0; i < sample.length; i++) {
    const code = sample.charCodeAt(i);
    if (code < 32 && code !== 9 && code !== 10 && code !== 13 && code !== 12 && code !== 26) controls++;
  }
  return controls > Math.max(8, sample.length / 20);
}

/** Types of ZIP files by the names of their parts in lower case; the first match counts. */
const PACKAGES: readonly { readonly part: RegExp; readonly is: string }[] = [
  { part: /^xl\/workbook\.bin$/, is: 'it is a binary workbook (.xlsb)' },
  { part: /^word\//, is: 'it is a Word document' },
  { part: /^ppt\//, is: 'it is a PowerPoint presentation' },
  { part: /^index\/.*\.iwa$|^index\.zip$/, is: 'it is an Apple Numbers file (.numbers)' },
];

/**
 * The type of a ZIP that is neither an XLSX nor an OpenDocument workbook, in the words of the error; null if it may be
 * one of them. `names` are its parts in lower case, `text` reads one part. An OpenDocument names its type in the part
 * `mimetype`.
 */
export async function otherPackage(
  names: readonly string[],
  text: (name: string) => Promise<string>,
): Promise<string | null> {
  for (const { part, is } of PACKAGES) if (names.some((name) => part.test(name))) return is;
  if (names.includes('mimetype')) {
    const type = await text('mimetype');
    if (isOpenDocument(type)) return null;
    if (type.includes('opendocument')) return 'it is an OpenDocument file but not a spreadsheet';
  }
  return names.includes('_rels/.rels') || names.includes('xl/workbook.xml') ? null : 'it is a ZIP archive';
}

/** Whether the part `mimetype` of a ZIP names an OpenDocument workbook or a template of one. */
export function isOpenDocument(mimetype: string): boolean {
  return mimetype.startsWith('application/vnd.oasis.opendocument.spreadsheet');
}

/** Names of streams in an OLE container (stored as UTF-16) and the file type that has each. */
const STREAMS: readonly { readonly name: string; readonly is: string }[] = [
  { name: 'EncryptedPackage', is: 'it is protected with a password. Open it, remove the password (File, Info)' },
  { name: 'Workbook', is: 'it is an old Excel file (.xls)' },
  { name: 'Book', is: 'it is an old Excel file (.xls)' },
  { name: 'WordDocument', is: 'it is an old Word document' },
];
/** In bytes. The directory of an OLE container can be at any offset, so the search covers this much of the file. */
const SEARCHED = 64 * 1024 * 1024;

/** The file type of an OLE container, in the words of the error. */
export async function oleKind(content: Readable): Promise<string> {
  let before: Buffer = Buffer.alloc(0);
  let size = 0;
  let best = STREAMS.length;
  for await (const chunk of content) {
    const bytes = Buffer.concat([before, chunk as Buffer]);
    const found = STREAMS.findIndex(({ name }) => bytes.includes(Buffer.from(`${name}\0`, 'utf16le')));
    if (found >= 0) best = Math.min(best, found);
    before = bytes.subarray(-64);
    size += (chunk as Buffer).length;
    if (best === 0 || size > SEARCHED) break;
  }
  return STREAMS[best]?.is ?? 'it is an old Office file or a password-protected workbook';
}
