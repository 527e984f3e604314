import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { MerchantKeys } from '../../src/model.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { startSandbox } from '../../src/sandbox/start-sandbox.ts';
import { describeDatabases } from '../support/database.ts';
import { runHere } from '../support/run-here.ts';
import { documentOf, type Ended } from '../support/run-payrun.ts';
import { freePort } from '../support/servers/free-port.ts';
import { testFolder } from '../support/test-folder.ts';

const KEYS: MerchantKeys = { accessKey: 'AK-of-the-tests', secretKey: 'SK-of-the-tests-0123456789' };
const HEADER = 'paymentReference,amount,currency,type,firstName,lastName,email,street1,city,postalCode,country,iban';
const NEVER_SHOWN = /\bat .*:\d+:\d+|node:internal|SK-of|AK-of|DE89|@example/;

const STATE = join(testFolder(), 'service.json');

/** The one service, at this port: it can be away and come back, also at another address. */
async function sandboxAt(port: number, offsetMs = 0) {
  const clock = { ...systemClock, now: () => systemClock.now() + offsetMs };
  const fast = { settleMs: 50, pricingMs: 0, quota: 1000, windowMs: 1000 };
  return startSandbox({ port, merchantKeys: KEYS, stateFile: STATE, ...fast, clock });
}

interface Trouble {
  readonly name: string;
  readonly exit: number;
  readonly code: string;
  readonly says: string;
  /** Brings the trouble about at this port; the answer takes it away. */
  start(port: number): Promise<() => Promise<void>>;
}

const pageOfHtml = (status: number, page: string) => async (port: number) => {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(status, { 'content-type': 'text/html' }).end(page);
  });
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  return () => new Promise<void>((closed) => void server.close(() => closed()).closeAllConnections());
};

const TROUBLES: readonly Trouble[] = [
  {
    ...{ name: 'is down', exit: 5, code: 'service_unreachable', says: 'can’t reach' },
    start: async () => async () => {},
  },
  {
    ...{
      name: 'refuses the keys',
      exit: 2,
      code: 'service_keys_refused',
      says: 'rejected the keys of merchant default',
    },
    start: async (port) => (await startSandbox({ port, quota: 1000 })).close,
  },
  {
    ...{
      name: 'has another time',
      exit: 2,
      code: 'service_keys_refused',
      says: 'rejected the keys of merchant default',
    },
    start: async (port) => (await sandboxAt(port, 120_000)).close,
  },
  {
    ...{ name: 'answers 500', exit: 5, code: 'service_failed', says: 'HTTP 500' },
    start: async (port) => {
      const sandbox = await sandboxAt(port);
      const fault = { match: { path: '.*' }, times: 1000, do: 'status', status: 500, effect: 'before' };
      await fetch(`${sandbox.url}/_sandbox/faults`, { method: 'POST', body: JSON.stringify([fault]) });
      return sandbox.close;
    },
  },
  {
    ...{ name: 'is a page of HTML', exit: 5, code: 'service_not_json', says: 'not JSON (HTTP 200)' },
    start: pageOfHtml(200, '<html>Welcome</html>'),
  },
];

