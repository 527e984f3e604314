import { expect, it } from 'vitest';
import type { AppContext } from '../../../src/engine/context/app-context.ts';
import { runNightly } from '../../../src/engine/jobs/nightly.ts';
import { settleOpen } from '../../../src/engine/jobs/settle-open.ts';
import { acceptDiscrepancy } from '../../../src/engine/review/accept-discrepancy.ts';
import { rejectRun } from '../../../src/engine/review/take-back.ts';
import { getRun } from '../../../src/ledger/runs/run.ts';
import { describeDatabases } from '../../support/database.ts';
import { people, sheetOf, testPayroll } from '../../support/payroll.ts';
import { person } from '../../support/person.ts';
import { signedFetch } from '../../support/signed-fetch.ts';
import { serviceRig } from '../workers/service-rig.ts';

const MANUAL = { 'approval.policy': 'manual' };

// By state and status: test/batches/reconciliations/external-start.test.ts and test/batches/start.test.ts.
describeDatabases('a batch that someone sends while its run is being rejected', (database) => {
  const payroll = testPayroll(database, { balance: '1000.00', pricingMs: 0 });
  const rig = serviceRig(payroll);
  const carry = { progress: () => {} };

  it.each([
    ['EUR', 'USD'],
    ['USD', 'EUR'],
  ])('G4: is followed to its end if it is the one in %s, and the other one is withdrawn', async (sent, withdrawn) => {
    const tag = `midway${sent.toLowerCase()}`;
    await payroll.control('fund', { currency: 'USD', amount: '1000.00' });
    const lines = ['EUR', 'USD'].map((currency) => {
      const email = `${tag}.${currency.toLowerCase()}@example.com`;
      return { reference: `${tag}-${currency}`, email, amount: '50.00', currency };
    });
    const asked = await payroll.pay(payroll.sheet(`${tag}.csv`, sheetOf(lines)), { env: MANUAL });
    expect(asked).toMatchObject({ state: 'waiting_approval' });
    const appContext = await payroll.appContext(MANUAL);
    const read = async () =>
      (
        await appContext.ledger.db.query<{ currency: string; batch: string; payment: string; remote: string }>(
          `select b.currency, b.state as batch, p.state as payment, b.remote_id as remote
           from payrun.payment p join payrun.batch b on b.id = p.batch_id where p.run_id = $1 order by b.currency`,
          [asked.run],
        )
      ).rows;
    const remote = (await read()).find(({ currency }) => currency === sent)!.remote;
    const rejections = async () =>
      (
        await appContext.ledger.db.query(`select from payrun.event where chain = $1 and kind = 'rejection_intended'`, [
          `run-${asked.run}`,
        ])
      ).rows.length;

    // Sent when the first batch is looked at to be deleted: the rejection is recorded by then.
    let recorded: number | null = null;
    const wire: typeof fetch = async (input, init) => {
      if (recorded === null && /\/v1\/batches\/[^/]+$/.test(new URL(String(input)).pathname)) {
        recorded = await rejections();
        const call = signedFetch({ url: payroll.sandbox.url, keys: payroll.sandbox.merchant });
        expect((await call('POST', `/v1/batches/${remote}/start-processing`, {})).status).toBe(200);
      }
      return fetch(input, init);
    };
    const rejecting = await payroll.appContext(MANUAL, wire);
    expect(await rejectRun(rejecting, asked.run, { by: person('cleo'), because: 'wrong month', ...carry })).toEqual({
      isDone: true,
      left: [expect.stringContaining('it was started there by someone else')],
    });
    expect(recorded).toBe(1);

    const { batches } = await payroll.ledger();
    expect(batches.filter((batch) => batch.id === remote)).toHaveLength(1);
    const [followed] = await payroll.resume(asked.run, MANUAL);
    expect(followed).toMatchObject({
      state: 'needs_person',
      exitCode: 4,
      counts: { processed: 1, canceled: 1 },
      note: expect.stringContaining('no one had approved it'),
    });
    // What is withdrawn is void here and gone there, and of each payment is said what is so.
    const states = new Map((await read()).map(({ currency, batch, payment }) => [currency, `${batch} ${payment}`]));
    expect(states.get(sent)).toBe('settled processed');
    const { rows } = await appContext.ledger.db.query(
      `select reference, state, reason_code as code, reason from payrun.payment where run_id = $1 and state = 'canceled'`,
      [asked.run],
    );
    expect(rows).toEqual([
      {
        reference: `${tag}-${withdrawn}`,
        state: 'canceled',
        code: 'rejected',
        reason: 'cleo rejected it: wrong month',
      },
    ]);
    expect(batches.filter(({ status }) => status === 'open')).toEqual([]);
    expect((await rig.timesPaid(tag)).filter((times) => times > 0)).toEqual([1]);

    await acceptDiscrepancy(appContext, { reference: remote, run: asked.run, because: 'we know who' }, person('anna'));
    expect((await payroll.resume(asked.run, MANUAL))[0]).toMatchObject({
      state: 'done',
      note: `The payment that was not sent yet, 50.00 ${withdrawn}, was rejected by cleo: wrong month.`,
    });
    await rig.holds();
  });
});

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

  it('G2: is found by its tag, and paid once', async () => {
    const { run } = await payUnseen('tagged');
    expect(await payroll.resume(run)).toMatchObject([{ state: 'done', counts: { processed: 1 } }]);
    expect(await rig.timesPaid('tagged')).toEqual([1]);
    await rig.holds();
  });

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

  it('requires action here, and is paid or not as decided there', async () => {
    const run = await sentByHand('there');
    for (let resumes = 0; resumes < 2; resumes++)
      expect((await payroll.resume(run, MANUAL))[0]).toMatchObject({
        state: 'needs_person',
        exitCode: 4,
        note: expect.stringContaining('no one had approved it'),
      });
    await payroll.control('service-approval', { answer: 'approve' });
    expect((await payroll.resume(run, MANUAL))[0]).toMatchObject({ state: 'needs_person', counts: { processed: 1 } });
  });

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
