import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { testFolder } from './support/test-folder.ts';

const folder = testFolder();

it('collecting all tests runs none of their code: without a tool or a variable, every file loads and leaves nothing', () => {
  const { status, stdout } = spawnSync(
    process.execPath,
    ['node_modules/.bin/vitest', 'run', '--maxWorkers=1', '--testNamePattern', 'no test has this name'],
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
