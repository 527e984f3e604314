import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../support/database.ts';
import { runPayrun } from '../support/run-payrun.ts';
import { testFolder } from '../support/test-folder.ts';
import { brokenLinks, MANUAL_PAGES } from './links.ts';
import { payrunLines, refusalOf, samplesOf } from './samples.ts';

it('has pages and command lines', async () => {
  expect(MANUAL_PAGES.flatMap(payrunLines).length).toBeGreaterThan(50);
  expect(await refusalOf(['pay', 'june.csv', '--nope'])).toContain("'--nope'");
});

describe.each(MANUAL_PAGES)('%s', (page) => {
  it('has links to existing files and headings', () => {
    expect(brokenLinks(page)).toEqual([]);
  });

  it('shows command lines that Payrun accepts', async () => {
    const refusals = await Promise.all(payrunLines(page).map(refusalOf));
    expect(refusals.filter((refusal) => refusal !== null)).toEqual([]);
  });

  it('shows valid JSON', () => {
    for (const { language, text } of samplesOf(page)) if (language === 'json') JSON.parse(text);
  });
});

it.each(['CONTRIBUTING.md', 'SECURITY.md', 'docs/architecture.md', 'test/GUARANTEES.md'])(
  '%s names existing files',
  (page) => {
    const root = join(import.meta.dirname, '../..');
    const text = readFileSync(join(root, page), 'utf8');
    const named = [...text.matchAll(/`((?:src|test|jobs|docs)\/[\w./-]+)`/g)].map(([, path]) => path!);
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((path) => path !== 'docs/node_modules' && !existsSync(join(root, path)))).toEqual([]);
  },
);

describe('the job that the manual shows', () => {
  const cwd = testFolder();
  const { env } = testDatabase('embedded');

  it('runs as written', async () => {
    const [job] = samplesOf('docs/jobs.md').filter(({ language }) => language === 'ts');
    mkdirSync(join(cwd, 'own'));
    writeFileSync(join(cwd, 'own/count-days.ts'), job!.text);
    writeFileSync(join(cwd, 'payrun.config.json'), '{"jobsFolder": "own"}');
    const run = (input: string) => runPayrun(['run', 'count-days', '--input', input], { cwd, env });
    expect(await run('{"days": 2}')).toMatchObject({ code: 0, stdout: expect.stringContaining(' looks back to ') });
    expect(await run('{"days": 9}')).toMatchObject({ code: 2 });
  });
});
