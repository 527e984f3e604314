import { beforeAll, expect, it } from 'vitest';
import type { AppContext } from '../../../src/engine/context/app-context.ts';
import { enqueue as enqueueNow, queueDueRuns } from '../../../src/engine/queue/enqueue.ts';
import { openQueue, QUEUE } from '../../../src/engine/queue/open-queue.ts';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import { createRun } from '../../../src/ledger/runs/run.ts';
import { lookIn, postponeLook } from '../../../src/ledger/runs/run-looks.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { createLog } from '../../../src/platform/log.ts';
import { describeDatabases } from '../../support/database.ts';
import { addTestMerchant } from '../../support/test-run.ts';

describeDatabases('the queue', (database) => {
  let ledger: Ledger;
  const log = createLog('silent');
  const placeOn = (on: Ledger) => ({ ledger: on, log, clock: systemClock }) as AppContext;
  beforeAll(async () => {
    ledger = await database.open();
    await addTestMerchant(ledger);
    await addTestMerchant(ledger, 'beta');
  });

  const newRun = async (merchant = 'acme', options = {}) =>
    String(
      await createRun(ledger.db, {
        job: 'pay-sheet',
        sheetId: null,
        merchant,
        maker: 'mia',
        options: { onInvalid: 'skip', dryRun: false, ...options },
      }),
    );
  /** The clock of the embedded database counts ms: two tasks of the same one have no order, and are not due yet. */
  const nextMs = () => systemClock.sleep(2);
  const enqueue = async (...task: Parameters<typeof enqueueNow>) => {
    await enqueueNow(...task);
    await nextMs();
  };
  /** What can be taken now, in the order in which it is given out. */
  const take = async (batchSize = 10) => {
    await queueDueRuns(placeOn(ledger));
    await nextMs();
    const queue = await openQueue(placeOn(ledger));
    return queue.fetch<{ run?: string; job?: string }>(QUEUE, { batchSize });
  };
  const complete = async (jobs: Awaited<ReturnType<typeof take>>) =>
    (await openQueue(placeOn(ledger))).complete(QUEUE, jobs as never);
  /** As after a look that left nothing to do. */
  const finish = async (jobs: Awaited<ReturnType<typeof take>>) => {
    for (const { data } of jobs) await postponeLook(ledger.db, BigInt(data.run!), null);
    await complete(jobs);
  };

  it('is created by one of several processes that need it first, and works for all of them', async () => {
    const places = await Promise.all([1, 2, 3].map(async () => placeOn(await database.open())));
    const runs = await Promise.all(places.map(() => newRun()));
    await Promise.all(places.map((place, i) => enqueue(place, { kind: 'run', run: runs[i]! })));
    const taken: (string | undefined)[] = [];
    for (let jobs = await take(); jobs.length > 0; jobs = await take()) {
      expect(jobs).toHaveLength(1);
      taken.push(jobs[0]!.data.run);
      await finish(jobs);
    }
    expect(taken.toSorted()).toEqual(runs.toSorted());
  });

  it('gives out one run of a merchant at a time, in order, and delays no other merchant', async () => {
    const place = placeOn(ledger);
    const [first, second, other] = [await newRun(), await newRun(), await newRun('beta')];
    for (const run of [first, second, other]) await enqueue(place, { kind: 'run', run });
    const begun = await take();
    expect(begun.map(({ data }) => data.run).toSorted()).toEqual([first, other].toSorted());
    expect(await take()).toEqual([]);
    await finish(begun);
    const next = await take();
    expect(next.map(({ data }) => data.run)).toEqual([second]);
    await finish(next);
  });

  it('has a run only once, and again if it is due when its task ends', async () => {
    const place = placeOn(ledger);
    const run = await newRun();
    await lookIn(ledger.db, [BigInt(run)], 3_600_000);
    expect(await take()).toEqual([]);
    await enqueue(place, { kind: 'run', run });
    await enqueue(place, { kind: 'run', run });
    const begun = await take();
    expect(begun).toHaveLength(1);
    expect(await take()).toEqual([]);
    await complete(begun);
    const again = await take();
    expect(again).toHaveLength(1);
    await finish(again);
    expect(await take()).toEqual([]);
  });
});
