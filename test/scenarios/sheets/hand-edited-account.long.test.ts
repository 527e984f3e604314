import { expect, it } from 'vitest';
import { rejectRun } from '../../../src/engine/review/take-back.ts';
import { selectPayments } from '../../../src/ledger/runs/payment-status.ts';
import { selectPayment } from '../../../src/ledger/views/payment-view.ts';
import { selectRunPayments } from '../../../src/ledger/views/run-payments.ts';
import { describeDatabases } from '../../support/database.ts';
import { type Payroll, sheetOf, testPayroll } from '../../support/payroll.ts';
import { person } from '../../support/person.ts';
import { signedFetch } from '../../support/signed-fetch.ts';

const callOf = (payroll: Payroll) => signedFetch({ url: payroll.sandbox.url, keys: payroll.sandbox.merchant });

/** The ids of the accounts that someone was paid to, oldest first. */
async function paidAccounts(payroll: Payroll, email: string): Promise<readonly string[]> {
  const { payments } = await payroll.ledger();
  const paid = payments.filter(({ recipientEmail, timesPaid }) => recipientEmail === email && timesPaid > 0);
  const call = callOf(payroll);
  const shown = await Promise.all(
    paid.map(async ({ batchId, id }) => (await call('GET', `/v1/batches/${batchId}/payments/${id}`)).body.payment),
  );
  // An account that was edited has another id, and the old one is not shown any more.
  return shown.map(({ account }) => account?.id ?? 'retired');
}

describeDatabases('an account that shows other bank details under the same id', (database) => {
  const payroll = testPayroll(database);

  it.each(['auto', 'manual'])(
    'G7: is not paid (approval: %s), the reason names the fields, and the next run adds the right one',
    async (approval) => {
      const email = `${approval}@example.com`;
      const file = payroll.sheet(`${approval}.csv`, sheetOf([{ reference: `S-${approval}`, email }]));
      const wire: typeof fetch = async (input, init) => {
        const answer = await fetch(input, init);
        if (!/\/payments\?/.test(String(input))) return answer;
        const text = (await answer.text()).replaceAll(/"accountHolderName":"[^"]*"/g, '"accountHolderName":"Eve Fox"');
        return new Response(text, { status: answer.status, headers: answer.headers });
      };
      const stopped = await payroll.pay(file, { wire, env: { 'approval.policy': approval } });
      expect(stopped).toMatchObject({ state: 'needs_person', exitCode: 4 });
      expect(stopped.note).toMatch(/row 2 goes to another account, which differs in the account holder/);
      expect(await paidAccounts(payroll, email)).toEqual([]);
      const { ledger } = await payroll.appContext();
      const inRun = { run: stopped.run, state: null, reference: null, limit: 9 };
      const [printed] = await selectPayments(ledger.db, null, { ...inRun, after: null });
      const page = { run: BigInt(stopped.run), state: null, text: null, after: -1, limit: 9 };
      const [listed] = (await selectRunPayments(ledger.db, null, page)).payments;
      if (approval === 'manual')
        for (const shown of [printed, listed, await selectPayment(ledger.db, null, printed!.payment)])
          expect(shown).toMatchObject({
            state: 'unknown',
            reason: expect.stringMatching(
              /differs in the account holder.*\. Correct the batch in the payout service\. The run continues/,
            ),
          });
      // Read before anybody is asked, such a batch is not theirs to approve or to reject.
      if (approval === 'manual') return;
      await rejectRun(await payroll.appContext(), stopped.run, {
        by: person('anna'),
        because: 'edited',
        progress: () => {},
      });
      expect(await payroll.pay(file)).toMatchObject({ state: 'done', counts: { processed: 1 } });
      expect(await paidAccounts(payroll, email)).toHaveLength(1);
    },
  );
});
