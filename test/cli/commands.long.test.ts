import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/platform/clock.ts';
import { type RunningSandbox, startSandbox } from '../../src/sandbox/start-sandbox.ts';
import { describeDatabases } from '../support/database.ts';
import { impatientClock } from '../support/impatient-clock.ts';
import { runHere } from '../support/run-here.ts';
import { documentOf, LAUNCHER, runPayrun } from '../support/run-payrun.ts';
import { testFolder } from '../support/test-folder.ts';

const HEADER = 'paymentReference,amount,currency,type,firstName,lastName,email,street1,city,postalCode,country,iban';
const IBAN = 'DE89370400440532013000';
const BANNER = 'SANDBOX, NO MONEY MOVES';

const row = (reference: string, amount: string) =>
  `${reference},${amount},EUR,individual,Ada,Byron,${reference}@example.com,Lindenstr. 1,Berlin,10969,DE,${IBAN}`;

describeDatabases('the command line', (database) => {
  const cwd = testFolder();
  let sandbox: RunningSandbox;
  let env: Record<string, string>;

  beforeAll(async () => {
    await database.open();
    sandbox = await startSandbox({ settleMs: 50, pricingMs: 0, quota: 1000, windowMs: 1000 });
    env = {
      ...database.env,
      PAYRUN_SERVICE_URL: sandbox.url,
      PAYRUN_ENVIRONMENT: 'sandbox',
      PAYRUN_ACCESS_KEY: sandbox.merchant.accessKey,
      PAYRUN_SECRET_KEY: sandbox.merchant.secretKey,
      PAYRUN_QUOTA_PER_MINUTE: '100',
      PAYRUN_QUOTA_WINDOW_MS: '200',
    };
  });
  afterAll(() => sandbox.close());

  const sheet = (name: string, ...rows: string[]) => {
    writeFileSync(join(cwd, name), [HEADER, ...rows].join('\n'));
    return name;
  };
  const books = async () => {
    const answer = await fetch(`${sandbox.url}/_sandbox/ledger`);
    return (await answer.json()) as { payments: { amount: string; timesPaid: number }[] };
  };

  it('pay shows the plan and the estimate before it starts, then the outcome', async () => {
    const june = sheet('june.csv', row('J-1', '1000.50'), row('J-2', '240.00'));
    const ended = await runPayrun(['pay', june, '--yes'], { cwd, env });
    expect(ended.code).toBe(0);
    expect(ended.stderr).toMatch(
      /2 payments from 2 rows\.\n[\s\S]*1,240\.50 EUR[\s\S]*Estimated time: less than a minute \(\d+ API calls\)\./,
    );
    expect(ended.stderr.indexOf('Estimated time')).toBeLessThan(ended.stderr.indexOf('\nRecipients  '));
    expect(ended.stdout).toContain(BANNER);
    expect(ended.stdout).toMatch(/: Paid\. 2 rows: 2 paid\./);
    const results = /Results: (.*)/.exec(ended.stdout)![1]!;
    expect(statSync(results).size).toBeGreaterThan(1000);
    expect(ended.stdout + ended.stderr).not.toContain(IBAN);
  });

  it.each([
    ['one of several sheets is missing', ['gone.csv', '--yes'], 'gone.csv does not exist'],
    ['there is no terminal and no --yes', [], 'Add --yes to pay, or --dry-run'],
  ])('pay pays no one if %s', async (_, more, says) => {
    const before = await books();
    const ended = await runHere(['pay', sheet('c.csv', row('C-1', '5.00')), ...more], { cwd, env });
    expect(ended).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(says) });
    expect(await books()).toEqual(before);
  });

  it('a signal stops pay at once, and resume continues', async () => {
    await fetch(`${sandbox.url}/_sandbox/faults`, {
      method: 'POST',
      body: JSON.stringify([
        { match: { method: 'POST', path: '/v1/batches$' }, times: 1, do: 'hang', ms: 60_000, effect: 'after' },
      ]),
    });
    // It waits this long for the answer that hangs.
    const patience = { PAYRUN_CALL_TIMEOUT_MS: '2000' };
    const ended = await runPayrun(['pay', sheet('g.csv', row('G-1', '88.00')), '--yes', '--json'], {
      cwd,
      env: { ...env, ...patience },
      onStderr: (text, child) => void (text.includes('Recipients  ') && child.kill('SIGTERM')),
    });
    expect([ended.code, documentOf(ended).error]).toEqual([
      5,
      { code: 'stopped', message: 'Stopped on request (SIGTERM).', next: expect.stringContaining('payrun resume') },
    ]);
    const resumed = await runHere(['resume', '--json'], { cwd, env: { ...env, ...patience } });
    expect([resumed.code, documentOf(resumed).counts]).toEqual([0, expect.objectContaining({ processed: 1 })]);
    expect((await books()).payments.filter(({ amount }) => amount === '88.00')).toEqual([
      expect.objectContaining({ timesPaid: 1 }),
    ]);
  });
});

describe('without a database', () => {
  const cwd = testFolder();

  it('demo runs the whole job, whatever the environment contains, and leaves the results', async () => {
    const env = {
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
      PAYRUN_SERVICE_URL: 'http://127.0.0.1:1',
      PAYRUN_HOME: '/nowhere',
      PAYRUN_ENVIRONMENT: 'production',
    };
    // The sandbox of the demo settles later than those of the tests.
    Object.assign(systemClock, impatientClock(0.1));
    const ended = await runHere(['demo'], { cwd, env });
    Object.assign(systemClock, { pause: undefined });
    expect(ended.code).toBe(0);
    expect(ended.stdout.split('\n')[0]).toContain(BANNER);
    expect(ended.stdout.match(/^(?:Run|The sheet) .*\. \d+ rows?: .*/gm)).toEqual([
      expect.stringContaining('20 rows: 20 paid.'),
      expect.stringContaining('12 rows: 12 paid.'),
      expect.stringContaining('10 rows: 10 paid.'),
      expect.stringMatching(/\d+ invalid, \d+ paid\./),
      expect.stringContaining('20 rows: 20 already paid.'),
    ]);
    expect(ended.stdout).toMatch(/\n5 runs, \d+ rows, \d+ payments paid, in .*\./);
    expect(ended.stdout).toContain(join(cwd, 'payrun-demo'));
    expect(readdirSync(join(cwd, 'payrun-demo')).filter((file) => file.endsWith('.results.xlsx'))).toHaveLength(5);
  });

  it('sandbox prints its address as one line of JSON, and ends at Ctrl-C with exit code 130', async () => {
    let seen: Promise<Response> | undefined;
    const ended = await runPayrun(['sandbox', '--quota', '7', '--merchant-keys', 'AK_1:SK'], {
      cwd,
      onStdout: (text, child) => {
        seen = fetch(`${JSON.parse(text).url}/_sandbox/ledger`).finally(() => child.kill('SIGINT'));
      },
    });
    expect(ended.code).toBe(130);
    expect(JSON.parse(ended.stdout)).toMatchObject({ merchant: { accessKey: 'AK_1', secretKey: 'SK' }, parent: {} });
    expect((await seen)?.status).toBe(200);
  });

  it('a closed output pipe is no error', async () => {
    const script = 'set -o pipefail; "$0" --help | true';
    expect(await runPayrun(['-c', script, LAUNCHER], { cwd, command: 'bash' })).toMatchObject({ code: 0, stderr: '' });
  });
});
