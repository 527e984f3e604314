import { expect, it } from 'vitest';
import { approveRun } from '../../src/engine/decide.ts';
import { describeDatabases } from '../support/database.ts';
import { sheetOf, testPayroll } from '../support/payroll.ts';

const MANUAL = { PAYRUN_APPROVAL: 'manual' };

describeDatabases('an approval is bound to what was approved (G7):', (database) => {
  const payroll = testPayroll(database, { balance: '10.00', pricingMs: 0 });

  /** How often the start of a run's batch arrived at the service. */
  const startsOf = async (run: string) => {
    const { ledger } = await payroll.workplace();
    const { rows } = await ledger.db.query<{ tag: string }>('select tag from payrun.batch where run_id = $1', [run]);
    const { batches } = await payroll.ledger();
    return rows.map(({ tag }) => batches.find(({ tags }) => tags.includes(tag))?.startCalls);
  };

  const CHANGES: readonly [what: string, sql: string][] = [
    ['the amount of a payment', 'update payrun.payment set minor = minor - 1 where run_id = $1'],
    ['the reference of a payment', `update payrun.payment set reference = reference || 'x' where run_id = $1`],
    ['who is paid', `update payrun.payment set paid_recipient_remote_id = 'R-another' where run_id = $1`],
    [
      "the recipient's account at the service",
      `update payrun.recipient set account_remote_id = 'A-another' where id in (select recipient_id from payrun.payment where run_id = $1)`,
    ],
    [
      'the fees',
      `update payrun.batch set quote = jsonb_set(quote, '{feesMinor}', '"0"') || '{"debitMinor": "1"}' where run_id = $1`,
    ],
  ];
  it.each(CHANGES)('nothing starts when %s changed after it', async (what, sql) => {
    const id = what.replace(/\W+/g, '').toLowerCase();
    const file = payroll.sheet(`${id}.csv`, sheetOf([{ reference: id, email: `${id}@example.com`, amount: '500.00' }]));
    const { run } = await payroll.pay(file, { env: MANUAL });
    const workplace = await payroll.workplace(MANUAL);
    const approved = await approveRun(workplace, run, { by: 'anna', progress: () => {} });
    expect(approved.note).toMatch(/^Needs /);

    await workplace.ledger.tx(async (db) => {
      await db.query('set local session_replication_role = replica');
      await db.query(sql, [run]);
    });
    await payroll.control('fund', { currency: 'EUR', amount: '1000.00' });
    try {
      const [resumed] = await payroll.resume(run, MANUAL);
      expect(resumed).toMatchObject({ state: 'waiting_approval', exitCode: 4, counts: { batched: 1 } });
      expect(await startsOf(run)).toEqual([0]);
    } finally {
      await payroll.control('fund', { currency: 'EUR', amount: '-1000.00' });
    }
  });

  it('what did not change starts, once', async () => {
    const file = payroll.sheet(
      'same.csv',
      sheetOf([{ reference: 'same', email: 'same@example.com', amount: '700.00' }]),
    );
    const { run } = await payroll.pay(file, { env: MANUAL });
    const workplace = await payroll.workplace(MANUAL);
    await approveRun(workplace, run, { by: 'anna', progress: () => {} });
    await payroll.control('fund', { currency: 'EUR', amount: '1000.00' });
    const [resumed] = await payroll.resume(run, MANUAL);
    expect(resumed).toMatchObject({ state: 'done', counts: { processed: 1 } });
    expect(await startsOf(run)).toEqual([1]);
  });
});
