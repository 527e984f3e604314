import { join } from 'node:path';
import { expect, it } from 'vitest';
import { takeHomeLock } from '../../../src/ledger/embedded/home-lock.ts';
import { startChild } from '../../support/child-process.ts';
import { testFolder } from '../../support/test-folder.ts';

const folder = testFolder();

const SOURCE = new URL('../../../src/ledger/embedded/home-lock.ts', import.meta.url).href;
const TAKE = `import { takeHomeLock } from '${SOURCE}';
console.log(JSON.stringify(takeHomeLock(process.argv[1]) !== null)); process.stdin.resume();`;
const otherProcess = (path: string) => startChild('--input-type=module-typescript', ['-e', TAKE, path]);
const tookIt = (line: unknown) => typeof line === 'boolean';

it('is held by one process, and by one holder in it', async () => {
  const path = join(folder, 'one');
  const lock = takeHomeLock(path);
  // To try and fail in the same process must not let go of it either.
  expect(takeHomeLock(path)).toBeNull();
  const other = otherProcess(path);
  expect(await other.until(tookIt)).toBe(false);
  await other.end();
  lock!.release();
  const next = takeHomeLock(path);
  expect(next).not.toBeNull();
  next!.release();
});

it('is free after its process was killed', async () => {
  const path = join(folder, 'two');
  const other = otherProcess(path);
  expect(await other.until(tookIt)).toBe(true);
  expect(takeHomeLock(path)).toBeNull();
  await other.kill('SIGKILL');
  const lock = takeHomeLock(path);
  expect(lock).not.toBeNull();
  lock!.release();
});
