import exceljs from 'exceljs';
import { expect, it } from 'vitest';
import { describeDatabases } from '../../support/database.ts';
import { people, sheetOf, testPayroll } from '../../support/payroll.ts';
import { signedFetch } from '../../support/signed-fetch.ts';
import { serviceRig } from '../workers/service-rig.ts';

/** All text of a results workbook's first worksheet. */
async function rowsOf(path: string): Promise<string> {
  const book = new exceljs.Workbook();
  await book.xlsx.readFile(path);
  return JSON.stringify(book.worksheets[0]!.getSheetValues());
}

const APPROVE_THERE = 'Approve it in the payout service';

describeDatabases('a service with an approval policy of its own', (database) => {
  const payroll = testPayroll(database, { serviceApproval: true });
  const rig = serviceRig(payroll);
  const sheet = (tag: string, count = 2) =>
    payroll.sheet(
      `${tag}.csv`,
      sheetOf(people(count, (n) => ({ reference: `${tag}-${n}`, email: `${tag}${n}@example.com` }))),
    );
  const answer = (what: 'approve' | 'reject') => payroll.control('service-approval', { answer: what });
  const starts = async () => (await payroll.ledger()).batches.map(({ startCalls }) => startCalls);

  it('G1: gets one start, and everybody is paid once when it is approved there', async () => {
    await payroll.pay(sheet('held'));
    for (let resumes = 0; resumes < 3; resumes++)
      expect(await rig.resume()).toMatchObject([
        {
          state: 'awaiting_service_approval',
          exitCode: 4,
          counts: { batched: 2 },
          note: null,
        },
      ]);
    expect(await starts()).toEqual([1]);
    await answer('approve');
    expect(await rig.resume()).toMatchObject([{ state: 'done', exitCode: 0, counts: { processed: 2 } }]);
    expect(await starts()).toEqual([1]);
    expect(await rig.timesPaid('held')).toEqual([1, 1]);
    await rig.holds();
  });

  it('that rejects a batch pays nobody: the batch is deleted there, and the rows fail and can be retried', async () => {
    const held = await payroll.pay(sheet('no'));
    expect(held).toMatchObject({ state: 'awaiting_service_approval', exitCode: 4 });
    expect(await rowsOf(held.results!)).toContain(APPROVE_THERE);
    await answer('reject');
    expect(await rig.resume()).toMatchObject([{ state: 'done', exitCode: 3, counts: { failed: 2 } }]);
    const { batches } = await payroll.ledger();
    expect(batches.filter(({ status }) => status === 'open')).toEqual([]);
    expect(await rig.timesPaid('no')).toEqual([]);
    await rig.holds();
  });

  it('G2: says not to approve a batch that was changed there, and it is a discrepancy if that is done anyway', async () => {
    const call = signedFetch({ url: payroll.sandbox.url, keys: payroll.sandbox.merchant });
    const edited: typeof fetch = async (input, init) => {
      const batch = /^(.*\/v1\/batches\/[^/]+)\/start-processing$/.exec(new URL(String(input)).pathname)?.[1];
      if (batch) {
        const [payment] = (await call('GET', `${batch}/payments`)).body.payments;
        await call('PATCH', `${batch}/payments/${payment.id}`, { amount: '310.00', currency: 'EUR' });
      }
      return fetch(input, init);
    };
    const { run } = await payroll.pay(sheet('edited', 1), { wire: edited });
    expect(await payroll.resume(run)).toMatchObject([
      {
        state: 'awaiting_service_approval',
        exitCode: 4,
        note: expect.stringMatching(/^Do not approve it .* row 2 has a different amount in the service: 310\.00 EUR/),
      },
    ]);
    await answer('approve');
    expect(await payroll.resume(run)).toMatchObject([
      { state: 'needs_person', exitCode: 4, counts: { discrepancy: 1, processed: 0 } },
    ]);
  });
});
