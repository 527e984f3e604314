import { Readable } from 'node:stream';
import iconv from 'iconv-lite';
import { isError } from '../../../src/errors.ts';
import type { SheetRow } from '../../../src/model.ts';
import { restore } from '../../../src/sheets/cells/formula-guard.ts';
import { readSheet } from '../../../src/sheets/read/read-sheet.ts';
import { type Random, random } from '../random.ts';

/** No sheet of a few rows takes as long. */
const HANG_MS = 120_000;

const HEADER = ['referenceId', 'amount', 'currency', 'memo', 'color'];
const ENCODINGS = [
  { codec: 'utf8', bom: false },
  { codec: 'utf8', bom: true },
  { codec: 'utf-16le', bom: true },
  { codec: 'utf-16be', bom: true },
  { codec: 'windows-1252', bom: false },
] as const;
const PIECES = ['x', 'Ana', ' ', ',', ';', '"', '""', '\n', '\r\n', '\t', '|', '5" disk', 'é', 'ü', '1,5', "'", 'ñ', '-', '=', '\\', '.'];
const BYTES = [0, 0x22, 0x2c, 0x3b, 0x0a, 0x0d, 0x09, 0x7c, 0xff, 0xc3, 0xef, 0x27, 0x20, 0x30];

interface Made {
  readonly bytes: Buffer;
  /** What is in it: the true cells. */
  readonly rows: readonly (readonly string[])[];
  /** Its text, where every cell is on one line and none has a quote. */
  readonly simple: boolean;
}

/**
 * Makes a CSV as `seed` says and reads it: whole, and then exactly the cells that were written must come back; or damaged,
 * and then it is refused with an error of ours, or every row that is read without one has cells that stand in the file side
 * by side. Null where that holds, else what went wrong.
 */
export async function fuzz(seed: number): Promise<string | null> {
  const next = random(seed);
  const made = makeSheet(next, next(3) === 0);
  if (next(2) === 0) return compare(await reading(made.bytes), made.rows);
  const bytes = damaged(made.bytes, next);
  const read = await reading(bytes);
  if (typeof read === 'string') return read;
  return read === null || !made.simple ? null : shifted(read, bytes);
}

function makeSheet(next: Random, simple: boolean): Made {
  const delimiter = [',', ';', '\t', '|'][next(4)]!;
  const end = ['\n', '\r\n', '\r'][next(3)]!;
  const { codec, bom } = ENCODINGS[next(ENCODINGS.length)]!;
  const rows = Array.from({ length: 1 + next(12) }, (_, i) => [
    `R${i}`,
    `${1 + next(99_999)}.${10 + next(90)}`,
    'EUR',
    cellOf(next, simple, delimiter),
    cellOf(next, simple, delimiter),
  ]);
  const text = [HEADER, ...rows].map((row) => row.map((cell) => written(cell, delimiter, next, simple)).join(delimiter)).join(end);
  const bytes = iconv.encode(text + (next(2) === 0 ? end : ''), codec, { addBOM: bom });
  return { bytes, rows, simple };
}

function cellOf(next: Random, simple: boolean, delimiter: string): string {
  let text = '';
  for (let pieces = next(5); pieces > 0; pieces--) {
    const piece = PIECES[next(PIECES.length)]!;
    if (!simple || !(piece.includes('"') || piece.includes(delimiter) || /[\r\n]/.test(piece))) text += piece;
  }
  return text;
}

/** Quoted where it must be, and sometimes where it need not be. */
function written(cell: string, delimiter: string, next: Random, simple: boolean): string {
  const must = cell.includes(delimiter) || cell.startsWith('"') || /[\r\n]/.test(cell);
  return must || (!simple && next(4) === 0) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** Null where it was refused; a text where it crashed or hangs. */
async function reading(bytes: Buffer): Promise<readonly SheetRow[] | string | null> {
  let timer: NodeJS.Timeout | undefined;
  const hang = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, HANG_MS, 'it hangs');
  });
  try {
    return await Promise.race([readAll(bytes), hang]);
  } catch (error) {
    return isError(error) && error.code !== 'defect' ? null : `it threw ${(error as Error).stack}`;
  } finally {
    clearTimeout(timer);
  }
}

