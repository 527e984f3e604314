import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { textsIn } from '../support/texts-in.ts';
import { subjectFaults, wordingFaults } from './wording.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

const RESERVED_NAMES = join('src', 'ledger', 'users', 'name-key.ts');

const faultsIn = (place: string, texts: readonly string[]): readonly string[] =>
  texts.flatMap((text) => wordingFaults(text).map((fault) => `${place}: ${fault} in: ${text.slice(0, 200)}`));

describe('texts read as a native writer of finance would write them', () => {
  it('in the program', () => {
    const files = globSync('src/**/*.ts', { cwd: ROOT });
    expect(files.length).toBeGreaterThan(500);
    const texts = (path: string) => textsIn(read(path)).map((text) => text.replaceAll(/\$\{[^{}]*\}/g, '...'));
    expect(files.flatMap((path) => (path === RESERVED_NAMES ? [] : faultsIn(path, texts(path))))).toEqual([]);
  });

  it('in documents', () => {
    const documents = globSync(['*.md', 'docs/*.md'], { cwd: ROOT });
    expect(documents).toContain('docs/api.md');
    expect(documents.flatMap((path) => faultsIn(path, read(path).split('\n')))).toEqual([]);
  });

  it('in the subjects of the commits of the last day', (test) => {
    // A package or an image has no history.
    if (!existsSync(join(ROOT, '.git'))) test.skip();
    const log = (...args: readonly string[]) =>
      execFileSync('git', ['log', '--format=%H', ...args], { cwd: ROOT, encoding: 'utf8' }).trim();
    // The rule is for what came after it.
    const first = log('--diff-filter=A', '--', 'test/docs/wording.ts').split('\n').at(-1);
    if (!first) test.skip();
    const faults = log('--since=1 day ago', '--format=%s', `${first}..`)
      .split('\n')
      .flatMap((subject) => {
        const found = subject === '' ? [] : subjectFaults(subject);
        return found.length === 0 ? [] : `${subject}: ${found.join(', ')}`;
      });
    expect(faults).toEqual([]);
  });

  it.each([
    ['Nothing of it is paid.', '"of it" (its, or the noun)'],
    ['Somebody removed it.', '"Somebody" (someone, a user)'],
    ['The reason is told.', '"is told" (a subject and a verb: "Payrun reports")'],
  ])('which finds the words that are not: %s', (text, fault) => {
    expect(wordingFaults(text)).toEqual([fault]);
  });

  it.each([
    'How long the calls of a run take is said in hours or days',
    'the page of a run',
    `Show ${'very '.repeat(12)}long durations`,
  ])('and subjects that are none: %s', (subject) => {
    expect(subjectFaults(subject)).not.toEqual([]);
  });
});
