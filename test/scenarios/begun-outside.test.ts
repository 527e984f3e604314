import { expect, it } from 'vitest';
import { acceptDiscrepancy } from '../../src/engine/accept-discrepancy.ts';
import { approveRun } from '../../src/engine/decide.ts';
import { describeDatabases } from '../support/database.ts';
import { people, sheetOf, testPayroll } from '../support/payroll.ts';
import { person } from '../support/person.ts';
import { signedFetch } from '../support/signed-fetch.ts';
import { serviceRig } from './service-rig.ts';

const MANUAL = { PAYRUN_APPROVAL: 'manual' };

describeDatabases('a batch that somebody sends in the payout service', (database) => {
  const payroll = testPayroll(database, { balance: '0.00', pricingMs: 0 });
  const rig = serviceRig(payroll);
  const fund = (amount: string) => payroll.control('fund', { currency: 'EUR', amount });
  /** Two payments of 300 EUR. */
  const sheet = (tag: string) =>
    payroll.sheet(
      `${tag}.csv`,
      sheetOf(people(2, (n) => ({ reference: `${tag}-${n}`, email: `${tag}${n}@example.com`, amount: '300.00' }))),
    );
  const sendByHand = async () => {
    const call = signedFetch({ url: payroll.sandbox.url, keys: payroll.sandbox.merchant });
    const { id } = (await payroll.ledger()).batches.findLast(({ status }) => status === 'open')!;
    await call('POST', `/v1/batches/${id}/generate-quote`, {});
    return call('POST', `/v1/batches/${id}/start-processing`, {});
  };
  /** Sends it just before this call of Payrun's. */
  const sentBefore = (path: RegExp): typeof fetch => {
    let isSent = false;
    return async (input, init) => {
      if (path.test(String(input)) && !isSent) {
        isSent = true;
        expect((await sendByHand()).status).toBe(200);
      }
      return fetch(input, init);
    };
  };
  const lastBatch = async () => {
    const { ledger } = await payroll.workplace();
    const { rows } = await ledger.db.query<{ run: string; remote: string; state: string; by: string | null }>(
      `select run_id::text as run, remote_id as remote, state, approved_by as by from payrun.batch order by created_at desc limit 1`,
    );
    return rows[0]!;
  };

  const CASES: readonly [when: string, tag: string, by: string | null, send: (file: string) => Promise<unknown>][] = [
    [
      'before it was quoted',
      'open',
      null,
      async (file) => {
        await fund('600.00');
        await payroll.pay(file, { wire: sentBefore(/\/generate-quote$/), env: MANUAL });
      },
    ],
    [
      'while it awaits approval',
      'quoted',
      null,
      async (file) => {
        const asked = await payroll.pay(file, { env: MANUAL });
        expect(asked).toMatchObject({ state: 'waiting_approval' });
        await fund('600.00');
        expect((await sendByHand()).status).toBe(200);
      },
    ],
    [
      'after it was approved, while money is missing',
      'approved',
      'policy:auto',
      async (file) => {
        expect(await payroll.pay(file)).toMatchObject({ state: 'waiting_funds' });
        await sendByHand();
        await fund('600.00');
      },
    ],
    [
      'just before it was started',
      'starting',
      'policy:auto',
      async (file) => {
        await fund('600.00');
        await payroll.pay(file, { wire: sentBefore(/\/start-processing$/) });
      },
    ],
  ];
  it.each(CASES)('%s is followed to its end, and a discrepancy until a person accepts it', async (_, tag, by, send) => {
    await send(sheet(tag));
    const { run, remote } = await lastBatch();
    const env = by === null ? MANUAL : {};
    const [followed] = await payroll.resume(run, env);
    expect(followed).toMatchObject({ state: 'needs_person', exitCode: 4, counts: { processed: 2 } });
    expect(followed!.note).toContain(`Batch ${remote} was sent in the payout service, not by Payrun`);
    expect(followed!.note).toContain(by === null ? 'nobody had approved it' : `${by} had approved it`);
    expect(await lastBatch()).toMatchObject({ state: 'settled', by });
    expect(await rig.timesPaid(tag)).toEqual([1, 1]);

    // Its references stay taken, and there is nothing to approve.
    expect((await payroll.pay(sheet(tag), { env })).counts).toMatchObject({ held: 2, processed: 0 });
    const workplace = await payroll.workplace(env);
    await expect(approveRun(workplace, run, { by: person('anna'), progress: () => {} })).rejects.toMatchObject({
      code: 'not_waiting',
    });
    await acceptDiscrepancy(workplace, { reference: remote, run, because: 'we know who' }, person('anna'));
    expect((await payroll.resume(run, env))[0]).toMatchObject({ state: 'done', exitCode: 0, note: null });
    await rig.holds();
  });
});

describeDatabases('a batch that somebody sends in the payout service, which asks for an approval there', (database) => {
  const payroll = testPayroll(database, { serviceApproval: true, pricingMs: 0 });

  const sentByHand = async (tag: string) => {
    const lines = people(1, () => ({ reference: `${tag}-1`, email: `${tag}1@example.com` }));
    const { run } = await payroll.pay(payroll.sheet(`${tag}.csv`, sheetOf(lines)), { env: MANUAL });
    const call = signedFetch({ url: payroll.sandbox.url, keys: payroll.sandbox.merchant });
    const { id } = (await payroll.ledger()).batches.at(-1)!;
    await call('POST', `/v1/batches/${id}/start-processing`, {});
    return run;
  };

  it('is said to await approval there, and paid or not as they decide', async () => {
    const run = await sentByHand('there');
    for (let resumes = 0; resumes < 2; resumes++)
      expect((await payroll.resume(run, MANUAL))[0]).toMatchObject({
        state: 'awaiting_service_approval',
        exitCode: 4,
        note: expect.stringContaining('nobody had approved it'),
      });
    await payroll.control('service-approval', { answer: 'approve' });
    expect((await payroll.resume(run, MANUAL))[0]).toMatchObject({ state: 'needs_person', counts: { processed: 1 } });
  });

  it.each([
    ['is followed again', 'approve', { processed: 1 }],
    ['stays unconfirmed', 'reject', { unknown: 1 }],
  ])('%s if nobody could tell about it, and somebody there says "%s"', async (_, answer, counts) => {
    const run = await sentByHand(answer);
    await payroll.resume(run, MANUAL);
    const { ledger } = await payroll.workplace(MANUAL);
    await ledger.db.query(`update payrun.batch set state = 'unknown' where run_id = $1`, [run]);
    await payroll.control('service-approval', { answer });
    expect((await payroll.resume(run, MANUAL))[0]).toMatchObject({ exitCode: 4, counts });
  });
});
