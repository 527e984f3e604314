import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { refuseUnknownBatches } from '../../../src/batches/services/refuse-unknown-batches.ts';
import { withRun } from '../../../src/engine/leases/with-run-lease.ts';
import { dueOrphanBatches, recordLook } from '../../../src/ledger/batches/orphan-batch.ts';
import { describeDatabases } from '../../support/database.ts';
import { people, sheetOf, testPayroll } from '../../support/payroll.ts';
import { onePage, scriptedService } from '../../support/scripted-service.ts';
import { addBatch, startTestRun, testDeps } from '../../support/test-run.ts';

describeDatabases('the comparison before a batch is created or started', (database) => {
  const payroll = testPayroll(database);

  it('covers the creations and starts of one pass for a minute, and is then made again', async () => {
    const { run } = await payroll.pay(payroll.sheet('compared.csv', sheetOf(people(1))));
    let lists = 0;
    const counting: typeof fetch = (input, init) => {
      if (/\/v1\/batches\?/.test(String(input))) lists++;
      return fetch(input, init);
    };
    const appContext = await payroll.appContext({}, counting);
    let passed = 0;
    const clock = { ...appContext.clock, now: () => appContext.clock.now() + passed };
    const calls: number[] = [];
    await withRun(appContext, BigInt(run), { progress: () => {} }, async (active, deps) => {
      const pass = { ...deps, clock };
      for (const ms of [0, 20_000, 60_000, 90_000]) {
        passed = ms;
        await refuseUnknownBatches(active, pass);
        calls.push(lists);
      }
    });
    expect(calls).toEqual([1, 1, 2, 2]);
  });

  it('G1: has a second copy of a batch looked for, unless it was found and left', async () => {
    const ledger = await database.open();
    const run = await startTestRun(ledger);
    const { id, tag } = await addBatch(ledger, run, [{}]);
    await ledger.db.query(`update payrun.batch set remote_id = 'B-1' where id = $1`, [id]);
    const batch = { status: 'open', tags: [tag, `payrun:ledger:${ledger.identity}`] };
    const { service } = scriptedService({
      listBatches: () =>
        onePage('batches', [
          { ...batch, id: 'B-2' },
          { ...batch, id: 'B-1' },
        ]),
    });
    const due = async () => {
      await refuseUnknownBatches(run, testDeps(ledger, { service }));
      return (await dueOrphanBatches(ledger.db, new Date())).map((late) => [late.id, late.currentId]);
    };
    expect(await due()).toEqual([[id, 'B-1']]);
    await recordLook(ledger.db, id, 'deleted');
    expect(await due()).toEqual([[id, 'B-1']]);
    await recordLook(ledger.db, id, 'begun');
    expect(await due()).toEqual([]);
  });

  it.each<[whose: string, tags: (identity: string) => readonly string[], code: string]>([
    ['of this ledger before it was restored', (own) => [`payrun:ledger:${own}`], 'ledger_outdated'],
    ['of another installation', () => ['payrun:ledger:0123456789ABCDEF'], 'other_installation'],
    ['whose tags do not say whose it is', () => [], 'batches_unknown'],
  ])('G1: creates and starts nothing beside an unknown batch %s, and records why', async (_, tags, code) => {
    const ledger = await database.open();
    const run = await startTestRun(ledger);
    const tag = `payrun-${randomUUID()}`;
    const { service } = scriptedService({
      listBatches: () =>
        onePage('batches', [{ id: 'B-unknown', status: 'open', tags: [tag, ...tags(ledger.identity)] }]),
    });
    await expect(refuseUnknownBatches(run, testDeps(ledger, { service }))).rejects.toMatchObject({ code, exitCode: 4 });
    const { rows } = await ledger.db.query(
      `select data->>'code' as code from payrun.event where chain = $1 and kind = 'run_blocked'`,
      [`run-${run.id}`],
    );
    expect(rows).toEqual([{ code }]);
    // It was adopted, or someone declared its installation.
    const known = await addBatch(ledger, run, [{}]);
    await ledger.db.query('update payrun.batch set tag = $2 where id = $1', [known.id, tag]);
    expect([...(await refuseUnknownBatches(run, testDeps(ledger, { service })))]).toEqual([tag]);
  });

  it('G3: starts nothing beside a batch that cannot be read, and may be unknown; the run continues without it', async () => {
    const odd: typeof fetch = async (input, init) => {
      const answer = await fetch(input, init);
      if (!/\/v1\/batches\?/.test(String(input))) return answer;
      const { batches, ...others } = (await answer.json()) as { batches: readonly object[] };
      return Response.json({ ...others, batches: [{ id: 'B-odd', status: 'open', tags: 7 }, ...batches] });
    };
    const before = await payroll.ledger();
    const file = payroll.sheet('odd.csv', sheetOf([{ reference: 'ODD', email: 'odd@example.com' }]));
    await expect(payroll.pay(file, { wire: odd })).rejects.toMatchObject({
      code: expect.stringMatching(/^batches_un/),
      exitCode: 4,
    });
    expect((await payroll.ledger()).batches).toEqual(before.batches);
    expect(await payroll.resume()).toMatchObject([{ state: 'done', counts: { processed: 1 } }]);
  });
});
