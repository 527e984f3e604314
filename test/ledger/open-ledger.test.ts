import { createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMessageReader, message, WELCOME } from '../../src/ledger/embedded/wire-protocol.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { openLedger } from '../../src/ledger/open-ledger.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { createLog } from '../../src/platform/log.ts';
import { describeDatabases } from '../support/database.ts';

const KEY = Buffer.alloc(32, 7).toString('base64');
const log = createLog('silent');

describeDatabases('a ledger', (database) => {
  let one: Ledger;
  let two: Ledger;
  beforeAll(async () => {
    one = await database.open();
    two = await database.open();
    await one.db.query('create table payrun.account_of_tests (name text primary key, balance int8 not null)');
    await one.db.query(`insert into payrun.account_of_tests values ('a', 1000), ('b', 1000)`);
  });

  it('gives int8 as bigint, timestamptz as Date, bytea as Buffer, jsonb parsed', async () => {
    const { rows, rowCount } = await one.db.query(
      `select 9007199254740993::int8 as n, 'epoch'::timestamptz as t, '\\x00ff'::bytea as b, '{"a":[1]}'::jsonb as j`,
    );
    expect(rows).toEqual([{ n: 9007199254740993n, t: new Date(0), b: Buffer.from([0, 255]), j: { a: [1] } }]);
    expect(rowCount).toBe(1);
  });

  it('rolls a transaction back when its work throws', async () => {
    const work = one.tx(async (db) => {
      await db.query('update payrun.account_of_tests set balance = 0');
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    const { rows } = await two.db.query('select sum(balance)::text as sum from payrun.account_of_tests');
    expect(rows).toEqual([{ sum: '2000' }]);
  });

  it.skipIf(database.kind === 'embedded')('compiles no statement', async () => {
    const { rows } = await one.db.query('show jit');
    expect(rows).toEqual([{ jit: 'off' }]);
  });

  it.skipIf(database.kind === 'embedded')(
    'ends a transaction whose process was stopped, because others need its locks',
    async () => {
      const stopped = await database.open({ idleMs: 61_234 });
      const held = Promise.withResolvers<void>();
      const wake = Promise.withResolvers<void>();
      const work = stopped.tx(async (db) => {
        const { rows } = await db.query<{ ms: string }>(
          `select setting as ms from pg_settings where name = 'idle_in_transaction_session_timeout'`,
        );
        expect(rows).toEqual([{ ms: '61234' }]);
        await db.query(`update payrun.account_of_tests set balance = balance where name = 'a'`);
        // No one waits so long here; and the time is not over before the lock is held, however slow this machine is.
        await db.query('set local idle_in_transaction_session_timeout = 100');
        held.resolve();
        await wake.promise;
        await db.query(`update payrun.account_of_tests set balance = 0 where name = 'a'`);
      });
      await Promise.race([held.promise, work]);
      await one.db.query(`update payrun.account_of_tests set balance = balance where name = 'a'`);
      wake.resolve();
      await expect(work).rejects.toMatchObject({ code: 'database_unreachable' });
      const { rows } = await two.db.query('select sum(balance)::text as sum from payrun.account_of_tests');
      expect(rows).toEqual([{ sum: '2000' }]);
    },
  );

  it('never mixes the transactions of several connections', async () => {
    const transfer = (ledger: Ledger, minor: bigint) =>
      ledger.tx(async (db) => {
        await db.query('update payrun.account_of_tests set balance = balance - $1 where name = $2', [minor, 'a']);
        await systemClock.sleep(3);
        await db.query('update payrun.account_of_tests set balance = balance + $1 where name = $2', [minor, 'b']);
      });
    const sums: string[] = [];
    const look = async (ledger: Ledger) => {
      const { rows } = await ledger.db.query<{ sum: string }>(
        'select sum(balance)::text as sum from payrun.account_of_tests',
      );
      sums.push(rows[0]!.sum);
    };
    await Promise.all(
      Array.from({ length: 20 }, (_, i) => [transfer(i % 2 ? one : two, 1n), look(i % 2 ? two : one)]).flat(),
    );
    expect(new Set(sums)).toEqual(new Set(['2000']));
    const { rows } = await one.db.query(`select balance from payrun.account_of_tests where name = 'a'`);
    expect(rows).toEqual([{ balance: 980n }]);
  });

  it('gives every connection the result of its own statement, even beside failing statements', async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, async (_, i) => {
        const { db } = i % 2 ? one : two;
        if (i % 5 === 0) return db.query('select 1 / $1::int as n', [0]).catch((error: { code: string }) => error.code);
        return (await db.query<{ n: number }>('select $1::int as n', [i])).rows[0]!.n;
      }),
    );
    expect(answers).toEqual(Array.from({ length: 200 }, (_, i) => (i % 5 === 0 ? '22012' : i)));
  });

  it('refuses a query beside its own transaction, which would wait forever', async () => {
    await expect(one.tx(() => one.db.query('select 1'))).rejects.toMatchObject({ code: 'defect' });
    await expect(one.tx(() => one.tx(async () => 1))).rejects.toMatchObject({ code: 'defect' });
    expect((await one.db.query('select 1 as n')).rows).toEqual([{ n: 1 }]);
  });

  it('does not repeat a row in an error', async () => {
    const failed = one.db.query(`insert into payrun.merchant (id, environment, country, access_fp)
      values ('m1', 'nowhere', 'SECRET', '')`);
    const error: Error = await failed.then(
      () => new Error('it did not fail'),
      (reason) => reason,
    );
    expect(error.message).toContain('violates check constraint');
    expect(JSON.stringify(Object.values(error))).not.toContain('SECRET');
  });

  it('is not opened with another vault key', async () => {
    await expect(database.open({ vaultKey: KEY })).rejects.toMatchObject({ code: 'vault_key_wrong' });
  });

  it('has one identity, the same for every process', async () => {
    expect(one.identity).toMatch(/^[0-9A-Z]{16}$/);
    expect(two.identity).toBe(one.identity);
    const opened = await Promise.all([database.open(), database.open(), database.open()]);
    expect(new Set(opened.map(({ identity }) => identity))).toEqual(new Set([one.identity]));
  });

  it('opens for several at once, and closes twice', async () => {
    const ledgers = await Promise.all([database.open(), database.open(), database.open()]);
    await Promise.all(ledgers.flatMap((ledger) => [ledger.close(), ledger.close()]));
  });

  if (database.kind === 'postgres')
    it('survives lost connections', async () => {
      await one.db.query('select 1');
      const others = 'from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';
      await two.db.query(`select pg_terminate_backend(pid) ${others}`);
      while ((await two.db.query(`select 1 ${others}`)).rows.length > 0) await systemClock.sleep(5);
      // Their goodbye has come by then, but may stand behind that answer in what this process has to read.
      await systemClock.sleep(5);
      expect((await one.db.query('select 1 as n')).rows).toEqual([{ n: 1 }]);
    });
});

