import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/platform/clock.ts';
import { type RunningSandbox, startSandbox } from '../../src/sandbox/start-sandbox.ts';
import { describeDatabases } from '../support/database.ts';
import { impatientClock } from '../support/impatient-clock.ts';
import { runHere } from '../support/run-here.ts';
import { documentOf, runPayrun } from '../support/run-payrun.ts';
import { testFolder } from '../support/test-folder.ts';

const HEADER = 'paymentReference,amount,currency,type,firstName,lastName,email,street1,city,postalCode,country,iban';
const IBAN = 'DE89370400440532013000';
const BANNER = 'SANDBOX, NO MONEY MOVES';

const row = (reference: string, amount: string, iban = IBAN) =>
  `${reference},${amount},EUR,individual,Ada,Byron,${reference}@example.com,Lindenstr. 1,Berlin,10969,DE,${iban}`;

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
  const payrun = (...args: string[]) => runHere(args, { cwd, env });
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

  it('pay of the same sheet again pays no one and gives the reason', async () => {
    const before = await books();
    const ended = await payrun('pay', 'june.csv', '--yes', '--json');
    expect([ended.code, documentOf(ended).counts]).toEqual([
      0,
      expect.objectContaining({ already_paid: 2, held: 0, processed: 0 }),
    ]);
    expect(documentOf(ended).problems).toEqual([]);
    expect(ended.stderr).toMatch(/same sheet as june\.csv of run \d+/);
    expect(await books()).toEqual(before);
  });

  it('pay returns the documented JSON', async () => {
    const document = documentOf(
      await payrun('pay', sheet('july.csv', row('K-1', '12.00'), row('K-2', 'x')), '--yes', '--json'),
    );
    expect(document).toEqual({
      run: expect.stringMatching(/^\d+$/),
      state: 'done',
      rows: 2,
      counts: {
        ...{
          invalid: 1,
          held: 0,
          already_paid: 0,
          dismissed: 0,
          ready: 0,
          batched: 0,
          started: 0,
          processed: 1,
          failed: 0,
          returned: 0,
          canceled: 0,
        },
        unknown: 0,
        discrepancy: 0,
      },
      outcome: 'partly_paid',
      reasons: [{ state: 'invalid', reason: 'malformed amount', payments: 1 }],
      money: [
        expect.objectContaining({ state: 'processed', from: 'EUR', to: 'EUR', payments: 1, totalDebit: '12.00' }),
      ],
      totals: { EUR: { rows: 1, amount: '12.00' } },
      onHold: {},
      debits: [
        { state: 'processed', currency: 'EUR', payments: 1, totalDebit: '12.00', beforeFees: null, notQuoted: 0 },
        { state: 'invalid', currency: null, payments: 1, totalDebit: null, beforeFees: null, notQuoted: 0 },
      ],
      paid: 'PAYRUN,1,EUR,12.00',
      paidSides: { debited: { EUR: '12.00' }, arriving: {} },
      sameSheet: null,
      calls: expect.any(Number),
      problems: [expect.objectContaining({ row: 3, column: 'amount', severity: 'error' })],
      results: expect.stringMatching(/july\..*results\.xlsx$/),
      note: null,
      ledger: expect.stringMatching(/^(embedded, \/|PostgreSQL )/),
    });
  });

  it('pay of several sheets reports each one; the worst exit code counts', async () => {
    const files = [sheet('a.csv', row('A-1', '5.00')), sheet('b.csv', row('B-1', '6.00'), row('B-2', 'y'))];
    const ended = await payrun('pay', ...files, '--yes', '--json');
    expect([ended.code, documentOf(ended)]).toEqual([
      3,
      { runs: [expect.objectContaining({ rows: 1 }), expect.objectContaining({ rows: 2 })] },
    ]);
  });

  it('pay of several sheets pays none if one is missing', async () => {
    const before = await books();
    const ended = await payrun('pay', sheet('c.csv', row('C-1', '5.00')), 'gone.csv', '--yes', '--json');
    expect([ended.code, documentOf(ended).error?.code]).toEqual([2, 'file_missing']);
    expect(await books()).toEqual(before);
  });

  it('pay without a terminal and without --yes asks nothing and pays no one', async () => {
    const before = await books();
    const ended = await payrun('pay', sheet('d.csv', row('D-1', '5.00')));
    expect(ended).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('Add --yes to pay, or --dry-run'),
    });
    expect(await books()).toEqual(before);
  });

  it('pay --dry-run shows what would be paid, and the sheet can be paid afterwards', async () => {
    const file = sheet('e.csv', row('E-1', '77.00'));
    const looked = await payrun('pay', file, '--dry-run');
    expect(looked).toMatchObject({ code: 0, stderr: expect.stringMatching(/1 payment from 1 row\.[\s\S]*77\.00 EUR/) });
    expect(looked.stderr).toMatch(
      /\nBalance EUR: [\d,.]+ EUR available; [\d,.]+ EUR left after this run, before fees\.\n/,
    );
    expect((await books()).payments.filter(({ amount }) => amount === '77.00')).toEqual([]);
    const paid = await payrun('pay', file, '--yes', '--json');
    expect([paid.code, documentOf(paid).counts]).toEqual([0, expect.objectContaining({ processed: 1 })]);
  });

  it('pay --on-invalid stop pays nothing of a sheet with an invalid row', async () => {
    const before = await books();
    const ended = await payrun(
      'pay',
      sheet('f.csv', row('F-1', '5.00'), row('F-2', 'z')),
      '--yes',
      '--on-invalid',
      'stop',
      '--json',
    );
    expect([ended.code, documentOf(ended).counts]).toEqual([3, expect.objectContaining({ invalid: 1, processed: 0 })]);
    expect(await books()).toEqual(before);
  });

  it('a paid sheet is the last run of its job', async () => {
    const { stdout } = await payrun('jobs', '--json');
    const { lastRun } = JSON.parse(stdout).jobs.find((job: { name: string }) => job.name === 'pay-sheet');
    expect(lastRun).toMatchObject({
      maker: expect.any(String),
      ended: expect.any(String),
      exitCode: null,
      resultText: expect.stringMatching(/^run \d+$/),
      outcome: 'nothing_paid',
    });
    expect((await payrun('jobs')).stdout).toMatch(/pay-sheet.* run \d+: Nothing paid/);
  });

  it.each([
    { signal: 'SIGTERM', code: 5, reference: 'G-1', amount: '88.00' },
    { signal: 'SIGINT', code: 130, reference: 'G-2', amount: '89.00' },
  ] as const)(
    '$signal stops at once with exit code $code, and resume continues',
    async ({ signal, code, reference, amount }) => {
      await fetch(`${sandbox.url}/_sandbox/faults`, {
        method: 'POST',
        body: JSON.stringify([
          { match: { method: 'POST', path: '/v1/batches$' }, times: 1, do: 'hang', ms: 60_000, effect: 'after' },
        ]),
      });
      // So long it waits for the answer that hangs.
      const patience = { PAYRUN_CALL_TIMEOUT_MS: '2000' };
      const ended = await runPayrun(['pay', sheet('g.csv', row(reference, amount)), '--yes', '--json'], {
        cwd,
        env: { ...env, ...patience },
        onStderr: (text, child) => void (text.includes('Recipients  ') && child.kill(signal)),
      });
      expect([ended.code, documentOf(ended).error]).toEqual([
        code,
        { code: 'stopped', message: `Stopped on request (${signal}).`, next: expect.stringContaining('payrun resume') },
      ]);
      const resumed = await runHere(['resume', '--json'], { cwd, env: { ...env, ...patience } });
      expect([resumed.code, documentOf(resumed).counts]).toEqual([0, expect.objectContaining({ processed: 1 })]);
      expect((await books()).payments.filter((one) => one.amount === amount)).toEqual([
        expect.objectContaining({ timesPaid: 1 }),
      ]);
    },
  );

  it('runs and payments show what happened', async () => {
    const list = await payrun('runs');
    expect(list.stdout).toContain(BANNER);
    expect(list.stdout).toMatch(
      new RegExp(
        `\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC \\((?:just now|\\d+ \\w+ ago)\\) +june\\.csv +default +${userInfo().username} +2 +Paid +2 paid`,
      ),
    );
    const { runs } = documentOf(await payrun('runs', '--json')) as unknown as {
      runs: { run: string; sheet: string }[];
    };
    const { run } = runs.findLast(({ sheet }) => sheet === 'june.csv')!;

    expect((await payrun('runs', String(run))).stdout).toMatch(/paid +2 +1,240\.50 EUR/);
    const table = (await payrun('payments', '--run', String(run))).stdout;
    expect(table).toMatch(/^ +\d+ +2 +J-1 +Ada Byron +1,000\.50 EUR +Paid/m);
    expect(table).toMatch(/^ +\d+ +3 +J-2 +Ada Byron +240\.00 EUR +Paid/m);
    const { payments } = documentOf(await payrun('payments', '--reference', 'J-1', '--state', 'processed', '--json'));
    expect(payments).toEqual([expect.objectContaining({ reference: 'J-1', state: 'processed', amount: '1000.50' })]);
  });

  const NOWHERE: readonly [args: readonly string[], code: string][] = [
    [['runs', '999999'], 'run_unknown'],
    [['runs', 'abc'], 'run_unknown'],
    [['payments', '--run', '999999'], 'run_unknown'],
    [['payments', '--state', 'lost'], 'usage'],
    [['resume', '999999'], 'run_unknown'],
    [['report', '999999'], 'run_unknown'],
    [['report', 'nothing'], 'run_unknown'],
    [['report', 'months', '--from', 'monday'], 'usage'],
    [['pay', 'june.csv', '--yes', '--merchant', 'nobody'], 'merchant_unknown'],
  ];
  it.each(NOWHERE)('%j: reports that it does not exist', async (args, code) => {
    const ended = await runHere([...args, '--json'], { cwd, env });
    expect([ended.code, documentOf(ended).error?.code]).toEqual([2, code]);
  });

  it('report writes the results again, into the given folder', async () => {
    mkdirSync(join(cwd, 'reports'));
    const { runs } = documentOf(await payrun('runs', '--json')) as unknown as { runs: { run: string }[] };
    const ended = await payrun('report', String(runs.at(-1)!.run), '--to', 'reports', '--json');
    expect(ended.code).toBe(0);
    expect(readdirSync(join(cwd, 'reports'))).toContainEqual(expect.stringMatching(/results\.xlsx$/));
    expect(existsSync(String(documentOf(ended).results))).toBe(true);
  });

  it('report prints a report of the pages, and writes it', async () => {
    const table = (await payrun('report', 'currencies')).stdout;
    const [, from, to] = /^Paid by currency, (\d{4}-\d\d-\d\d) to (\d{4}-\d\d-\d\d), /m.exec(table)!;
    expect(table).toMatch(/^EUR +\d+ +[\d,.]+ EUR /m);
    const csv = (await payrun('report', 'currencies', '--csv')).stdout;
    const ended = await payrun('report', 'currencies', '--to', 'reports');
    expect(ended.code).toBe(0);
    const file = join(cwd, 'reports', `payrun-currencies-${from}-to-${to}.csv`);
    expect(ended.stdout).toContain(file);
    expect(readFileSync(file, 'utf8')).toBe(`\uFEFF${csv.replaceAll('\n', '\r\n')}`);
  });

  it.each([
    [['report', 'currencies', '--to', 'nowhere'], 'its folder does not exist.'],
    [['journal', '--to', 'nowhere'], 'its folder does not exist. Export 1 is marked; --again 1 writes it.'],
  ])('%j: says that the folder of its file does not exist', async (args, says) => {
    const ended = await runHere([...args, '--json'], { cwd, env });
    expect([ended.code, documentOf(ended).error]).toEqual([
      2,
      expect.objectContaining({ code: 'file_unwritable', message: expect.stringContaining(says) }),
    ]);
  });

  it('merchants: the secret key is never shown, and keys belong to one name', async () => {
    const secret = 'SK-secret-of-acme-0123';
    const words = (name: string, key: string) => ['merchants', 'add', name, '--access-key', key, '--json'];
    const add = (name: string, key: string) =>
      runHere([...words(name, key), '--secret-key-env', 'SECRET'], { cwd, env: { ...env, SECRET: secret } });
    const fromStdin = [...words('acme', 'AK-of-acme-000000'), '--secret-key-stdin'];
    const added = await runPayrun(fromStdin, { cwd, env, input: `${secret}\n` });
    expect([added.code, documentOf(added)]).toEqual([
      0,
      expect.objectContaining({ merchant: 'acme', kind: 'merchant', accessKey: '***0000', done: 'added' }),
    ]);
    expect(documentOf(await add('acme', 'AK-of-acme-000000'))).toMatchObject({ done: 'updated' });
    expect(documentOf(await add('acme', 'AK-of-others-000')).error?.code).toBe('merchant_exists');
    expect(documentOf(await add('acme2', 'AK-of-acme-000000')).error?.code).toBe('merchant_keys_taken');
    expect(documentOf(await add('../acme', 'AK-3')).error?.code).toBe('usage');
    const list = await payrun('merchants', 'list');
    expect(list.stdout).toMatch(/acme +Sandbox +United States +merchant +\*\*\*0000/);
    expect(list.stdout).toMatch(/default +Sandbox +United States +merchant +from the environment/);
    expect(added.stdout + added.stderr + list.stdout).not.toContain(secret);
    const other = await payrun('merchants', 'add', 'b', '--access-key', 'AK-b', '--secret-key-env', 'NO_SUCH');
    expect(other).toMatchObject({ code: 2, stderr: expect.stringContaining('NO_SUCH is not set') });
  });

  it('doctor finds no problems', async () => {
    const ended = await payrun('doctor', '--json');
    expect([ended.code, documentOf(ended).ok]).toEqual([0, true]);
    const { checks } = documentOf(ended) as unknown as { checks: { check: string }[] };
    expect(checks.map(({ check }) => check)).toEqual([
      ...[
        'node',
        'configuration',
        'time zone',
        'home',
        'this folder',
        'database',
        ...(database.kind === 'postgres' ? ['database role'] : []),
        'vault key',
        'rules',
        'queue',
      ],
      ...['jobs', 'schedule', 'service', 'clock', 'keys'],
    ]);
    expect(ended.stdout).not.toContain(sandbox.merchant.secretKey);
    const local = documentOf(await payrun('doctor', '--local', '--json')) as unknown as { checks: { check: string }[] };
    expect(local.checks.map(({ check }) => check)).not.toContain('service');
  });

  it('the job anchor-audit writes the ends of the audit into a file, and verify compares it', async () => {
    expect(await payrun('verify', '--anchor', 'anchors.jsonl')).toMatchObject({ code: 2 });
    const written = await payrun(
      'run',
      'anchor-audit',
      '--input',
      JSON.stringify({ file: join(cwd, 'anchors.jsonl') }),
    );
    expect(written.stdout).toMatch(/ends of the audit are in anchor 1 of .*anchors\.jsonl\. Its hash: [0-9a-f]{64}/);
    expect(statSync(join(cwd, 'anchors.jsonl')).mode & 0o777).toBe(0o600);
    const held = await payrun('verify', '--anchor', 'anchors.jsonl');
    expect(held.stdout).toMatch(/All \d+ checks passed\./);
    writeFileSync(join(cwd, 'nothing.txt'), 'nothing');
    expect(await payrun('verify', '--anchor', 'nothing.txt')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('contains no audit anchor'),
    });
    writeFileSync(join(cwd, 'other.txt'), `audit run-1 1 ${'0'.repeat(64)}`);
    const other = await payrun('verify', '--anchor', 'other.txt');
    expect(other).toMatchObject({
      code: 4,
      stdout: expect.stringContaining('the audit was rewritten after it was anchored'),
    });
  });

  it('migrate reports the version of the database', async () => {
    expect(documentOf(await payrun('migrate', '--json'))).toMatchObject({
      database: database.kind,
      schema: expect.any(Number),
    });
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

  it('a configuration error is one sentence', async () => {
    const ended = await runHere(['runs', '--json'], {
      cwd,
      env: { PAYRUN_QUOTA_PER_MINUTE: 'many', PAYRUN_ENVIRONMENT: 'test' },
    });
    expect([ended.code, documentOf(ended).error?.code]).toEqual([2, 'config_invalid']);
    expect(documentOf(ended).error?.message).toMatch(
      /PAYRUN_QUOTA_PER_MINUTE.*PAYRUN_ENVIRONMENT|PAYRUN_ENVIRONMENT.*PAYRUN_QUOTA_PER_MINUTE/,
    );
    expect((await runHere(['doctor'], { cwd, env: { PAYRUN_ENVIRONMENT: 'test' } })).code).toBe(2);
  });

  it.each([
    ['SIGTERM', 0],
    ['SIGINT', 130],
  ] as const)(
    'sandbox prints its address as one line of JSON, and ends at %s with exit code %d',
    async (signal, code) => {
      let seen: Promise<Response> | undefined;
      const ended = await runPayrun(['sandbox', '--quota', '7', '--merchant-keys', 'AK_1:SK'], {
        cwd,
        onStdout: (text, child) => {
          seen = fetch(`${JSON.parse(text).url}/_sandbox/ledger`).finally(() => child.kill(signal));
        },
      });
      expect(ended.code).toBe(code);
      expect(JSON.parse(ended.stdout)).toMatchObject({ merchant: { accessKey: 'AK_1', secretKey: 'SK' }, parent: {} });
      expect((await seen)?.status).toBe(200);
    },
  );

  it.each([
    ['--port', '70000'],
    ['--quota', '0'],
    ['--settle-ms', 'soon'],
    ['--merchant-keys', 'no colon'],
    ['--merchant-keys', 'A K:SK'],
  ])('sandbox %s %s is refused', async (option, value) => {
    const ended = await runHere(['sandbox', option, value, '--json'], { cwd });
    expect([ended.code, documentOf(ended).error?.message]).toEqual([2, expect.stringContaining(option)]);
  });

  it('a closed output pipe is no error', async () => {
    const script = 'set -o pipefail; "$0" --help | true';
    const { LAUNCHER } = await import('../support/run-payrun.ts');
    expect(await runPayrun(['-c', script, LAUNCHER], { cwd, command: 'bash' })).toMatchObject({ code: 0, stderr: '' });
  });

  it('the version is that of the package', async () => {
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    expect((await runPayrun(['--version'], { cwd })).stdout).toBe(`${version}\n`);
  });
});
