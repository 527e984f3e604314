import { expect, it } from 'vitest';
import type { AppContext } from '../../../src/engine/context/app-context.ts';
import { runNightly } from '../../../src/engine/jobs/nightly.ts';
import { settleOpen } from '../../../src/engine/jobs/settle-open.ts';
import { getRun } from '../../../src/ledger/runs/run.ts';
import { describeDatabases } from '../../support/database.ts';
import { people, sheetOf, testPayroll } from '../../support/payroll.ts';
import { person } from '../../support/person.ts';
import { signedFetch } from '../../support/signed-fetch.ts';
import { serviceRig } from '../workers/service-rig.ts';

const MANUAL = { 'approval.policy': 'manual' };

describeDatabases('a batch that someone sends while it awaits approval here', (database) => {
  const payroll = testPayroll(database, { pricingMs: 0 });
  const quiet = { progress: () => {} };
  const waiting = async (tag: string) => {
    const { run, state } = await payroll.pay(
      payroll.sheet(`${tag}.csv`, sheetOf(people(1, () => ({ reference: tag, email: `${tag}@example.com` })))),
      { env: MANUAL },
    );
    expect(state).toBe('waiting_approval');
    return { run, batch: (await payroll.ledger()).batches.at(-1)!.id };
  };
  const settled = async (appContext: AppContext) =>
    (await settleOpen(appContext, quiet)).map((one) =>
      'state' in one ? [one.run, one.state, one.counts.processed] : one,
    );
  const LOOKS: readonly (readonly [name: string, look: (appContext: AppContext) => Promise<unknown>])[] = [
    ['settle', settled],
    ['nightly', (appContext) => runNightly(appContext, { maker: person('mia'), ...quiet })],
  ];

  it.each(LOOKS)('G3: is found by %s too, which reports nothing about one that still waits', async (name, look) => {
    const { run, batch } = await waiting(name);
    const appContext = await payroll.appContext(MANUAL);
    const statusOf = async () => (await getRun(appContext.ledger.db, run)).status;
    await look(appContext);
    expect(await statusOf()).toBe('awaiting_approval');
    if (name === 'settle') expect(await settled(appContext)).toEqual([]);

    const call = signedFetch({ url: payroll.sandbox.url, keys: payroll.sandbox.merchant });
    expect((await call('POST', `/v1/batches/${batch}/start-processing`, {})).status).toBe(200);
    await expect
      .poll(async () => {
        await look(appContext);
        const { rows } = await appContext.ledger.db.query('select state from payrun.batch where remote_id = $1', [
          batch,
        ]);
        return rows[0]?.state;
      })
      .toBe('settled');
    expect(await getRun(appContext.ledger.db, run)).toMatchObject({
      status: 'action_required',
      note: `Batch ${batch} was sent in the payout service, not by Payrun, and no one had approved it.`,
    });
  });
});

describeDatabases('a batch whose creation took effect after the service had refused it as a duplicate', (database) => {
  const payroll = testPayroll(database, { pricingMs: 0 });
  const rig = serviceRig(payroll);
  /** Creates it unseen: the answer says that its payment is there already, and no list shows it. */
  const payUnseen = async (tag: string) => {
    rig.proxy.rule({
      answer: (answer) => {
        if (answer.path !== '/v1/batches') return answer;
        if (answer.method === 'GET') return { ...answer, json: { ...answer.json, batches: [] } };
        const errors = [{ code: 'duplicate', message: 'has already been taken', field: 'payments[0].externalId' }];
        return { ...answer, status: 400, json: { ok: false, errors } };
      },
    });
    const file = payroll.sheet(
      `${tag}.csv`,
      sheetOf(people(1, () => ({ reference: tag, email: `${tag}@example.com` }))),
    );
    const paid = await payroll.pay(file, { env: rig.env() });
    rig.proxy.rule({});
    expect(paid).toMatchObject({ state: 'needs_person', counts: { unknown: 1 } });
    return { run: paid.run, batch: (await payroll.ledger()).batches.at(-1)!.id };
  };
  const call = (method: string, path: string, body: object = {}) =>
    signedFetch({ url: payroll.sandbox.url, keys: payroll.sandbox.merchant })(method, path, body);

  it('G2: is found by its payment if someone removed the tag and sent it, and reported as without approval here', async () => {
    const { run, batch } = await payUnseen('bare');
    expect((await call('PATCH', `/v1/batches/${batch}`, { tags: [] })).status).toBe(200);
    await call('POST', `/v1/batches/${batch}/generate-quote`);
    expect((await call('POST', `/v1/batches/${batch}/start-processing`)).status).toBe(200);
    const [followed] = await payroll.resume(run);
    expect(followed).toMatchObject({
      state: 'needs_person',
      counts: { processed: 1 },
      note: `Batch ${batch} was sent in the payout service, and this ledger has neither its approval nor its start.`,
    });
    expect(await rig.timesPaid('bare')).toEqual([1]);
  });
});

describeDatabases('a batch that someone sends in the payout service, which asks for an approval there', (database) => {
  const payroll = testPayroll(database, { serviceApproval: true, pricingMs: 0 });

  const sentByHand = async (tag: string) => {
    const lines = people(1, () => ({ reference: `${tag}-1`, email: `${tag}1@example.com` }));
    const { run } = await payroll.pay(payroll.sheet(`${tag}.csv`, sheetOf(lines)), { env: MANUAL });
    const call = signedFetch({ url: payroll.sandbox.url, keys: payroll.sandbox.merchant });
    const { id } = (await payroll.ledger()).batches.at(-1)!;
    await call('POST', `/v1/batches/${id}/start-processing`, {});
    return run;
  };

  it.each([
    ['is followed again', 'approve', { processed: 1 }],
    ['stays unconfirmed', 'reject', { unknown: 1 }],
  ])('%s if no one could tell about it, and the service says "%s"', async (_, answer, counts) => {
    const run = await sentByHand(answer);
    await payroll.resume(run, MANUAL);
    const { ledger } = await payroll.appContext(MANUAL);
    await ledger.db.query(`update payrun.batch set state = 'unknown' where run_id = $1`, [run]);
    await payroll.control('service-approval', { answer });
    expect((await payroll.resume(run, MANUAL))[0]).toMatchObject({ exitCode: 4, counts });
  });
});
