import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { damagedText, readFuzzed } from './fuzz-reading.ts';
import { contentOf, number, odsOf, row, table, text } from '../ods/ods-of.ts';
import { type Random, random } from '../random.ts';

const HEADER = row(['referenceId', 'amount', 'currency', 'memo'].map((name) => text(name)));
const CONTENT = contentOf(
  table('June', [
    '<table:table-column table:number-columns-repeated="3"/><table:table-column table:visibility="collapse"/>',
    HEADER,
    ...Array.from({ length: 12 }, (_, i) =>
      row([text(`V-${i}`), number(`${i * 17}.25`), text('EUR'), text('Studio &amp; hire')], i % 4 === 0 ? ' table:number-rows-repeated="3"' : ''),
    ),
    '<table:table-row table:number-rows-repeated="1000"><table:table-cell table:number-columns-repeated="1024"/></table:table-row>',
  ]),
);
const FOLDER = join(import.meta.dirname, '../ods');
const BASES = [odsOf(CONTENT), ...globSync('*.ods', { cwd: FOLDER }).sort().map((name) => readFileSync(join(FOLDER, name)))];
/** Words that mean something in a worksheet, put where they do not belong. */
// biome-ignore format: a list of words
const WORDS = [
  '<', '>', '&', '"', '<!--', ']]>', '</table:table-cell>', '<table:table-row>', '<table:table-cell/>', '<text:p>', ' table:number-columns-repeated="99999"', ' table:number-rows-repeated="1048576"', '<table:table>', '&#0;', '\0', '9',
];

const originals = new Map<Buffer, Promise<unknown>>();

/**
 * Damages an OpenDocument workbook as `seed` says and reads it. Null if it was refused with an error of ours, or read exactly as
 * the whole one. Part of the damage is within its XML, packed again with a right checksum: no reader can know what stood there, but it
 * must come to an end, and never crash.
 */
export async function fuzz(seed: number): Promise<string | null> {
  const next = random(seed);
  if (next(3) === 0) {
    const read = await reading(odsOf(damagedText(CONTENT, WORDS, next)));
    return typeof read === 'string' ? read : null;
  }
  const base = BASES[next(BASES.length)]!;
  if (!originals.has(base)) originals.set(base, reading(base));
  const read = await reading(damagedBytes(base, next));
  if (read === null || typeof read === 'string') return read;
  const original = JSON.stringify(await originals.get(base));
  return JSON.stringify(read) === original ? null : `it was read otherwise: ${JSON.stringify(read).slice(0, 2000)}`;
}

function reading(bytes: Buffer) {
  return readFuzzed('fuzz.ods', bytes, 65_536, async (sheet) => {
    const rows: unknown[] = [];
    for await (const chunk of sheet.rows())
      rows.push(...chunk.map(({ row: at, cells, findings }) => [at, cells, findings.map(({ code }) => code)]));
    return rows;
  });
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
