import { beforeAll, expect, it } from 'vitest';
import type { AppContext } from '../../../src/engine/context/app-context.ts';
import { enqueue, queueDueRuns } from '../../../src/engine/queue/enqueue.ts';
import { openQueue, QUEUE } from '../../../src/engine/queue/open-queue.ts';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import { createRun } from '../../../src/ledger/runs/run.ts';
import { postponeLook, scheduleLook } from '../../../src/ledger/runs/run-looks.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { createLog } from '../../../src/platform/log.ts';
import { timeOrderedIds } from '../../../src/platform/time-ordered-id.ts';
import { describeDatabases } from '../../support/database.ts';
import { addTestMerchant } from '../../support/test-run.ts';

describeDatabases('the queue', (database) => {
  let ledger: Ledger;
  const log = createLog('silent');
  const ids = timeOrderedIds(systemClock);
  const placeOn = (on: Ledger) => ({ ledger: on, log, clock: systemClock, ids }) as AppContext;
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
  /** What can be taken now, in the order in which it is given out. */
  const take = async (batchSize = 10) => {
    await queueDueRuns(placeOn(ledger));
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
    const other = await newRun('beta');
    // So many that the embedded database queues some of them in the same ms, where the older run is first.
    const made = await Promise.all(Array.from({ length: 12 }, () => newRun()));
    const [first, ...later] = made.toSorted((a, b) => Number(a) - Number(b));
    for (const run of [first!, ...later, other]) await enqueue(place, { kind: 'run', run });
    const begun = await take();
    expect(begun.map(({ data }) => data.run).toSorted()).toEqual([first, other].toSorted());
    expect(await take()).toEqual([]);
    await finish(begun);
    for (const run of later) {
      const next = await take();
      expect(next.map(({ data }) => data.run)).toEqual([run]);
      await finish(next);
    }
  });

  it('has a run only once, and again if it is due when its task ends', async () => {
    const place = placeOn(ledger);
    const run = await newRun();
    await scheduleLook(ledger.db, [BigInt(run)], 3_600_000);
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