describe('a Postgres that cannot be used', () => {
  const open = (databaseUrl: string) =>
    openLedger({ databaseUrl, home: '/nowhere', vaultKey: KEY, log, clock: systemClock });
  const sockets: Socket[] = [];
  /** Answers every statement with the version 14.5. */
  const old = createServer((socket) => {
    sockets.push(socket);
    const reader = createMessageReader();
    const text = Buffer.from('140005');
    const size = (n: number) => Buffer.from([0, 0, 0, n]);
    const column = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 25, 255, 255, 255, 255, 255, 255, 0, 0]);
    const answer = Buffer.concat([
      message('T', Buffer.from([0, 1]), 'version', column),
      message('D', Buffer.from([0, 1]), size(text.length), text),
      message('C', 'SELECT 1'),
      message('Z', Buffer.from('I')),
    ]);
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      for (const { type } of reader.push(chunk)!)
        if (type === 'startup') socket.write(WELCOME);
        else if (type === 'Q') socket.write(answer);
    });
  });
  beforeAll(() => new Promise<void>((resolve) => old.listen(0, '127.0.0.1', resolve)));
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
    old.close();
  });
  const port = () => (old.address() as { port: number }).port;

  it.each([
    ['nothing listens', 'postgres://payer:geheim@127.0.0.1:1/db', 'nothing answers at its address'],
    ['its name is unknown', 'postgres://payer:geheim@no-such-host.invalid/db', /its host name/],
  ])('cannot be reached, without its URL or password in the error, if %s', async (_, url, detail) => {
    const error = await open(url).catch((reason) => reason);
    expect(error).toMatchObject({ code: 'database_unreachable', exitCode: 5 });
    expect(error.details.detail).toMatch(detail);
    expect(`${error.stack} ${JSON.stringify(error)} ${error.cause}`).not.toMatch(/geheim|payer|invalid/);
  });

  it('is too old below 15', async () => {
    await expect(open(`postgres://x@127.0.0.1:${port()}/db`)).rejects.toMatchObject({
      code: 'database_too_old',
      details: { found: 14 },
    });
  });

  it('needs a vault key', async () => {
    const opened = openLedger({
      databaseUrl: 'postgres://x@127.0.0.1:1/db',
      home: '/nowhere',
      log,
      clock: systemClock,
    });
    await expect(opened).rejects.toMatchObject({ code: 'vault_key_required' });
  });
});
