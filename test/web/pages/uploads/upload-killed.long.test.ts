import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import type { AppContext } from '../../../../src/engine/context/app-context.ts';
import { startWorkers } from '../../../../src/engine/queue/start-workers.ts';
import { verifyLedger } from '../../../../src/reports/verify.ts';
import { createApp } from '../../../../src/web/app.ts';
import { pages } from '../../../../src/web/pages/pages.ts';
import { startChild } from '../../../support/child-process.ts';
import { countsOf } from '../../../support/counts-of.ts';
import { describeDatabases } from '../../../support/database.ts';
import { addSubMerchants } from '../../../support/merchants.ts';
import { testPayroll } from '../../../support/payroll.ts';
import { signedIn } from '../../../support/signed-in.ts';

const ROWS = 2_000;

describeDatabases('an upload whose process was killed', (database) => {
  const payroll = testPayroll(database);
  let place: AppContext;
  beforeAll(async () => {
    place = await payroll.appContext();
    await addSubMerchants(payroll, database, ['acme', 'beta']);
  });

  const row = async <T>(sql: string, params: readonly unknown[] = []) =>
    (await place.ledger.db.query<T & Record<string, unknown>>(sql, params)).rows[0];
  const until = (test: () => Promise<unknown>, is: unknown = true) => expect.poll(test, { interval: 50 }).toEqual(is);
  const page = async (path: string) => {
    const app = createApp([signedIn({ name: 'mia', role: 'maker' }), pages({ appContext: place })], place.log);
    return (await app.request(path)).text();
  };
  const withWorkers = async (work: () => Promise<void>) => {
    const workers = await startWorkers(place, { pollMs: 100 });
    await work().finally(() => workers.close());
  };

  it('while it was read is read by the workers of the next process, and waits to be submitted or discarded', async () => {
    const child = startChild(join(import.meta.dirname, 'upload-child.ts'), ['killed', String(ROWS), payroll.folder], {
      ...payroll.env(),
      TMPDIR: payroll.folder,
    });
    const reading = () =>
      row<{ id: bigint }>(
        `select id from payrun.run where lease_owner is not null and intake_at is null
           and exists (select 1 from payrun.payment_row where run_id = run.id)`,
      );
    await until(async () => (await reading()) !== undefined);
    const { id } = (await reading())!;
    await child.kill('SIGKILL');
    expect(child.output, 'it was not through').toEqual([]);
    expect(await row('select status, intake_at from payrun.run where id = $1', [id])).toEqual({
      status: 'reading_file',
      intake_at: null,
    });
    expect(await page(`/runs/${id}`)).not.toContain('value="yes"');

    await until(
      async () =>
        (await row<{ over: boolean }>(`select lease_until < now() as over from payrun.run where id = $1`, [id]))!.over,
    );
    await withWorkers(() =>
      until(async () => (await row('select status from payrun.run where id = $1', [id]))!.status, 'ready_to_submit'),
    );
    expect(await countsOf(place.ledger.db, id)).toMatchObject({ ready: ROWS, invalid: 0, held: 0 });
    expect(await page(`/runs/${id}`)).toContain('Ready to submit: 2,000 of 2,000 rows');
    expect(await row('select confirmed_at, reported_at from payrun.run where id = $1', [id])).toEqual({
      confirmed_at: null,
      reported_at: null,
    });
    expect((await payroll.ledger()).payments).toEqual([]);
    expect((await verifyLedger({ ledger: place.ledger })).findings).toEqual([]);
  });
});
