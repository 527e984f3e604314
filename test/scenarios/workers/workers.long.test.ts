import { beforeAll, expect, it } from 'vitest';
import type { AppContext } from '../../../src/engine/context/app-context.ts';
import { getRun } from '../../../src/ledger/runs/run.ts';
import { verifyLedger } from '../../../src/reports/verify.ts';
import { testDatabase } from '../../support/database.ts';
import { addSubMerchants } from '../../support/merchants.ts';
import { testPayroll } from '../../support/payroll.ts';
import { describeWith } from '../../support/tools.ts';
import { workersRig } from './workers-rig.ts';

/** Several machines share a real Postgres; the embedded database is one machine's. */
describeWith(['PostgreSQL'], 'three workers as three processes, on PostgreSQL only (G1, G4)', () => {
  const database = testDatabase('postgres');
  const payroll = testPayroll(database, { pricingMs: 0 });
  let place: AppContext;
  const { workers, leave, hasEnded, holderOf, timesPaid, recipientsOf, until } = workersRig(payroll, () => place);
  beforeAll(async () => {
    place = await payroll.appContext();
    await addSubMerchants(payroll, database, ['acme', 'beta', 'cora']);
  });
  const fenceOf = async (run: string) => (await getRun(place.ledger.db, run)).fence;

  it('one is stopped while the service starts its batch, one is killed: others continue, and everybody is paid once', async () => {
    const three = await workers(3);
    const has = (pid: number | undefined) => three.find((worker) => worker.pid === pid)!;

    // The start of the first batch takes effect, and its answer does not come: then the process that waits for it stands still.
    await payroll.control('faults', [
      { match: { method: 'POST', path: '/start-processing$' }, times: 1, do: 'hang', ms: 60_000, effect: 'after' },
    ]);
    const stopped = await leave('beta', 20);
    await until(async () => (await payroll.ledger()).batches.some(({ startCalls }) => startCalls > 0));
    const paused = has(await holderOf(stopped));
    process.kill(paused.pid, 'SIGSTOP');
    const fence = await fenceOf(stopped);

    // Another one dies when some of its recipients are known to the service and no batch is there yet.
    const killed = await leave('acme', 60);
    await until(async () => (await recipientsOf('acme')) > 10);
    await has(await holderOf(killed)).kill('SIGKILL');
    const half = await fenceOf(killed);
    expect(await timesPaid('acme')).toEqual([]);

    // Who has nothing to do with either is not held up.
    const other = await leave('cora', 5);
    await until(() => hasEnded(other), true);

    await until(async () => [await hasEnded(stopped), await hasEnded(killed)], [true, true]);
    expect(await fenceOf(killed)).toBeGreaterThan(half);
    expect(await fenceOf(stopped)).toBeGreaterThan(fence);

    // The one that stood still wakes up, finds that it was overtaken, and goes on with what comes next.
    const after = await fenceOf(stopped);
    process.kill(paused.pid, 'SIGCONT');
    for (const worker of three) if (worker !== paused) worker.kill('SIGKILL');
    const next = await leave('beta', 3);
    await until(() => hasEnded(next), true);
    expect(await fenceOf(stopped)).toBe(after);
    expect(await paused.end()).toBe(0);

    expect(await timesPaid('acme')).toEqual(Array(60).fill(1));
    expect(await timesPaid('beta')).toEqual(Array(23).fill(1));
    expect(await timesPaid('cora')).toEqual(Array(5).fill(1));
    const { batches, requests } = await payroll.ledger();
    expect(batches).toHaveLength(4);
    expect(Object.values(requests).every(({ refused }) => refused === 0)).toBe(true);
    expect((await verifyLedger({ ledger: place.ledger })).findings).toEqual([]);
  });
});
