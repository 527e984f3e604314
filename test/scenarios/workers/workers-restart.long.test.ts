import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AppContext } from '../../../src/engine/context/app-context.ts';
import { openLedger } from '../../../src/ledger/open-ledger.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { createLog } from '../../../src/platform/log.ts';
import { verifyLedger } from '../../../src/reports/verify.ts';
import type { TestDatabase } from '../../support/database.ts';
import { addSubMerchants } from '../../support/merchants.ts';
import { testPayroll } from '../../support/payroll.ts';
import { testFolder } from '../../support/test-folder.ts';
import { describeWith } from '../../support/tools.ts';
import { type Cluster, makeCluster } from './workers-cluster.ts';
import { workersRig } from './workers-rig.ts';

describeWith(['PostgreSQL', 'initdb'], 'PostgreSQL that is restarted under running workers (G1, G4)', () => {
  let cluster: Cluster;
  const home = testFolder();
  const vaultKey = randomBytes(32).toString('base64');
  const database: TestDatabase = {
    kind: 'postgres',
    home,
    get env() {
      return { PAYRUN_HOME: home, PAYRUN_VAULT_KEY: vaultKey, DATABASE_URL: cluster.url };
    },
    open: (options) =>
      openLedger({
        home,
        vaultKey,
        databaseUrl: cluster.url,
        log: createLog('silent'),
        clock: systemClock,
        ...options,
      }),
  };
  beforeAll(async () => {
    cluster = await makeCluster();
  });
  afterAll(() => {
    cluster.remove();
  });
  const payroll = testPayroll(database, { pricingMs: 0 });
  let place: AppContext;
  const { workers, leave, hasEnded, timesPaid, recipientsOf, until } = workersRig(payroll, () => place);
  beforeAll(async () => {
    place = await payroll.appContext();
    await addSubMerchants(payroll, database, ['acme', 'beta']);
  });

  it('is waited for, once after a crash of it and once after an orderly stop; they continue, and everybody is paid once', async () => {
    const two = await workers(2);
    const runs = [await leave('acme', 40), await leave('beta', 10)];
    for (const [mode, recipients] of [
      ['immediate', 8],
      ['fast', 20],
    ] as const) {
      await until(async () => (await recipientsOf('acme')) >= recipients);
      cluster.stop(mode);
      cluster.start();
    }
    await until(async () => [await hasEnded(runs[0]!), await hasEnded(runs[1]!)], [true, true]);
    expect(await timesPaid('acme')).toEqual(Array(40).fill(1));
    expect(await timesPaid('beta')).toEqual(Array(10).fill(1));
    expect((await payroll.ledger()).batches).toHaveLength(2);
    // None of them ended over it.
    expect(await Promise.all(two.map((worker) => worker.end()))).toEqual([0, 0]);
    expect((await verifyLedger({ ledger: place.ledger })).findings).toEqual([]);
  });
});
