import { spawnSync } from 'node:child_process';
import { hostname } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { beforeAll, expect, it } from 'vitest';
import type { AppContext } from '../../../src/engine/context/app-context.ts';
import { leaseRun, type RunLease } from '../../../src/engine/leases/run-lease.ts';
import type { Db } from '../../../src/ledger/db/db.ts';
import { openTransaction } from '../../../src/ledger/db/open-transaction.ts';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import {
  claimRun,
  createRun,
  extendLease,
  getRun,
  holdFence,
  recordIntake,
  releaseLease,
} from '../../../src/ledger/runs/run.ts';
import { type Clock, systemClock } from '../../../src/platform/clock.ts';
import { createLog } from '../../../src/platform/log.ts';
import { describeDatabases } from '../../support/database.ts';
import { addTestMerchant } from '../../support/test-run.ts';
import { untilWaiting } from '../../support/until-waiting.ts';

describeDatabases('the lease of a run', (database) => {
  let ledger: Ledger;
  beforeAll(async () => {
    ledger = await database.open();
    await addTestMerchant(ledger);
  });

  const newRun = () =>
    createRun(ledger.db, {
      job: 'pay-sheet',
      sheetId: null,
      merchant: 'acme',
      maker: 'mia',
      options: { onInvalid: 'skip', dryRun: false },
    });
  const lease = (run: bigint, clock: Clock = systemClock): Promise<RunLease> =>
    leaseRun({ ledger, clock, log: createLog('silent') } as AppContext, run);
  const ownedBy = async (run: bigint, owner: string, ms = 600_000) =>
    (await claimRun(ledger.db, run, owner, ms, null))!;
  const fencedOut = (run: bigint, fence: bigint) =>
    ledger
      .tx((db) => holdFence(db, run, fence))
      .then(
        () => false,
        (error: { code: string }) => error.code === 'fenced',
      );

  // On the embedded database all take turns, and no one waits for a row.
  it.skipIf(database.kind === 'embedded')(
    'can be referenced by another run while its fence is held, and is taken over by nobody',
    async () => {
      const [run, other] = [await newRun(), await newRun()];
      const fence = await ownedBy(run, 'me', 1);
      const beside = new pg.Client({ connectionString: database.env.DATABASE_URL });
      await beside.connect();
      await beside.query(`set lock_timeout = '1s'`);
      await ledger.tx(async (db) => {
        await holdFence(db, run, fence);
        await beside.query('update payrun.run set same_as = $2 where id = $1', [String(other), String(run)]);
        await expect(claimRun(beside as unknown as Db, run, 'another', 1, 'me')).rejects.toThrow('lock timeout');
      });
      await beside.end();
    },
  );

  // On the embedded database nothing begins beside the transaction.
  it.skipIf(database.kind === 'embedded')(
    'is not over after a long transaction that its extension waited for, which leaves the run as it is',
    async () => {
      const run = await newRun();
      const fence = await ownedBy(run, 'me', 1_500);
      const long = await openTransaction(ledger);
      await holdFence(long.db, run, fence);
      const extended = extendLease(ledger.db, run, fence, 600_000);
      await untilWaiting(ledger.db);
      await setTimeout(2_000);
      const claimed = claimRun(ledger.db, run, 'another', 600_000, null);
      await untilWaiting(ledger.db, 2);
      await long.commit();
      expect([await extended, await claimed]).toEqual([true, null]);
    },
  );

  // Those who wait for a run that was changed get it in any order, so the extension may be too late.
  it.skipIf(database.kind === 'embedded')(
    'is not over after a long transaction of its holder that ends the intake, though its extension was not written',
    async () => {
      const run = await newRun();
      const fence = await ownedBy(run, 'me', 1_500);
      const long = await openTransaction(ledger);
      await holdFence(long.db, run, fence);
      await setTimeout(2_000);
      const claimed = claimRun(ledger.db, run, 'another', 600_000, null);
      await untilWaiting(ledger.db);
      await recordIntake(long.db, run, 0, {});
      await long.commit();
      expect(await claimed).toBeNull();
    },
  );

  it('is taken by one, and raises the fence each time it is taken', async () => {
    const run = await newRun();
    const first = await lease(run);
    await expect(lease(run)).rejects.toMatchObject({ code: 'run_busy', exitCode: 4 });
    await first.release();
    const second = await lease(run);
    expect(second.fence).toBe(first.fence + 1n);
    expect([await fencedOut(run, first.fence), await fencedOut(run, second.fence)]).toEqual([true, false]);
    await second.release();
    expect((await getRun(ledger.db, run)).lease_owner).toBeNull();
  });

  it('is given to one of many concurrent requests', async () => {
    const run = await newRun();
    const asked = await Promise.allSettled([lease(run), lease(run), lease(run)]);
    const taken = asked.filter((one) => one.status === 'fulfilled');
    expect(taken).toHaveLength(1);
    await taken[0]!.value.release();
  });

  it('names the process that has it', async () => {
    const run = await newRun();
    await ownedBy(run, 'pay-host-7:4711:1');
    await expect(lease(run)).rejects.toThrow(`Another process (pay-host-7, process 4711) is working on run ${run}.`);
  });

  it('of a process of this machine that has ended is taken over at once', async () => {
    const run = await newRun();
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    const dead = await ownedBy(run, `${hostname()}:${pid}:1`);
    const mine = await lease(run);
    expect(mine.fence).toBe(dead + 1n);
    await mine.release();
  });

  it.each([
    ['of this machine that runs', `${hostname()}:${process.ppid}:1`],
    ['of another machine, of which no one here can say', 'other-host:999999999:1'],
  ])('of a process %s is left to it', async (_, owner) => {
    const run = await newRun();
    await ownedBy(run, owner);
    await expect(lease(run)).rejects.toMatchObject({ code: 'run_busy' });
  });

  it('that expired is free, whoever had it', async () => {
    const run = await newRun();
    await ownedBy(run, 'other-host:1:1', -1);
    const mine = await lease(run);
    await mine.release();
  });

  it('is extended while it is held, and its holder is told if it was taken over', async () => {
    const run = await newRun();
    const pauses: (() => void)[] = [];
    const paused = () => expect.poll(() => pauses.length).toBeGreaterThan(0);
    const clock: Clock = { now: Date.now, sleep: () => new Promise<void>((resolve) => pauses.push(resolve)) };
    const held = await lease(run, clock);
    const until = async () =>
      (
        await ledger.db.query<{ ms: number }>(
          'select extract(epoch from lease_until - now())::float8 * 1000 as ms from payrun.run where id = $1',
          [run],
        )
      ).rows[0]!.ms;

    await ledger.db.query(`update payrun.run set lease_until = now() + interval '1 second' where id = $1`, [run]);
    await paused();
    pauses.pop()!();
    await expect.poll(until).toBeGreaterThan(10_000);
    expect(held.lost.aborted).toBe(false);

    await releaseLease(ledger.db, run, held.fence);
    const other = await ownedBy(run, 'other-host:1:1');
    await paused();
    pauses.pop()!();
    await expect.poll(() => held.lost.aborted).toBe(true);
    expect(held.lost.reason).toMatchObject({ code: 'fenced', details: { run: String(run) } });

    // Letting go of what it has lost takes nothing from the one who has it now.
    await held.release();
    expect((await getRun(ledger.db, run)).lease_owner).toBe('other-host:1:1');
    expect(await fencedOut(run, other)).toBe(false);
  });

  it('of an unknown run does not exist', async () => {
    await expect(lease(999_999n)).rejects.toMatchObject({ code: 'run_unknown' });
  });
});
