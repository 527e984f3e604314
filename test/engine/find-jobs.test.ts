import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findJob, findJobs } from '../../src/engine/find-jobs.ts';

const folder = mkdtempSync(join(tmpdir(), 'payrun-jobs-'));
const url = pathToFileURL(`${folder}/`);
const GOOD = `export default { summary: 'does it', input: {}, run: async () => [] };`;

/** A file of the folder, and why it does not load; null where it does. */
const FILES: readonly [file: string, source: string, fault: RegExp | null][] = [
  ['pay-bills.ts', GOOD, null],
  [
    'typed.ts',
    `const job: { summary: string } & Record<string, unknown> = ${GOOD.slice(15)}\nexport default job;`,
    null,
  ],
  ['plain.js', GOOD, null],
  ['throws.js', `throw new Error('no such table');`, /^no such table$/],
  ['no-syntax.js', 'export default {', /./],
  ['misses-import.js', `import './not-there.js';\n${GOOD}`, /not-there/],
  ['nothing.js', 'export const job = 1;', /^its default export is no job$/],
  ['no-run.js', `export default { summary: 'x', input: {} };`, /^its default export is no job$/],
  ['no-input.js', `export default { summary: 'x', run() {} };`, /^its default export is no job$/],
  ['no-summary.js', 'export default { input: {}, run() {} };', /^its default export is no job$/],
];
const ABSENT = ['notes.md', 'types.d.ts', 'data.json'];

describe('a folder of jobs', () => {
  beforeAll(() => {
    writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
    for (const [file, source] of FILES) writeFileSync(join(folder, file), source);
    for (const file of ABSENT) writeFileSync(join(folder, file), '');
    mkdirSync(join(folder, 'more'));
    writeFileSync(join(folder, 'more', 'hidden.js'), GOOD);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('has every job under the name of its file, in order, and nothing else', async () => {
    expect((await findJobs(url)).map(({ name }) => name)).toEqual(
      FILES.map(([file]) => file.replace(/\.\w+$/, '')).sort(),
    );
  });
  it.each(FILES)('with %s: one that does not load names itself, and the others run', async (file, _, fault) => {
    const name = file.replace(/\.\w+$/, '');
    const found = (await findJobs(url)).find((job) => job.name === name)!;
    if (fault === null) {
      expect(found).toMatchObject({ fault: null, job: { summary: 'does it' } });
      expect(await found.job!.run({} as never, {}, {} as never)).toEqual([]);
      expect(await findJob(name, url)).toBe(found.job);
    } else {
      expect(found).toEqual({ name, job: null, fault: expect.stringMatching(fault) });
      await expect(findJob(name, url)).rejects.toMatchObject({ code: 'job_broken', details: { job: name } });
    }
  });
  it.each(['unknown', 'notes', 'package', '../pay-bills', 'more/hidden', ''])('has no job "%s"', async (name) => {
    await expect(findJob(name, url)).rejects.toMatchObject({ code: 'job_unknown', details: { job: name } });
  });
});

it('the jobs of this project all load', async () => {
  const jobs = await findJobs();
  expect(jobs.map(({ name }) => name)).toContain('pay-sheet');
  expect(jobs.filter(({ fault }) => fault !== null)).toEqual([]);
});
