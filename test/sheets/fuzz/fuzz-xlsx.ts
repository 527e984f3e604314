import { Readable } from 'node:stream';
import { isError } from '../../../src/errors.ts';
import { readSheet } from '../../../src/sheets/read/read-sheet.ts';
import { XLSX_CASES } from '../hostile/xlsx-cases.ts';
import { partsOf, row, value } from '../hostile/xlsx-of.ts';
import { type ZipEntry, zipOf } from '../hostile/zip-of.ts';
import { type Random, random } from '../random.ts';

/** No workbook of a few rows takes as long. */
const HANG_MS = 120_000;

const HEADER = ['referenceId', 'amount', 'currency', 'memo'];

/** Texts in their own part and in cells, numbers, dates, hidden and merged things. */
const PARTS = partsOf({
  sheets: [
    {
      name: 'June',
      before: '<cols><col min="4" max="4" hidden="1" width="9"/></cols>',
      rows: [HEADER, ...Array.from({ length: 40 }, (_, i) => line(i))].map((cells, i) => row(i + 1, cells)).join(''),
      after: '<mergeCells><mergeCell ref="D30:D31"/></mergeCells>',
    },
  ],
  strings: ['EUR', 'USD', 'Royalties June', 'Studio &amp; hire'].map((text) => `<si><t>${text}</t></si>`),
  formats: ['0.00', 14],
});
function line(i: number) {
  return [`V-${i}`, value(`${i * 17}.25`, i % 2), value(i % 2, undefined, 's'), value(2 + (i % 2), undefined, 's')];
}
const WHOLE = zipOf(PARTS);
const BASES = [WHOLE, ...XLSX_CASES.filter(({ error, bytes }) => !error && bytes.length < 20_000).map(({ bytes }) => bytes)];

const originals = new Map<Buffer, Promise<string>>();

/**
 * Damages a workbook as `seed` says and reads it. Null where it was refused with an error of ours, or read exactly as the
 * whole one; else what went wrong. Part of the damage is within the XML of a part, which is then packed again with a right
 * checksum: no reader can know what stood there, but it must come to an end, and never crash.
 */
export async function fuzz(seed: number): Promise<string | null> {
  const next = random(seed);
  if (next(4) === 0) return readDamaged(zipOf(PARTS.map((part) => (next(3) === 0 ? damagedXml(part, next) : part))), null);
  const base = BASES[next(BASES.length)]!;
  if (!originals.has(base)) originals.set(base, readAll(base));
  return readDamaged(damagedBytes(base, next), await originals.get(base)!);
}

async function readDamaged(bytes: Buffer, original: string | null): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined;
  const hang = new Promise<'hang'>((resolve) => {
    timer = setTimeout(resolve, HANG_MS, 'hang');
  });
  try {
    const read = await Promise.race([readAll(bytes), hang]);
    if (read === 'hang') return 'it hangs';
    return original === null || read === original ? null : `it was read otherwise: ${read.slice(0, 2000)}`;
  } catch (error) {
    return isError(error) && error.code !== 'defect' ? null : `it threw ${(error as Error).stack}`;
  } finally {
    clearTimeout(timer);
  }
}

async function readAll(bytes: Buffer): Promise<string> {
  const sheet = await readSheet({ name: 'fuzz.xlsx', content: () => Readable.from([bytes]) });
  const rows: unknown[] = [];
  for await (const chunk of sheet.rows()) {
    rows.push(...chunk.map(({ row: at, cells, findings }) => [at, cells, findings.map(({ code }) => code)]));
  }
  await sheet.close();
  return JSON.stringify(rows);
}

function damagedBytes(base: Buffer, next: Random): Buffer {
  const bytes = Buffer.from(base);
  if (next(3) === 0) return bytes.subarray(0, next(bytes.length));
  for (let flips = 1 + next(8); flips > 0; flips--) {
    const at = next(bytes.length);
    bytes[at] = bytes[at]! ^ (1 << next(8));
  }
  return bytes;
}

/** Words that mean something in a worksheet, put where they do not belong. */
const WORDS = ['<', '>', '</c>', '<row>', '<c r="A1">', '<v>', '"', '&', '&#0;', '<!--', '<![CDATA[', ' r="', '\0', '9'];

function damagedXml(part: ZipEntry, next: Random): ZipEntry {
  const text = String(part.content);
  const at = next(text.length);
  const to = at + next(20);
  const word = next(2) === 0 ? WORDS[next(WORDS.length)]! : text.slice(to, to + next(60));
  return { ...part, content: text.slice(0, at) + word + text.slice(next(2) === 0 ? at : to) };
}
