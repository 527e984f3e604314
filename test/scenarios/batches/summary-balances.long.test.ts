import { expect, it } from 'vitest';
import { selectBalances } from '../../../src/ledger/merchants/balances.ts';
import { describeDatabases } from '../../support/database.ts';
import { people, sheetOf, testPayroll } from '../../support/payroll.ts';
import { serviceRig } from '../workers/service-rig.ts';

describeDatabases('a summary that names the debit next to the payout method', (database) => {
  const payroll = testPayroll(database);
  const rig = serviceRig(payroll);

  it('is not mistaken for the balance', async () => {
    rig.proxy.rule({
      answer(given) {
        const { batchSummary } = given.json ?? {};
        if (!batchSummary) return given;
        const { debitAmount: amount } = batchSummary.total;
        const balances = [{ id: 'BL-1', method: 'bank-transfer', currency: 'EUR', amount }];
        return { ...given, json: { ...given.json, batchSummary: { ...batchSummary, balances } } };
      },
    });
    const sheet = payroll.sheet('debit.csv', sheetOf(people(2, (n) => ({ reference: `debit-${n}` }))));
    expect(await payroll.pay(sheet, { env: { ...rig.env(), 'approval.policy': 'manual' } })).toMatchObject({
      state: 'waiting_approval',
    });
    const { ledger } = await payroll.appContext();
    const shown = (await selectBalances(ledger.db, null, 10)).map(({ type }) => type);
    expect(shown).not.toContain('bank-transfer');
  });
});
