import exceljs from 'exceljs';
import { expect, it } from 'vitest';
import { describeDatabases } from '../../support/database.ts';
import { people, sheetOf, testPayroll } from '../../support/payroll.ts';
import type { ProxiedAnswer } from '../../support/servers/service-proxy.ts';
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

  it('asks for its approval even if a start was refused for the balance and funds arrive: one start, paid once', async () => {
    const all = (sign: '' | '-') => payroll.control('fund', { currency: 'EUR', amount: `${sign}900000.00` });
    await all('-');
    const rows = people(2, (n) => ({ reference: `poor-${n}`, email: `poor${n}@example.com`, amount: '90000.00' }));
    // The balance cannot be read, so the service is asked.
    const blind = ({ json, ...given }: ProxiedAnswer) =>
      ({ ...given, json: given.path === '/v1/balances' ? { ...json, balances: ['EUR'] } : json }) as ProxiedAnswer;
    rig.proxy.rule({ answer: blind });
    const poor = await payroll.pay(payroll.sheet('poor.csv', sheetOf(rows)), { env: rig.env() });
    expect(poor).toMatchObject({ state: 'waiting_funds', exitCode: 4 });
    await all('');
    expect(await rig.resume()).toMatchObject([{ state: 'awaiting_service_approval', exitCode: 4, note: null }]);
    expect(await rig.timesPaid('poor')).toEqual([0, 0]);
    await answer('approve');
    rig.proxy.rule({});
    expect(await rig.resume()).toMatchObject([{ state: 'done', exitCode: 0, counts: { processed: 2 } }]);
    expect(await rig.timesPaid('poor')).toEqual([1, 1]);
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

  it('whose approver deletes the batch leads to a note, and nothing is guessed', async () => {
    const held = await payroll.pay(sheet('gone'));
    await rig.deleteBatches(({ status }) => status === 'awaiting_approval');
    expect(await payroll.resume(held.run)).toMatchObject([
      {
        state: 'needs_person',
        exitCode: 4,
        counts: { unknown: 2 },
        note: expect.stringContaining('is gone now'),
      },
    ]);
  });
});
