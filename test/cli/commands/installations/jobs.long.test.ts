import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../support/database.ts';
import { runPayrun } from '../../../support/run-payrun.ts';
import { testFolder } from '../../../support/test-folder.ts';

/** A team's own folder has no package of its own: it imports from Payrun, and what Payrun has. */
const OWN_JOB = `import { z } from 'zod';
import { defineJob, EXIT, PayrunError } from 'payrun';
import { system } from './shared/system.js';

export default defineJob({
  summary: \`asks \${system}\`,
  input: z.strictObject({ days: z.number().default(3) }),
  triggers: [{ cron: '30 2 * * 1-5', timeZone: 'Europe/Berlin', catchUp: true }],
  run: async (_workplace, { days }) => {
    if (days > 5) throw new PayrunError('usage', { detail: 'That is too long ago.' });
    return [{ document: { days }, lines: [\`Asked for \${days} days.\`], exitCode: EXIT.done }];
  },
});
`;

describe("a team's own jobs", () => {
  const cwd = testFolder();
  const { env } = testDatabase('embedded');
  const run = (...args: string[]) => runPayrun(args, { cwd, env: { ...env, PAYRUN_LOG_LEVEL: 'silent' } });

  beforeAll(() => {
    mkdirSync(join(cwd, 'own', 'shared'), { recursive: true });
    const file = (name: string, content: string) => writeFileSync(join(cwd, 'own', name), content);
    file('shared/system.js', `export const system = 'the payroll system';`);
    file('ask-payroll.ts', OWN_JOB);
    file('no-syntax.ts', 'import { z } from "zod";\n\nexport default {\n  summary: "x"\n  input\n');
    file('misses-package.ts', `import 'left-pad-of-nobody';`);
    file('pay-sheet.ts', OWN_JOB);
    const schedule = [
      { job: 'settle-open', cron: '*/10 * * * *' },
      { job: 'nobody', cron: '@daily' },
      { job: 'ask-payroll', cron: '@daily', input: { days: 'ten' } },
    ];
    writeFileSync(join(cwd, 'payrun.config.json'), JSON.stringify({ jobsFolder: 'own', schedule }));
  });

  it('are listed and run beside those of Payrun, and one that does not load names itself', async () => {
    // An error of its own is one that the command line knows.
    expect(await run('run', 'ask-payroll', '--input', '{"days": 9}', '--as', 'mia')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('That is too long ago.'),
    });

    const listed = await run('jobs', '--json');
    expect(listed.code).toBe(2);
    const { jobs, faults } = JSON.parse(listed.stdout);
    const found = (name: string) => jobs.filter((job: { name: string }) => job.name === name);
    expect(found('ask-payroll')).toEqual([
      {
        name: 'ask-payroll',
        summary: 'asks the payroll system',
        fault: null,
        file: join(cwd, 'own', 'ask-payroll.ts'),
        inbox: false,
        triggers: [
          {
            cron: '30 2 * * 1-5',
            timeZone: 'Europe/Berlin',
            catchUp: true,
            input: {},
            next: expect.stringMatching(/T0[01]:30:00\.000Z$/),
            nextThere: expect.stringMatching(/ 02:30$/),
            lastDue: null,
            lastState: null,
          },
        ],
        lastRun: {
          maker: 'mia',
          began: expect.any(String),
          ended: expect.any(String),
          exitCode: 2,
          resultText: 'That is too long ago.',
          next: { cli: expect.stringContaining('payrun'), page: expect.not.stringContaining('payrun') },
          outcome: null,
        },
      },
    ]);
    expect(found('no-syntax')[0]).toMatchObject({ summary: null, fault: expect.stringMatching(/ \(line 5\)$/) });
    expect(found('misses-package')[0].fault).toContain('left-pad-of-nobody');
    expect(found('pay-sheet').map(({ fault }: { fault: string }) => fault)).toEqual([
      null,
      'Payrun already has a job with this name, so rename the file',
    ]);
    expect(found('settle-open')[0].triggers).toHaveLength(1);
    expect((await run('jobs', 'schedule')).stdout).toMatch(
      /ask-payroll +30 2 \* \* 1-5 +Europe\/Berlin +\d{4}-\d\d-\d\d \d\d:\d\d UTC \(in /,
    );
    expect(faults).toEqual([
      expect.stringMatching(/^Job misses-package: .*left-pad-of-nobody.* Correct .*misses-package\.ts\.$/),
      expect.stringMatching(/^Job no-syntax: /),
      expect.stringMatching(/^Job pay-sheet: Payrun already has a job with this name/),
      'schedule[1] in payrun.config.json: there is no job called nobody. It does not start automatically.',
      expect.stringMatching(/^schedule\[2\] in payrun\.config\.json: job ask-payroll can’t use this input: days: /),
    ]);
  });
});
