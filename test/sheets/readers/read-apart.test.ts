import { globSync, readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { sheetOfBytes } from '../../../src/sheets/files/sheet-file.ts';
import { readSheet } from '../../../src/sheets/read/read-sheet.ts';
import { openApart, previewApart, readApart } from '../../../src/sheets/readers/read-apart.ts';
import { READER_LIMITS } from '../../../src/sheets/readers/reader-threads.ts';

const HOSTILE = new URL('./hostile-readers.ts', import.meta.url).href;
const SAMPLE = 'samples/good.csv';
const HEADER = 'amount,currency,email\n';
const { ...USUAL } = READER_LIMITS;

afterEach(() => void Object.assign(READER_LIMITS, USUAL));

const bytesOf = (text: string) => sheetOfBytes('sheet.csv', Buffer.from(text));

/** How a reading was counted: whether each ended by itself or was stopped. */
function counted(text = 'a,b') {
  const ends: ('ended' | 'stopped')[] = [];
  const beginReading = async () => async (isStopped: boolean) => void ends.push(isStopped ? 'stopped' : 'ended');
  return { ends, source: { ...bytesOf(text), beginReading } };
}

it('a sheet that is read apart has the same rows, facts and errors', async () => {
  const bytes = readFileSync(SAMPLE);
  const [here, apart] = [await readSheet(sheetOfBytes(SAMPLE, bytes)), await openApart(sheetOfBytes(SAMPLE, bytes))];
  const rowsOf = async (sheet: typeof here) => {
    const all: unknown[] = [];
    for await (const rows of sheet.rows(2)) all.push(...rows);
    return all;
  };
  expect(await rowsOf(apart)).toEqual(await rowsOf(here));
  expect(await rowsOf(apart), 'read once more').toEqual(await rowsOf(here));
  expect(apart.understood).toEqual(here.understood);
  expect(apart.noticed()).toEqual(here.noticed());
  await apart.close();
  await expect(previewApart(bytesOf(''))).rejects.toMatchObject({ code: 'sheet_empty' });
});

it('a sheet whose reader left before its end is closed, and the next one is read by the same thread', async () => {
  const many = `${HEADER}${'1,EUR,ann@example.org\n'.repeat(5_000)}`;
  for (let i = 0; i < 3; i++) {
    const { ends, source } = counted(many);
    const sheet = await openApart(source);
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
  await expect(readApart(HOSTILE, 'countBytes', { name: 'sheet.csv', content })).rejects.toBe(error);
  await expect(readApart(HOSTILE, 'throwDefect', bytesOf('a'))).rejects.toThrow('a defect of the reader');
});

it.each([
  ['spin', 'quietSeconds', 1, 'for 1 s of processor time no row'],
  ['eatMemory', 'megabytes', 40, 'more than 40 MB'],
] as const)('a sheet whose reader would %s is stopped, and everything else goes on', async (reader, limit, value, why) => {
  Object.assign(READER_LIMITS, { [limit]: value });
  const { ends, source } = counted();
  let ticks = 0;
  const timer = setInterval(() => ticks++, 20);
  await expect(readApart(HOSTILE, reader, source)).rejects.toMatchObject({
    code: 'sheet_stopped',
    message: expect.stringContaining(why),
  });
  clearInterval(timer);
  expect(ticks).toBeGreaterThan(1);
  expect(ends).toEqual(['stopped']);
  expect(await readApart(HOSTILE, 'countBytes', bytesOf('abc'))).toBe(3);
});

it('a thread that waits for rows to be used does not count as quiet', async () => {
  READER_LIMITS.quietSeconds = 1;
  const sheet = await openApart(bytesOf(`${HEADER}${'1,EUR,ann@example.org\n'.repeat(3)}`));
  let rows = 0;
  for await (const some of sheet.rows(1)) {
    rows += some.length;
    await sleep(1_200);
  }
  expect(rows).toBe(3);
  await sheet.close();
});

it('no door reads a sheet in the thread that pays and serves', () => {
  const doors = globSync('src/**/*.ts').filter((path) => !path.startsWith('src/sheets/'));
  const direct = doors.filter((path) => /^(import (?!type )|\}).*read\/(read|preview)-sheet\.ts'/m.test(readFileSync(path, 'utf8')));
  // A reader itself.
  expect(direct).toEqual(['src/merchants/merchant-sheet.ts']);
});
