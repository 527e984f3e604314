import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { sheetFromBytes } from '../../../src/sheets/files/sheet-file.ts';
import type { SheetRow } from '../../../src/model.ts';
import type { OpenSheet } from '../../../src/sheets/open-sheet.ts';
import { readSheet } from '../../../src/sheets/read/read-sheet.ts';
import { openSheetInProcess, previewInProcess, readInProcess } from '../../../src/sheets/readers/read-in-process.ts';
import { PROCESSES, READER_LIMITS } from '../../../src/sheets/readers/reader-processes.ts';

const HOSTILE = new URL('./hostile-readers.ts', import.meta.url).href;
const SAMPLE = 'samples/good.csv';
const HEADER = 'amount,currency,email\n';
const { ...USUAL } = READER_LIMITS;

afterEach(() => {
  Object.assign(READER_LIMITS, USUAL);
  PROCESSES.folder = '/proc';
});

const bytesOf = (text: string) => sheetFromBytes('sheet.csv', Buffer.from(text));

/** How a reading was counted: whether each ended by itself or was stopped. */
function counted(text = 'a,b') {
  const ends: ('ended' | 'stopped')[] = [];
  const beginReading = async () => async (isStopped: boolean) => void ends.push(isStopped ? 'stopped' : 'ended');
  return { ends, source: { ...bytesOf(text), beginReading } };
}

it('a sheet that is read apart has the same rows, facts and errors', async () => {
  const bytes = readFileSync(SAMPLE);
  const [here, apart] = [await readSheet(sheetFromBytes(SAMPLE, bytes)), await openSheetInProcess(sheetFromBytes(SAMPLE, bytes))];
  const rowsOf = async (sheet: typeof here, only?: 'cells') => {
    const all: SheetRow[] = [];
    for await (const rows of sheet.rows(2, only)) all.push(...rows);
    return all;
  };
  expect(await rowsOf(apart)).toEqual(await rowsOf(here));
  expect(await rowsOf(apart), 'read once more').toEqual(await rowsOf(here));
  expect(await rowsOf(apart, 'cells')).toEqual((await rowsOf(here)).map((row) => ({ ...row, original: [] })));
  expect(apart.understood).toEqual(here.understood);
  expect(apart.noticed()).toEqual(here.noticed());
  await apart.close();
  await expect(previewInProcess(bytesOf(''))).rejects.toMatchObject({ code: 'sheet_empty' });
});

it('a sheet whose reader left before its end is closed, and the next one is read by the same process', async () => {
  const many = `${HEADER}${'1,EUR,ann@example.org\n'.repeat(5_000)}`;
  for (let i = 0; i < 3; i++) {
    const { ends, source } = counted(many);
    const sheet = await openSheetInProcess(source);
    for await (const rows of sheet.rows(10)) {
      expect(rows).toHaveLength(10);
      break;
    }
    await sheet.close();
    expect(ends).toEqual(['ended']);
  }
});

it('an error of the bytes is the same object for whoever asked', async () => {
  const error = new Error('the database is gone');
  const content = () => new Readable({ read() { this.destroy(error); } });
  await expect(readInProcess(HOSTILE, 'countBytes', { name: 'sheet.csv', content })).rejects.toBe(error);
  await expect(readInProcess(HOSTILE, 'throwDefect', bytesOf('a'))).rejects.toThrow('a defect of the reader');
});

it.each([
  ['spin', 'quietSeconds', 1, 'for 1 s of processor time none of its rows'],
  ['eatMemory', 'megabytes', 80, 'more than 80 MB'],
  ['growOneObject', 'megabytes', 120, 'more than 120 MB'],
  ['fillBuffers', 'megabytes', 150, 'more than 150 MB'],
  ['endItself', 'megabytes', 100, 'its reader ended with 7'],
] as const)('G9: a sheet whose reader would %s is stopped, and everything else goes on', async (reader, limit, value, why) => {
  Object.assign(READER_LIMITS, { [limit]: value });
  const { ends, source } = counted();
  let ticks = 0;
  const timer = setInterval(() => ticks++, 20);
  await expect(readInProcess(HOSTILE, reader, source)).rejects.toMatchObject({
    code: 'sheet_stopped',
    message: expect.stringContaining(why),
  });
  clearInterval(timer);
  expect(ticks).toBeGreaterThan(1);
  expect(ends).toEqual(['stopped']);
  expect(await readInProcess(HOSTILE, 'countBytes', bytesOf('abc'))).toBe(3);
});

it('G9: the sheet that takes the most is stopped if those that are read at a time take too much together', async () => {
  READER_LIMITS.together = 500;
  const ends: string[] = [];
  const hold = (megabytes: number) =>
    readInProcess(HOSTILE, 'holdMemory', bytesOf('a'), megabytes).catch((error: Error) => {
      ends.push(`${megabytes}: ${error.message}`);
    });
  void hold(100);
  const large = hold(250);
  await sleep(2_000);
  expect(ends).toEqual([]);
  const small = hold(120);
  await large;
  expect(ends).toEqual([expect.stringMatching(/^250: .*take more than 500 MB of memory, and it takes the most/)]);
  READER_LIMITS.together = 1;
  await small;
  await expect.poll(() => ends).toHaveLength(3);
});

