import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { generatedPages, readPage } from './docs/generate.ts';

it('the manual lists what the code has (else: npm run docs:generate)', async () => {
  for (const [path, text] of await generatedPages()) expect.soft(readPage(path), path).toBe(text);
});

it('CI begins with the commands of the README, as they stand there, with no variables', () => {
  const read = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8');
  const [, block] = /```sh\n(.*?)```/s.exec(read('README.md'))!;
  const commands = block!
    .trim()
    .split('\n')
    .map((line) => line.replace(/\s+#.*/, ''));
  expect(commands).toHaveLength(2);
  const steps = [...read('.ci/run').matchAll(/^as_newcomer '(.*)'/gm)].map(([, command]) => command);
  expect(steps).toEqual(commands);
  expect(read('.ci/run')).toContain('env -i HOME="$HOME" PATH="$PATH" bash -c "$1"');
});

it('the README counts the payments and countries of its sample', () => {
  const [header = '', ...rows] = readFileSync(join(import.meta.dirname, '../samples/good.csv'), 'utf8')
    .trim()
    .split('\n');
  const at = header.split(',').indexOf('country');
  const countries = new Set(rows.map((row) => row.replace(/"[^"]*"/g, '').split(',')[at]));
  expect([rows.length, countries.size]).toEqual([20, 15]);
  expect(readPage('README.md')).toContain('twenty payments to fifteen countries');
});
