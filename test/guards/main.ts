// Breaks guards on purpose, one by one, in a copy of the project: the named test has to fail.
// npm run guards [GUARANTEE...], for example `npm run guards G1 G7`; without one, all.
// npm run guards -- --simulate 500 [GUARANTEE...]: only those that the simulator has to find, in so many seeds.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { BREAKS, type Break } from './breaks.ts';

const { values, positionals: wanted } = parseArgs({
  options: { simulate: { type: 'string' } },
  allowPositionals: true,
});
const breaks = BREAKS.filter(
  (one) => (wanted.length === 0 || wanted.includes(one.guarantee)) && (!values.simulate || 'seeds' in one),
);
const ROOT = join(import.meta.dirname, '../..');
const copy = mkdtempSync(join(tmpdir(), 'payrun-guards-'));

/** Why nothing fails although the guard is broken; null if something does, and says so. */
function failingTest(guarantee: string, test: string): string | null {
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const args = [vitest, 'run', test, '-t', `${guarantee}|${guarantee}, |, ${guarantee}`];
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' });
  if (status === 0) return `${test} passes without it`;
  return /^\d+ passed, [1-9]\d* failed/m.test(stdout) ? null : `${test} fails without a failed test`;
}

function failingSeed(seeds: number, only?: string): string | null {
  const steps = only === undefined ? [] : ['--only', only];
  const args = ['test/simulator/main.ts', '--seeds', String(seeds), '--until-found', ...steps];
  const { stdout } = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8', maxBuffer: 1e8 });
  const [found] = /^VIOLATION in seed .*/m.exec(stdout) ?? [];
  if (found) console.log(found);
  return found ? null : `${seeds} teams find nothing without it`;
}

/** What is wrong: the guard is not in its file once, or nothing fails without it. */
function problemOf(one: Break): string | null {
  const path = join(copy, one.file);
  const source = readFileSync(path, 'utf8');
  if (source.split(one.from).length !== 2) return `${one.file} does not have the guard once`;
  writeFileSync(
    path,
    source.replace(one.from, () => one.to),
  );
  try {
    return 'seeds' in one
      ? failingSeed(Number(values.simulate ?? one.seeds), one.only)
      : failingTest(one.guarantee, one.test);
  } finally {
    writeFileSync(path, source);
  }
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
