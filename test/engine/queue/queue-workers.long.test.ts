import { existsSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import type { AppContext } from '../../../src/engine/context/app-context.ts';
import { RUN_LEASE_MS } from '../../../src/engine/leases/run-lease.ts';
import { enqueue, queueDueRuns } from '../../../src/engine/queue/enqueue.ts';
import { openQueue, QUEUE, TAKEOVER_SECONDS } from '../../../src/engine/queue/open-queue.ts';
import type { TaskResult } from '../../../src/engine/queue/process-task.ts';
import { queueState } from '../../../src/engine/queue/queue-state.ts';
import { startWorkers, type WorkerOptions } from '../../../src/engine/queue/start-workers.ts';
import { createSheetRun } from '../../../src/engine/runs/create-sheet-run.ts';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import { claimRun, getRun } from '../../../src/ledger/runs/run.ts';
import { describeDatabases } from '../../support/database.ts';
import { addSubMerchants, withMerchants } from '../../support/merchants.ts';
import { people, sheetOf, testPayroll } from '../../support/payroll.ts';
import { person } from '../../support/person.ts';

describeDatabases('workers', (database) => {
  const payroll = testPayroll(database, { settleMs: 3_600_000 });
  let ledger: Ledger;
  let place: AppContext;
  beforeAll(async () => {
    place = await payroll.appContext();
    ledger = place.ledger;
    await addSubMerchants(payroll, database, ['acme', 'beta']);
  });

  const newRun = async (
    name: string,
    count: number,
    more: { merchants?: readonly string[]; confirmed?: boolean } = {},
  ) => {
    const sheet = sheetOf(people(count, (n) => ({ reference: `${name}-${n}`, email: `${name}${n}@example.com` })));
    const file = payroll.sheet(`${name}.csv`, more.merchants ? withMerchants(sheet, more.merchants) : sheet);
    const { confirmed = true, merchants } = more;
    const merchant = merchants ? undefined : 'acme';
    return String(await createSheetRun(place, { file, merchant, maker: person('mia'), dryRun: false, confirmed }));
  };
  const withWorkers = async <T>(
    work: (reported: TaskResult[]) => Promise<T>,
    options: WorkerOptions = {},
    on = place,
  ) => {
    const received: TaskResult[] = [];
    const workers = await startWorkers(on, { report: (carried) => received.push(carried), pollMs: 100, ...options });
    try {
      return await work(received);
    } finally {
      await workers.close();
    }
  };
  const hasEnded = async (run: string) => (await getRun(ledger.db, run)).finished_at !== null;
  const until = (test: () => Promise<unknown> | unknown, is: unknown = true) =>
    expect.poll(test, { interval: 50 }).toEqual(is);
  /** Payments become final when someone waits for the end of a run, and not before. */
  const isDone = (...runs: readonly string[]) =>
    until(
      async () => {
        await payroll.control('settle', {});
        return Promise.all(runs.map(hasEnded));
      },
      runs.map(() => true),
    );
  const timesPaid = async (name: string) =>
    (await payroll.ledger()).payments
      .filter(({ recipientEmail }) => recipientEmail.startsWith(name))
      .map((payment) => payment.timesPaid);

  it('take runs to their end without waiting for payments, with one line for each progress', async () => {
    const [first, second] = [await newRun('first', 2), await newRun('second', 1)];
    for (const run of [first, second]) await enqueue(place, { kind: 'run', run });
    await withWorkers(async (reported) => {
      await until(() => reported.length, 2);
      await isDone(first, second);
      await until(() => reported.length, 4);
      const runs = reported.flatMap((one) => ('run' in one ? [one] : []));
      expect(runs.map(({ run, merchant, state, error }) => [run, merchant, state, error])).toEqual(
        expect.arrayContaining([
          [first, 'acme', 'on_the_way', null],
          [second, 'acme', 'on_the_way', null],
          [first, 'acme', 'done', null],
          [second, 'acme', 'done', null],
        ]),
      );
      // The second of the merchant was begun with when the first was on its way.
      expect(runs.findIndex(({ run }) => run === first)).toBeLessThan(runs.findIndex(({ run }) => run === second));
      expect(existsSync(runs.find(({ run, state }) => run === first && state === 'done')!.results!)).toBe(true);
    });
    expect([...(await timesPaid('first')), ...(await timesPaid('second'))]).toEqual([1, 1, 1]);
    expect(await queueState(place)).toMatchObject({ depth: 0, active: 0, failed: 0, oldestWaiting: null });
  });

  it('G3: take a run over within 30 s of the last sign of life of its worker', async () => {
    expect(TAKEOVER_SECONDS).toBeLessThanOrEqual(30);
    const run = await newRun('orphaned', 1);
    await enqueue(place, { kind: 'run', run });
    // A worker of another machine got the task, and gave its last sign of life when both locks were about to end.
    const queue = await openQueue(place);
    await queueDueRuns(place);
    const [task] = await queue.fetch<{ run: string }>(QUEUE);
    expect(task!.data.run).toBe(run);
    const fence = (await claimRun(ledger.db, BigInt(run), 'other-host:1:1', RUN_LEASE_MS, null))!;
    const ago = (column: string) => `${column} = ${column} - interval '${RUN_LEASE_MS - 500} milliseconds'`;
    await ledger.db.query(`update payrun_queue.job set ${ago('heartbeat_on')} where id = $1`, [task!.id]);
    await ledger.db.query(`update payrun.run set ${ago('lease_until')} where id = $1`, [run]);
    await withWorkers(() => isDone(run), { lookSeconds: 1 });
    expect((await getRun(ledger.db, run)).fence).toBeGreaterThan(fence);
    expect(await timesPaid('orphaned')).toEqual([1]);
    // What the first worker still reports does not count.
    await queue.fail(QUEUE, task!.id);
    expect(await queueState(place)).toMatchObject({ depth: 0, active: 0, failed: 0 });
  });

  it('show a task that crashed worker after worker: it blocks only its merchant, until a user continues it', async () => {
    const queue = await openQueue(place);
    const [held, next, other] = [
      await newRun('poison', 1),
      await newRun('behind', 1),
      await newRun('free', 1, { merchants: ['beta'] }),
    ];
    await queue.send(QUEUE, { kind: 'run', run: held }, { singletonKey: 'merchant:acme', retryLimit: 0 });
    await queue.fail(QUEUE, (await queue.fetch(QUEUE))[0]!.id);
    for (const run of [next, other]) await enqueue(place, { kind: 'run', run });
    await withWorkers(() => isDone(other));
    expect(await queueState(place)).toMatchObject({
      failed: 1,
      depth: 1,
      keys: [{ kind: 'merchant', name: 'acme', failed: 1, waiting: 1, oldest: expect.any(Date) }],
    });
    expect([await hasEnded(held), await hasEnded(next)]).toEqual([false, false]);

    await payroll.resume(held, { PAYRUN_SETTLE_WAIT_MS: '0' });
    await withWorkers(() => isDone(held, next));
    expect(await queueState(place)).toMatchObject({ failed: 0, depth: 0 });
  });

  it('G1: stop with a sentence when a newer version of Payrun has migrated the database', async () => {
    const workers = await startWorkers(place, { pollMs: 100 });
    try {
      await ledger.db.query(`insert into payrun.migration (version, name, hash) values (9999, 'of-tomorrow', '')`);
      await expect(workers.failed).rejects.toMatchObject({
        code: 'database_newer',
        exitCode: 2,
        message: expect.stringContaining('schema version 9999'),
      });
    } finally {
      await workers.close();
      await ledger.db.query('delete from payrun.migration where version = 9999');
    }
  });
});