describeDatabases('when the payout service', (database) => {
  const cwd = testFolder();
  let run = 0;
  beforeAll(async () => void (await database.open()));

  it.each(TROUBLES)(
    '$name, pay says so, and resume pays everyone once after it recovered',
    async ({ exit, code, says, start }) => {
      const port = await freePort();
      const file = `trouble-${++run}.csv`;
      const rows = [1, 2, 3].map(
        (n) =>
          `T${run}-${n},${10 * run + n}.00,EUR,individual,Ada,Byron,ada${run}.${n}@example.com,Lindenstr. 1,Berlin,10969,DE,DE89370400440532013000`,
      );
      writeFileSync(join(cwd, file), [HEADER, ...rows].join('\n'));
      const env = {
        ...database.env,
        ...{
          PAYRUN_ENVIRONMENT: 'sandbox',
          PAYRUN_SERVICE_URL: `http://127.0.0.1:${port}`,
          PAYRUN_ACCESS_KEY: KEYS.accessKey,
          PAYRUN_SECRET_KEY: KEYS.secretKey,
        },
        ...{ PAYRUN_QUOTA_PER_MINUTE: '1000', PAYRUN_QUOTA_WINDOW_MS: '1000', PAYRUN_CALL_TIMEOUT_MS: '5000' },
      };

      const end = await start(port);
      let failed: Ended;
      try {
        failed = await runHere(['pay', file, '--yes', '--json'], { cwd, env });
      } finally {
        await end();
      }
      expect([failed.code, documentOf(failed).error?.code]).toEqual([exit, code]);
      expect(documentOf(failed).error?.message).toContain(says);
      expect(documentOf(failed).error?.next).toMatch(/payrun (resume|doctor)/);
      expect(failed.stdout + failed.stderr).not.toMatch(NEVER_SHOWN);

      const sandbox = await sandboxAt(port);
      try {
        const resumed = await runHere(['resume', '--json'], { cwd, env });
        expect([resumed.code, documentOf(resumed)]).toEqual([0, expect.objectContaining({ state: 'done', rows: 3 })]);
        expect(documentOf(resumed).counts).toMatchObject({ processed: 3, failed: 0, held: 0 });
        const answer = await fetch(`${sandbox.url}/_sandbox/ledger`);
        const books = (await answer.json()) as { payments: { timesPaid: number }[] };
        expect(books.payments.map(({ timesPaid }) => timesPaid)).toEqual(Array<number>(3 * run).fill(1));
        expect(await runHere(['resume'], { cwd, env })).toMatchObject({
          code: 0,
          stdout: expect.stringContaining('Nothing to resume'),
        });
      } finally {
        await sandbox.close();
      }
    },
  );

  it('is checked by the doctor, each problem is named, and the keys are not shown', async () => {
    for (const { name, exit, start } of TROUBLES) {
      const port = await freePort();
      const end = await start(port);
      const env = {
        ...database.env,
        ...{
          PAYRUN_ENVIRONMENT: 'sandbox',
          PAYRUN_SERVICE_URL: `http://127.0.0.1:${port}`,
          PAYRUN_ACCESS_KEY: KEYS.accessKey,
          PAYRUN_SECRET_KEY: KEYS.secretKey,
        },
      };
      const ended = await runHere(['doctor', '--json'], { cwd, env }).finally(end);
      const { ok, checks } = documentOf(ended) as unknown as { ok: boolean; checks: { check: string; ok: boolean }[] };
      expect([name, ended.code, ok]).toEqual([name, exit, false]);
      expect(checks.filter((check) => !check.ok).length).toBeGreaterThan(0);
      expect(ended.stdout + ended.stderr).not.toMatch(NEVER_SHOWN);
    }
  });
});

describe('when the database', () => {
  const cwd = testFolder();
  const vault = { PAYRUN_VAULT_KEY: Buffer.alloc(32, 7).toString('base64') };

  it('is down, every command says so and that nothing is lost', async () => {
    const env = { ...vault, DATABASE_URL: 'postgres://payrun:geheim@127.0.0.1:1/payrun' };
    writeFileSync(
      join(cwd, 'sheet.csv'),
      `${HEADER}\nA,1.00,EUR,individual,Ada,Byron,a@example.com,L 1,Berlin,10969,DE,DE89370400440532013000\n`,
    );
    for (const line of ['pay sheet.csv --yes', 'resume', 'runs', 'payments', 'report 1', 'migrate', 'merchants list']) {
      const [command = '', ...args] = line.split(' ');
      const ended = await runHere([command, ...args, '--json'], { cwd, env });
      expect([command, ended.code, documentOf(ended).error?.code]).toEqual([command, 5, 'database_unreachable']);
      const again = command === 'pay' ? '`payrun resume`' : `\`payrun ${command}`;
      expect(documentOf(ended).error?.next).toContain(`Nothing is lost. Once it is back, run ${again}`);
      expect(ended.stdout + ended.stderr).not.toContain('geheim');
    }
  });

  it('is a server without a vault key, it says how to make one', async () => {
    const ended = await runHere(['runs', '--json'], { cwd, env: { DATABASE_URL: 'postgres://127.0.0.1:1/payrun' } });
    expect([ended.code, documentOf(ended).error?.code]).toEqual([2, 'vault_key_required']);
  });
});

describeDatabases('a database', (database) => {
  const cwd = testFolder();

  it('is of a newer Payrun, it is not changed', async () => {
    const ledger = await database.open();
    await ledger.db.query(`insert into payrun.migration (version, name, hash) values (999999, 'from-the-future', '')`);
    const ended = await runHere(['runs', '--json'], { cwd, env: database.env });
    expect([ended.code, documentOf(ended).error]).toEqual([
      2,
      expect.objectContaining({ code: 'database_newer', message: expect.stringContaining('999999') }),
    ]);
  });
});