async function readAll(bytes: Buffer): Promise<readonly SheetRow[]> {
  const sheet = await readSheet({ name: 'fuzz.csv', content: () => Readable.from(parts(bytes)) }, { encoding: 'windows-1252' });
  const rows: SheetRow[] = [];
  for await (const chunk of sheet.rows()) rows.push(...chunk);
  await sheet.close();
  return rows;
}

/** In small parts, so that characters, line ends and quotes are cut in the middle. */
function* parts(bytes: Buffer): Generator<Buffer> {
  const size = 1 + (bytes.length % 7);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

function compare(read: readonly SheetRow[] | string | null, rows: readonly (readonly string[])[]): string | null {
  if (typeof read === 'string') return read;
  if (read === null) return 'a good sheet was refused';
  if (read.length !== rows.length) return `it has ${rows.length} rows, and ${read.length} were read`;
  for (const [i, { row, cells, original, findings }] of read.entries()) {
    if (row !== i + 2) return `row ${i + 2} was read as row ${row}`;
    const [referenceId, amount, currency, memo = ''] = rows[i]!;
    const output = new Set(findings.map(({ column }) => column));
    const wanted = { referenceId, amount, currency, ...(restore(memo).trim() === '' ? {} : { memo: restore(memo).trim() }) };
    for (const [name, value] of Object.entries(wanted)) {
      if (cells[name] !== value && !output.has(name) && !output.has(null)) return `row ${row}, ${name}: ${JSON.stringify(value)} was read as ${JSON.stringify(cells[name])}`;
    }
    const cellsThere = rows[i]!.map(restore);
    if (JSON.stringify(original.slice(0, cellsThere.length)) !== JSON.stringify(cellsThere)) return `row ${row} was read as ${JSON.stringify(original)}, and is ${JSON.stringify(cellsThere)}`;
  }
  return null;
}

/** In a file without quotes a row is a line and a cell is what stands between two delimiters: no other parser is needed. */
function shifted(read: readonly SheetRow[], bytes: Buffer): string | null {
  if (read.some(({ original }) => original.some((cell) => cell.includes('"'))) || bytes.includes(0x22)) return null;
  const texts = (['utf8', 'utf-16le', 'utf-16be', 'windows-1252'] as const).map((codec) => iconv.decode(bytes, codec));
  for (const { row, original, findings } of read) {
    if (findings.some(({ column, severity }) => column === null && severity === 'error')) continue;
    const found = texts.some((text) =>
      [',', ';', '\t', '|'].some((delimiter) =>
        text.split(/\r\n|\n|\r/).some((line) => JSON.stringify(line.split(delimiter).map(restore)) === JSON.stringify(original)),
      ),
    );
    if (!found) return `row ${row} is no line of the file: ${JSON.stringify(original)}`;
  }
  return null;
}

function damaged(base: Buffer, next: Random): Buffer {
  let bytes = Buffer.from(base);
  for (let times = 1 + next(4); times > 0; times--) {
    const at = next(bytes.length + 1);
    const kind = next(5);
    if (kind === 0) bytes = bytes.subarray(0, at);
    else if (kind === 1) bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + next(6))]);
    else if (kind === 2) bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(next(bytes.length + 1)), bytes.subarray(at)]);
    else if (kind === 3) bytes = Buffer.concat([bytes.subarray(0, at), Buffer.from([BYTES[next(BYTES.length)]!]), bytes.subarray(at)]);
    else if (at < bytes.length) bytes[at] = bytes[at]! ^ (1 << next(8));
  }
  return bytes;
}