it('a sheet that loops is stopped after the same time where the system does not show its processes', async () => {
  READER_LIMITS.quietSeconds = 1;
  PROCESSES.folder = '/nowhere';
  await expect(readInProcess(HOSTILE, 'spin', bytesOf('a'))).rejects.toThrow('for 1 s of processor time none of its rows');
});

it.each(['/proc', '/nowhere'])('a reader that waits for rows to be used is not quiet by %s', async (processes) => {
  READER_LIMITS.quietSeconds = 1;
  PROCESSES.folder = processes;
  const sheet = await openSheetInProcess(bytesOf(`${HEADER}${'1,EUR,ann@example.org\n'.repeat(3)}`));
  let rows = 0;
  for await (const some of sheet.rows(1)) {
    rows += some.length;
    await sleep(1_200);
  }
  expect(rows).toBe(3);
  await sheet.close();
});

it('G9: one text in many cells is sent in pieces that fit into memory, and a row or facts that do not are refused', async () => {
  const read = (cells: number) => readInProcess<OpenSheet>(HOSTILE, 'repeatOneText', bytesOf('a'), cells);
  const sheet = await read(20);
  const pieces: number[] = [];
  for await (const rows of sheet.rows()) pieces.push(rows.length);
  await sheet.close();
  // 640,000 characters a row.
  expect(new Set(pieces)).toEqual(new Set([6]));
  expect(pieces).toHaveLength(50);
  const wide = await read(600);
  const first = wide.rows()[Symbol.asyncIterator]().next();
  await expect(first).rejects.toThrow('row 2 has more than 16 MB of text');
  await wide.close();
  expect(await readInProcess(HOSTILE, 'factsOf', bytesOf('a'), 100)).toMatchObject({ header: { length: 100 } });
  await expect(readInProcess(HOSTILE, 'factsOf', bytesOf('a'), 2_200)).rejects.toMatchObject({ code: 'sheet_too_large' });
});

it('G5: a reader has no setting and no secret of Payrun', async () => {
  for (const name of ['DATABASE_URL', 'PAYRUN_SECRET_KEY', 'PAYRUN_VAULT_KEY_FILE', 'NODE_OPTIONS']) vi.stubEnv(name, '-');
  vi.stubEnv('TZ', 'UTC');
  READER_LIMITS.megabytes++;
  const names = await readInProcess<readonly string[]>(HOSTILE, 'environment', bytesOf('a'));
  vi.unstubAllEnvs();
  expect(names).toContain('TZ');
  const others = names.filter((name) => !/^(TZ|LANG|LC_\w+|MALLOC_\w+|NODE_(CHANNEL_\w+|COMPILE_CACHE|ICU_DATA))$/.test(name));
  expect(others).toEqual([]);
});

it('a reading for which no process starts is not held against the sheet', async () => {
  const node = process.execPath;
  READER_LIMITS.megabytes += 2;
  const { ends, source } = counted();
  try {
    process.execPath = '/nowhere/node';
    await expect(readInProcess(HOSTILE, 'countBytes', source)).rejects.toThrow('ENOENT');
  } finally {
    process.execPath = node;
  }
  expect(ends).toEqual(['ended']);
  expect(await readInProcess(HOSTILE, 'countBytes', bytesOf('abc'))).toBe(3);
});

/** A process with a reader that does `work`, and the id of that reader. */
async function parentWithReader(work: string) {
  const parent = spawn(process.execPath, ['test/sheets/readers/dying-parent.ts', work], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exit = once(parent, 'exit');
  const [id] = await once(parent.stdout, 'data');
  return { parent, exit, reader: Number(String(id)) };
}

/** Not one that has ended and that no one has asked how. */
const lives = (id: number): boolean =>
  existsSync(`/proc/${id}`) && !/^State:\s+Z/m.test(readFileSync(`/proc/${id}/status`, 'utf8'));

it.each(['spin', 'wait'])('a reader that would %s ends with the process that it reads for, and by no other signal', async (work) => {
  const { parent, exit, reader } = await parentWithReader(work);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.kill(reader, signal);
  await sleep(500);
  expect(lives(reader)).toBe(true);
  parent.kill('SIGKILL');
  await exit;
  await expect.poll(() => lives(reader)).toBe(false);
});

it('a reader that waits for the next sheet keeps no process alive', async () => {
  const { exit, reader } = await parentWithReader('end');
  const before = performance.now();
  expect(await exit).toEqual([0, null]);
  // It would wait for 20 s.
  expect(performance.now() - before).toBeLessThan(15_000);
  await expect.poll(() => lives(reader)).toBe(false);
});

it('a reader that ended while it waited is not lent', async () => {
  const reader = await readInProcess<number>(HOSTILE, 'ownId', bytesOf('a'));
  process.kill(reader, 'SIGKILL');
  await expect.poll(() => lives(reader)).toBe(false);
  // Node is told of its end.
  await sleep(100);
  expect(await readInProcess<number>(HOSTILE, 'ownId', bytesOf('a'))).not.toBe(reader);
});

it('G9: no door reads a sheet in the process that pays and serves', () => {
  const doors = globSync('src/**/*.ts').filter((path) => !path.startsWith('src/sheets/'));
  const direct = doors.filter((path) => /^(import (?!type )|\}).*read\/(read|preview)-sheet\.ts'/m.test(readFileSync(path, 'utf8')));
  // A reader itself.
  expect(direct).toEqual(['src/merchants/merchant-sheet.ts']);
});
