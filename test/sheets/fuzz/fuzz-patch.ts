import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isError } from '../../../src/errors.ts';
import type { SheetRow } from '../../../src/model.ts';
import { readSheet } from '../../../src/sheets/read/read-sheet.ts';
import { writeResults } from '../../../src/sheets/write-results.ts';
import { XLSX_CASES } from '../hostile/xlsx-cases.ts';
import { type ZipEntry, zipOf } from '../hostile/zip-of.ts';
import { OFFICE_PARTS } from '../office-workbook.ts';
import { type Random, random } from '../random.ts';

/** No workbook of a few rows takes as long. */
const HANG_MS = 120_000;
const CASES = XLSX_CASES.filter(({ error, bytes }) => !error && bytes.length < 20_000);

/**
 * Damages a workbook as `seed` says, reads it, and writes its results, twice: those are dropped again. Null if it was refused with an
 * error of ours, or where the results open, hold the same cells and have each row's own reference beside it; else what went wrong.
 */
export async function fuzz(seed: number): Promise<string | null> {
  const next = random(seed);
  const bytes = next(3) === 0 ? CASES[next(CASES.length)]!.bytes : zipOf(OFFICE_PARTS.map((part) => (next(3) === 0 ? damaged(part, next) : part)));
  const folder = await mkdtemp(join(tmpdir(), 'payrun-fuzz-'));
  let timer: NodeJS.Timeout | undefined;
  try {
    const hang = new Promise<string>((resolve) => {
      timer = setTimeout(resolve, HANG_MS, 'it hangs');
    });
    return await Promise.race([twice(folder, bytes, next), hang]);
  } catch (error) {
    return `it threw ${(error as Error).stack}`;
  } finally {
    clearTimeout(timer);
    await rm(folder, { recursive: true, force: true });
  }
}

async function twice(folder: string, bytes: Buffer, next: Random): Promise<string | null> {
  const paths = ['in', 'one', 'two'].map((name) => join(folder, `${name}.xlsx`));
  await writeFile(paths[0]!, bytes);
  let before: Read | null = null;
  let rewriteReason: string | null = null;
  for (const [i, path] of paths.entries()) {
    let read: Read;
    try {
      read = await readAll(path);
    } catch (error) {
      // Of what was damaged nothing is known; what we wrote must open. Only worksheets of a team may make it unclear.
      if (i === 0 && isError(error) && error.code !== 'defect') return null;
      return `the results do not open: ${(error as Error).stack}`;
    }
    if (before) {
      const fault = compare(before, { ...read, rewriteReason });
      if (fault) return fault;
    }
    before ??= read;
    const to = paths[i + 1];
    if (to) rewriteReason = await write(path, to, next);
  }
  return null;
}

interface Read {
  readonly width: number;
  readonly rows: readonly SheetRow[];
  readonly rewriteReason: string | null;
}

async function readAll(path: string): Promise<Read> {
  const sheet = await readSheet(path);
  const rows: SheetRow[] = [];
  for await (const chunk of sheet.rows()) rows.push(...chunk);
  const { header, results } = sheet.understood;
  return { width: results?.from ?? header.length, rows, rewriteReason: null };
}

/** What a row must say again, wherever it stands: workbooks that are rewritten have no blank rows. */
function compare(before: Read, after: Read): string | null {
  if (before.rows.length !== after.rows.length) return `${before.rows.length} rows became ${after.rows.length}`;
  for (const [i, row] of before.rows.entries()) {
    const other = after.rows[i]!;
    const blocked = ({ findings }: SheetRow) => findings.some(({ severity }) => severity === 'error');
    if (blocked(row) !== blocked(other)) return `row ${row.row} is ${blocked(other) ? '' : 'not '}wrong any more: ${JSON.stringify([row.findings, other.findings])} ${JSON.stringify([row.original, other.original])} ${after.rewriteReason}`;
    for (const [name, value] of Object.entries(row.cells)) {
      if (name !== 'paymentReference' && other.cells[name] !== value) return `row ${row.row}, ${name}: ${value} became ${other.cells[name]}`;
    }
    const reference = other.cells.paymentReference;
    const own = row.cells.paymentReference ?? `PR-${key(row)}`;
    if (!blocked(row) && reference !== own) return `row ${row.row} has the reference ${reference}, not ${own}`;
  }
  return null;
}

/** By its content: its number differs where a workbook is rewritten. */
function key({ cells }: SheetRow): string {
  return Object.entries(cells).filter(([name]) => name !== 'paymentReference').map(([, value]) => value).join('/').slice(0, 60);
}

async function write(from: string, to: string, next: Random): Promise<string | null> {
  const sheet = await readSheet(from);
  const columns = sheet.understood.columns.filter((name) => name !== null);
  const written = await writeResults(sheet, {
    kind: 'full',
    workbook: to,
    heading: { title: 'Run 1', sandbox: false, at: 0 },
    results: (rows) =>
      new Map(
        rows.map((row) => {
          // The rows with problems are asked for again, and must be the same ones.
          const bad = row.row % 2 === 0;
          const column = columns[row.row % columns.length] ?? null;
          const problems = bad ? [{ row: row.row, column, code: 'x', severity: 'error' as const, message: 'It is wrong. Correct it.' }] : [];
          return [row.row, { row: row.row, status: bad ? 'invalid' : 'processed', reference: row.cells.paymentReference ?? `PR-${key(row)}`, problems }];
        }),
      ),
    totals: next(2) === 0 ? null : () => ({ stated: [], debits: [], sheet: { line: 'PAYRUN,0', debited: {}, arriving: {} } }),
  });
  return written.rewriteReason;
}

/** Takes out, doubles or exchanges a few pieces of a part's XML: tags, attributes, or anything. */
function damaged(part: ZipEntry, next: Random): ZipEntry {
  let xml = part.content as string;
  for (let n = 1 + next(3); n > 0; n--) {
    const pieces = xml.match(/<[^>]*>|[^<]+/g) ?? [];
    const at = next(Math.max(1, pieces.length));
    const piece = pieces[at] ?? '';
    const other = pieces[next(Math.max(1, pieces.length))] ?? '';
    const attributes = piece.match(/\s[\w:]+="[^"]*"/g) ?? [''];
    const changed = [
      '',
      piece + piece,
      other,
      piece.replace(attributes[next(attributes.length)]!, ''),
      piece.replace(/\d+/, String(next(20))),
      piece.replace(/>$/, '><!-- </row> -->'),
    ][next(6)]!;
    xml = [...pieces.slice(0, at), changed, ...pieces.slice(at + 1)].join('');
  }
  return { ...part, content: xml };
}
