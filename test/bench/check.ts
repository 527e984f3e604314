import { spawnSync } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { HEADER, SMALL } from './work/sheet.ts';

const ROWS = 100_000;

/** What each child does: `csv-parse` alone, reading and checking, and that with the workbook `check` writes. */
const WORK = [
  { work: 'csv-parse', flags: [] },
  { work: 'check', flags: [] },
  { work: 'check-and-write', flags: [] },
  { work: 'check-and-write', flags: SMALL },
] as const;

/**
 * 100,000 rows of 16 columns through the reader and the checks, beside `csv-parse` alone over the same file. Each in a
 * process of its own, so that its peak memory (RSS) is its own.
 */
export async function bench(args: readonly string[]): Promise<void> {
  const rows = Number(args[0] ?? ROWS);
  const folder = await mkdtemp(join(tmpdir(), 'payrun-bench-'));
  try {
    const path = join(folder, 'sheet.csv');
    await writeSheet(path, rows);
    for (const { work, flags } of WORK) {
      const child = spawnSync(process.execPath, [...flags, join(import.meta.dirname, 'work', 'check.ts'), work, path], {
        encoding: 'utf8',
      });
      if (child.status !== 0) throw new Error(`${work} failed: ${child.stderr}`);
      const { seen, ms, rssMb, startRssMb } = JSON.parse(child.stdout) as Record<
        'seen' | 'ms' | 'rssMb' | 'startRssMb',
        number
      >;
      const rate = Math.round((seen / ms) * 1000).toLocaleString('en');
      console.log(
        `${work.padEnd(16)} ${seen} rows  ${ms} ms  ${rate} rows/s  peak ${rssMb} MB (${startRssMb} MB before the first row) ${flags.join(' ')}`,
      );
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function writeSheet(path: string, rows: number): Promise<void> {
  const stream = createWriteStream(path);
  stream.write(`${HEADER.join(',')}\n`);
  for (let i = 1; i <= rows; i++) {
    const line = [
      `INV-${i}`,
      `recipientName${i}@example.com`,
      'individual',
      'Ana',
      'Pérez',
      `${i} Hauptstraße`,
      'Berlin',
      '10115',
      'DE',
      `${(i % 5000) + 20}.50`,
      'EUR',
      germanIban(i),
      'COBADEFFXXX',
      'EUR',
      `"Royalties, no. ${i}"`,
      `CC-${i % 97}`,
    ].join(',');
    if (!stream.write(`${line}\n`)) await new Promise((resolve) => stream.once('drain', () => resolve(null)));
  }
  stream.end();
  await finished(stream);
}

/** A German IBAN with check digits that fit (ISO 13616: 98 less the remainder of the number by 97). */
function germanIban(account: number): string {
  const bban = `37040044${String(account).padStart(10, '0')}`;
  const check = 98n - (BigInt(`${bban}131400`) % 97n);
  return `DE${String(check).padStart(2, '0')}${bban}`;
}
