// Breaks guards on purpose, one by one, in a copy of the project: the named test has to fail.
// npm run guards [GUARANTEE...], for example `npm run guards G1 G7`; without one, all.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BREAKS, type Break } from './breaks.ts';

const wanted = process.argv.slice(2);
const breaks = BREAKS.filter(({ guarantee }) => wanted.length === 0 || wanted.includes(guarantee));
const ROOT = join(import.meta.dirname, '../..');
const copy = mkdtempSync(join(tmpdir(), 'payrun-guards-'));

function run({ guarantee, test }: Break) {
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const args = [vitest, 'run', test, '-t', `${guarantee}|${guarantee}, |, ${guarantee}`];
  return spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' });
}

/** What is wrong: the guard is not in its file once, or its test passes without it. Null if the test fails, and says so. */
function problemOf(one: Break): string | null {
  const path = join(copy, one.file);
  const source = readFileSync(path, 'utf8');
  if (source.split(one.from).length !== 2) return `${one.file} does not have the guard once`;
  writeFileSync(
    path,
    source.replace(one.from, () => one.to),
  );
  const { status, stdout } = run(one);
  writeFileSync(path, source);
  if (status === 0) return `${one.test} passes without it`;
  return /^\d+ passed, [1-9]\d* failed/m.test(stdout) ? null : `${one.test} fails without a failed test`;
}

let problems = 0;
try {
  for (const name of [
    'src',
    'test',
    'jobs',
    'samples',
    'bin',
    'docs',
    'package.json',
    'vitest.config.ts',
    'tsconfig.json',
  ])
    cpSync(join(ROOT, name), join(copy, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  for (const one of breaks) {
    const problem = problemOf(one);
    if (problem) problems += 1;
    console.log(
      `${problem ? 'NOT FOUND' : 'found    '}  ${one.guarantee}  ${one.guard}${problem ? `: ${problem}` : ''}`,
    );
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
console.log(`${breaks.length} guards broken, ${problems} not found`);
process.exitCode = problems === 0 ? 0 : 1;
