import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import type { AppContext } from '../../../src/engine/context/app-context.ts';
import { RUN_LEASE_MS } from '../../../src/engine/leases/run-lease.ts';
import { enqueue, queueDueRuns } from '../../../src/engine/queue/enqueue.ts';
import { openQueue, QUEUE, TAKEOVER_SECONDS } from '../../../src/engine/queue/open-queue.ts';
import type { ProcessedRun } from '../../../src/engine/queue/process-run-task.ts';
import type { TaskResult } from '../../../src/engine/queue/process-task.ts';
import { queueState } from '../../../src/engine/queue/queue-state.ts';
import { startWorkers, type WorkerOptions } from '../../../src/engine/queue/start-workers.ts';
import { createSheetRun } from '../../../src/engine/runs/create-sheet-run.ts';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import { claimRun, getRun, releaseLease } from '../../../src/ledger/runs/run.ts';
import { postponeLook } from '../../../src/ledger/runs/run-looks.ts';
import { verifyLedger } from '../../../src/reports/verify.ts';
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

  it('ingest a sheet of several merchants, execute each run on its own, and write its results once', async () => {
    const run = await newRun('several', 4, { merchants: ['acme', 'beta', 'beta', 'acme'] });
    await enqueue(place, { kind: 'run', run });
    expect((await queueState(place)).keys.map(({ key, waiting }) => [key, waiting])).toEqual([[`sheet:${run}`, 1]]);
    await withWorkers(async (reported) => {
      const runs = () =>
        ledger.db.query<{ ended: boolean; reported: boolean }>(
          'select finished_at is not null as ended, reported_at is not null as reported from payrun.run where id = $1 or lead_run = $1 order by id',
          [run],
        );
      const done = { ended: true, reported: true };
      await until(async () => {
        await payroll.control('settle', {});
        return (await runs()).rows;
      }, [done, done]);
      // The ledger has it before it is told.
      await until(async () => {
        const written = reported.flatMap((one) =>
          'run' in one && one.state === 'done' && one.results ? one.results : [],
        );
        const last = written.at(-1)?.replace(/xlsx$/, 'csv');
        return last === undefined ? 0 : readFileSync(last, 'utf8').match(/,processed,/g)?.length;
      }, 4);
    });
    expect(await timesPaid('several')).toEqual([1, 1, 1, 1]);
    expect(readdirSync(payroll.folder).filter((file) => file.startsWith('several.run-'))).toHaveLength(2);
  });

  it('look at processing payments a pause after the start, however long the results take to write', async () => {
    const run = await newRun('counted', 1);
    // Nothing looks at it again before it is seen here.
    const patient = await payroll.appContext({ PAYRUN_SETTLE_POLL_MS: '60000' });
    await enqueue(place, { kind: 'run', run });
    const inTheMiddle = async (reported: TaskResult[]) => {
      await until(() => reported.length > 0);
      const [{ again, results }] = reported as [ProcessedRun];
      expect(results).not.toBeNull();
      expect(again).toBe(10 * patient.config.settlePollMs);
      // Counted from before the results were written.
      const { rows } = await ledger.db.query<{ at: Date }>('select look_at as at from payrun.run where id = $1', [run]);
      expect(rows[0]!.at.getTime()).toBeLessThan(statSync(results!).mtimeMs + again!);
    };
    await withWorkers(inTheMiddle, {}, patient);
    await enqueue(place, { kind: 'run', run });
    await withWorkers(() => isDone(run));
  });

  it('find a confirmed run without a task, and leave an unconfirmed one alone', async () => {
    const lost = await newRun('lost', 1);
    const unconfirmed = await newRun('asked', 1, { confirmed: false });
    await enqueue(place, { kind: 'run', run: unconfirmed });
    await withWorkers(async () => {
      await isDone(lost);
      await until(async () => (await queueState(place)).depth, 0);
    });
    expect(await timesPaid('lost')).toEqual([1]);
    expect((await getRun(ledger.db, unconfirmed)).intake_at).toBeNull();
    expect(await timesPaid('asked')).toEqual([]);
  });

  it('leave a run to the process that has it, and continue it afterwards', async () => {
    const run = await newRun('held', 1);
    const fence = (await claimRun(ledger.db, BigInt(run), 'other-host:1:1', 600_000, null))!;
    await enqueue(place, { kind: 'run', run });
    await withWorkers(async () => {
      const other = await newRun('beside', 1, { merchants: ['beta'] });
      await enqueue(place, { kind: 'run', run: other });
      await isDone(other);
      expect((await getRun(ledger.db, run)).fence).toBe(fence);
      expect(await timesPaid('held')).toEqual([]);
      await releaseLease(ledger.db, BigInt(run), fence);
      await isDone(run);
    });
    expect(await timesPaid('held')).toEqual([1]);
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

  it('leave a run that awaits approval, with no task in the queue', async () => {
    const manual = await payroll.appContext({ 'approval.policy': 'manual' });
    const run = await newRun('manual', 1);
    await enqueue(manual, { kind: 'run', run });
    await withWorkers(
      async (reported) => {
        await until(() => reported.length, 1);
        expect(reported).toMatchObject([{ run, state: 'waiting_approval', error: null, again: null }]);
      },
      {},
      manual,
    );
    expect((await queueState(place)).keys).toEqual([]);
    // The rules of the other tests are in force again.
    await payroll.appContext();
  });

  it('run jobs, and report the error of one that cannot run', async () => {
    await enqueue(place, { kind: 'job', job: 'settle-open', input: {}, maker: 'mia' });
    await enqueue(place, { kind: 'job', job: 'settle-open', input: { wrong: 1 }, maker: 'mia' });
    await enqueue(place, { kind: 'job', job: 'no-such-job', input: {}, maker: 'mia' });
    await withWorkers(async (reported) => {
      await until(() => reported.length, 3);
      const jobs = reported.flatMap((one) => ('job' in one ? [[one.job, one.error?.code ?? null]] : []));
      expect(jobs).toEqual(
        expect.arrayContaining([
          ['settle-open', null],
          ['settle-open', 'usage'],
          ['no-such-job', 'job_unknown'],
        ]),
      );
    });
    expect((await queueState(place)).keys).toEqual([]);
  });

  it('retry a run when the service is back, and report the reason meanwhile', async () => {
    const run = await newRun('outage', 1);
    await payroll.control('faults', [
      { match: { method: 'POST', path: '/v1/recipients' }, times: 200, do: 'status', status: 503, effect: 'before' },
    ]);
    await enqueue(place, { kind: 'run', run });
    await withWorkers(async (reported) => {
      await until(() => reported.length > 0);
      expect(reported[0]).toMatchObject({ run, state: 'working', error: { exitCode: 5 }, again: 5_000 });
      const { message } = (reported[0] as { error: Error }).error;
      expect((await getRun(ledger.db, run)).note).toBe(`${message} Nothing is lost: Payrun continues afterwards.`);
      // Told before the queue is; and after its pause it is tried once more.
      await expect.poll(() => queueState(place), { interval: 50 }).toMatchObject({ depth: 0, deferred: 1, active: 0 });
    });
    await payroll.control('faults', []);
    await (await openQueue(place)).deleteQueuedJobs(QUEUE);
    await postponeLook(ledger.db, BigInt(run), null);
  });

  it('return their tasks when they are closed, to the same place for the next workers', async () => {
    const run = await newRun('closing', 15);
    await enqueue(place, { kind: 'run', run });
    const before = (await payroll.ledger()).recipients;
    // However quick it is, it does not come to its end meanwhile.
    await payroll.control('faults', [
      { match: { method: 'POST', path: '/v1/batches$' }, times: 1, do: 'hang', ms: 120_000, effect: 'before' },
    ]);
    await withWorkers(() => until(async () => (await payroll.ledger()).recipients > before + 3));
    await payroll.control('faults', []);
    expect(await queueState(place)).toMatchObject({ depth: 1, active: 0 });
    expect((await getRun(ledger.db, run)).lease_owner).toBeNull();
    await withWorkers(() => isDone(run));
    expect(await timesPaid('closing')).toEqual(Array(15).fill(1));
    expect((await verifyLedger({ ledger })).findings).toEqual([]);
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
