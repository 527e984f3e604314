import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMALL } from './work/sheet.ts';

const ROWS = 100_000;
const MB = 1024 * 1024;

const WORK = [
  { work: 'exceljs', flags: [] },
  { work: 'read', flags: [] },
  { work: 'read', flags: SMALL },
  { work: 'check', flags: SMALL },
  { work: 'check-and-write', flags: SMALL },
] as const;

/** Each work is done so many times, in turn; the fastest counts, because other programs only make it slower. */
const ROUNDS = 3;

/** Texts in a part of their own, as Excel saves them, or in their cells, as many programs do. */
const TEXTS = ['shared', 'inline'] as const;

/**
 * 100,000 rows of 16 columns as XLSX through exceljs's own streaming reader, through ours, and through ours with the checks
 * and the workbook of results. Each in a process of its own, so that its peak memory (RSS) is its own.
 */
export async function bench(args: readonly string[]): Promise<void> {
  const rows = args[0] ?? String(ROWS);
  const folder = await mkdtemp(join(tmpdir(), 'payrun-bench-'));
  try {
    for (const texts of TEXTS) {
      const path = join(folder, `${texts}.xlsx`);
      child('write', path, [], rows, texts);
      const size = Math.round((await stat(path)).size / MB);
      const best = WORK.map(() => ({ seen: 0, ms: Number.POSITIVE_INFINITY, rssMb: 0 }));
      for (let round = 0; round < ROUNDS; round++) {
        for (const [i, { work, flags }] of WORK.entries()) {
          const { seen, ms, rssMb } = child(work, path, flags);
          best[i] = { seen, ms: Math.min(best[i]!.ms, ms), rssMb: Math.max(best[i]!.rssMb, rssMb) };
        }
      }
      for (const [i, { work, flags }] of WORK.entries()) {
        const { seen, ms, rssMb } = best[i]!;
        console.log(
          `${texts} (${size} MB)  ${work.padEnd(16)} ${seen} rows  ${String(ms).padStart(6)} ms  ${(ms / best[0]!.ms).toFixed(2)} x exceljs  peak ${rssMb} MB  ${flags.join(' ')}`,
        );
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function child(work: string, path: string, flags: readonly string[], ...more: string[]) {
  const script = join(import.meta.dirname, 'work', 'xlsx.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, [...flags, script, work, path, ...more], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${work} failed: ${stderr}`);
  return JSON.parse(stdout) as Record<'seen' | 'ms' | 'rssMb', number>;
}
