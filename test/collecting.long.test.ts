import { spawnSync } from 'node:child_process';
import { globSync, readdirSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { testFolder } from './support/test-folder.ts';

const folder = testFolder();

// The others are collected without a variable by `npm test` on a clean machine.
it('collecting long tests runs none of their code: without a tool or a variable, every file loads and leaves nothing', () => {
  // The databases that the set-up of all tests has made on this machine: 20 s of a processor.
  for (const name of globSync('payrun-pglite-*', { cwd: tmpdir() }))
    symlinkSync(join(tmpdir(), name), join(folder, name));
  const { status, stdout } = spawnSync(
    process.execPath,
    [
      'node_modules/.bin/vitest',
      'run',
      '.long.test.ts',
      '--maxWorkers=1',
      '--testNamePattern',
      'no test has this name',
    ],
    {
      cwd: join(import.meta.dirname, '..'),
      env: { PATH: dirname(process.execPath), HOME: folder, TMPDIR: folder },
      encoding: 'utf8',
    },
  );
  expect(stdout).toContain('\n0 passed, 0 failed, ');
  expect(status).toBe(0);
  // What Vitest and the set-up of all tests make.
  expect(readdirSync(folder).filter((name) => !/^(\.local|payrun-pglite-.*)$/.test(name))).toEqual([]);
});
