import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { findJob, findJobs } from '../../../src/engine/jobs/find-jobs.ts';
import { testFolder } from '../../support/test-folder.ts';

const folder = testFolder();
const url = pathToFileURL(`${folder}/`);
/** Says that it is a schema. */
const job = (more = '') =>
  `export default { summary: 'does it', input: { safeParse: (data) => ({ success: true, data }) }, run: async () => [], ${more} };`;
const GOOD = job();

/** A file of the folder, and why it does not load; null where it does. */
const FILES: readonly [file: string, source: string, fault: RegExp | null][] = [
  ['pay-bills.ts', GOOD, null],
  [
    'typed.ts',
    `const job: { summary: string } & Record<string, unknown> = ${GOOD.slice(15)}\nexport default job;`,
    null,
  ],
  ['plain.js', GOOD, null],
  ['by-night.js', job(`triggers: [{ cron: '30 2 * * 1-5', timeZone: 'Europe/Berlin', catchUp: true }]`), null],
  ['from-inbox.js', job(`triggers: [{ folder: 'inbox' }, { cron: '@daily' }]`), null],
  ['throws.js', `throw new Error('no such table');`, /^no such table$/],
  ['throws-text.js', `throw 'no such table';`, /^no such table$/],
  ['no-syntax.js', '\nexport default {', /./],
  ['misses-import.js', `import './not-there.js';\n${GOOD}`, /not-there/],
  ['nothing.js', 'export const job = 1;', /^it has no default export: write `export default defineJob/],
  ['no-run.js', `export default { summary: 'x', input: {} };`, /^run is missing: a function/],
  ['no-input.js', `export default { summary: 'x', run() {} };`, /^input is no zod schema: .*z\.strictObject/],
  ['bad-zod.js', `export default { summary: 'x', input: { file: 'text' }, run() {} };`, /^input is no zod schema/],
  ['zod-throws.js', `import { z } from 'zod';\nz.string().min('3').nonsense();\n${GOOD}`, /nonsense/],
  ['no-summary.js', 'export default { input: {}, run() {} };', /^summary is missing: one line/],
  ['no-list.js', job(`triggers: { cron: '@daily' }`), /^triggers is not a list/],
  [
    'bad-cron.js',
    job(`triggers: [{ cron: '@daily' }, { cron: '0 25 * * *' }]`),
    /^triggers\[1\]\.cron: "0 25 .* does not/,
  ],
  [
    'bad-zone.js',
    job(`triggers: [{ cron: '@daily', timeZone: 'Mars' }]`),
    /^triggers\[0\]\.timeZone: there is no time zone "Mars"/,
  ],
  ['no-trigger.js', job(`triggers: ['0 2 * * *']`), /^triggers\[0\]: .*object/],
  ['bad-folder.js', job(`triggers: [{ folder: '/tmp' }]`), /^triggers\[0\]\.folder: /],
  [
    'input-not-its-own.js',
    `import { z } from 'zod';\nexport default { summary: 'x', input: z.strictObject({ days: z.number() }), run() {}, triggers: [{ cron: '@daily', input: { days: 'ten' } }] };`,
    /^triggers\[0\]\.input does not fit the job: days: .*number/,
  ],
];
const ABSENT = ['notes.md', 'types.d.ts', 'data.json'];

beforeAll(() => {
  // In a process of its own Payrun's packages are found without: jobs.long.test.ts.
  symlinkSync(join(import.meta.dirname, '../../../node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
  for (const [file, source] of FILES) writeFileSync(join(folder, file), source);
  for (const file of ABSENT) writeFileSync(join(folder, file), '');
  mkdirSync(join(folder, 'more'));
  writeFileSync(join(folder, 'more', 'hidden.js'), GOOD);
});

describe('a folder of jobs', () => {
  it('has every job under the name of its file, in order, and nothing else', async () => {
    expect((await findJobs(undefined, url)).map(({ name }) => name)).toEqual(
      FILES.map(([file]) => file.replace(/\.\w+$/, '')).sort(),
    );
  });
  it.each(FILES)(
    'with %s: a job that does not load is listed with its reason, and the others run',
    async (file, _, fault) => {
      const name = file.replace(/\.\w+$/, '');
      const found = (await findJobs(undefined, url)).find((one) => one.name === name)!;
      if (fault === null) {
        expect(found).toMatchObject({ fault: null, job: { summary: 'does it' } });
        expect(await found.job!.run({} as never, {}, {} as never)).toEqual([]);
        expect(await findJob(name, undefined, url)).toBe(found.job);
      } else {
        expect(found).toEqual({ name, job: null, fault: expect.stringMatching(fault), file: join(folder, file) });
        const broken = {
          code: 'job_broken',
          details: { job: name },
          next: expect.stringContaining(join(folder, file)),
        };
        await expect(findJob(name, undefined, url)).rejects.toMatchObject(broken);
      }
    },
  );
  it.each(['unknown', 'notes', 'package', '../pay-bills', 'more/hidden', ''])('has no job "%s"', async (name) => {
    await expect(findJob(name, undefined, url)).rejects.toMatchObject({ code: 'job_unknown', details: { job: name } });
  });
});

it('all jobs of this project load', async () => {
  const jobs = await findJobs();
  expect(jobs.map(({ name }) => name)).toContain('pay-sheet');
  expect(jobs.filter(({ fault }) => fault !== null)).toEqual([]);
});
