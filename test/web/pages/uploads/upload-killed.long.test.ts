import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import type { AppContext } from '../../../../src/engine/context/app-context.ts';
import { QUEUE } from '../../../../src/engine/queue/open-queue.ts';
import { startWorkers } from '../../../../src/engine/queue/start-workers.ts';
import { createSheetRun } from '../../../../src/engine/runs/create-sheet-run.ts';
import { dueRuns } from '../../../../src/ledger/operations/queue-tasks.ts';
import { verifyLedger } from '../../../../src/reports/verify.ts';
import { createApp } from '../../../../src/web/app.ts';
import { pages } from '../../../../src/web/pages/pages.ts';
import { startChild } from '../../../support/child-process.ts';
import { countsOf } from '../../../support/counts-of.ts';
import { describeDatabases } from '../../../support/database.ts';
import { addSubMerchants, withMerchants } from '../../../support/merchants.ts';
import { people, sheetOf, testPayroll } from '../../../support/payroll.ts';
import { person } from '../../../support/person.ts';
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
    // They leave it alone from now on.
    await withWorkers(() => new Promise((resolve) => setTimeout(resolve, 1_000)));
    expect((await payroll.ledger()).payments).toEqual([]);
    expect((await verifyLedger({ ledger: place.ledger })).findings).toEqual([]);
  });

  it('G7: before it was read, with several merchants in it, behaves the same', async () => {
    const lines = people(2, (n) => ({ reference: `both-${n}`, email: `both.${n}@example.com` }));
    const file = payroll.sheet('both.csv', withMerchants(sheetOf(lines), ['acme', 'beta']));
    const id = await createSheetRun(place, { file, maker: person('mia'), dryRun: false, confirmed: false, ask: true });
    const lookIn = (time: string) =>
      place.ledger.db.query('update payrun.run set look_at = look_at + $2::interval where id = $1', [id, time]);
    // It stays new, however long the workers take to start.
    await lookIn('1 hour');
    await withWorkers(() => new Promise((resolve) => setTimeout(resolve, 1_000)));
    expect(await row('select intake_at from payrun.run where id = $1', [id]), 'whoever made it reads it').toEqual({
      intake_at: null,
    });
    const left = async () => (await dueRuns(place.ledger.db, QUEUE)).map((run) => run.id);
    expect(await left(), 'whoever made it reads it').not.toContain(id);
    await lookIn('-2 hours');
    expect(await left()).toContain(id);
    const statuses = async () =>
      (
        await place.ledger.db.query(
          'select merchant_id, status from payrun.run where id = $1 or lead_run = $1 order by merchant_id',
          [id],
        )
      ).rows;
    await withWorkers(() =>
      until(statuses, [
        { merchant_id: 'acme', status: 'ready_to_submit' },
        { merchant_id: 'beta', status: 'ready_to_submit' },
      ]),
    );
    expect(await page(`/runs/${id}`)).toContain('Ready to submit: 2 of 2 rows');
    expect((await payroll.ledger()).payments).toEqual([]);
  });
});
