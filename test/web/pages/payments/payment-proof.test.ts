import { expect, it } from 'vitest';
import { describeDatabases } from '../../../support/database.ts';
import { sheetOf, testPayroll } from '../../../support/payroll.ts';
import { openPages } from '../../../support/visited-pages.ts';

/** What becomes of a paid payment, so that nothing proves it any longer. */
const UNPROVEN = {
  returned: `update payrun.payment set state = 'returned', reason_code = 'returned' where id = $1`,
  unconfirmed: `update payrun.payment set state = 'unknown', reason_code = 'return_unreadable' where id = $1`,
  'a discrepancy': `update payrun.payment set state = 'discrepancy', reason_code = 'amount_differs' where id = $1`,
  'paid by the word of a user': `update payrun.payment set reason_code = 'resolved' where id = $1`,
  'an accepted discrepancy': `update payrun.payment set reason_code = 'accepted' where id = $1`,
  'without an amount': `update payrun.payment set paid_source_minor = null where id = $1`,
  'without an ID of the service': `update payrun.payment set remote_id = null where id = $1`,
};

describeDatabases('a proof of payment', (database) => {
  const payroll = testPayroll(database);

  it('G8: says what the payout service reports, and only of a payment that is paid as ordered', async () => {
    const rows = ['whole', 'failed', ...Object.keys(UNPROVEN)].map((_, i) => ({
      reference: `proof-${i}`,
      email: `proof${i}@example.com`,
      amount: `${100 + i}.50`,
    }));
    await payroll.control('outcomes', [{ match: { recipientEmail: 'proof1@example.com' }, outcome: 'failed' }]);
    const { run } = await payroll.pay(payroll.sheet('proof.csv', sheetOf(rows)));
    const { ledger } = await payroll.appContext();
    const office = openPages(await payroll.appContext());
    const found = await ledger.db.query<{ id: string; reference: string; remote_id: string; account: string }>(
      'select id, reference, remote_id, account_hint as account from payrun.payment where run_id = $1 order by row',
      [run],
    );
    const [paid, failed, ...others] = found.rows;
    const path = `/payments/${paid!.id}/proof`;

    const { status, text } = await office.get(path);
    expect(status).toBe(200);
    const said = text.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
    const WANTED = [
      'Proof of payment',
      'Our reference proof-0',
      `Payout service payment ID ${paid!.remote_id}`,
      'Amount sent 100.50 EUR',
      'Fees ',
      'Recipient gets ',
      'Bank Bank in Germany',
      `•••• ${paid!.account.slice(-4)}`,
    ];
    for (const words of WANTED) expect(said).toContain(words);
    expect(said).toMatch(/Sent \d{4}-\d\d-\d\d \d\d:\d\d \([\w/]+\)/);
    expect(said).toMatch(/Expected arrival \d{4}-\d\d-\d\d \([\w/]+\), estimated by the payout service/);
    expect(said).toMatch(/Issued \d{4}-\d\d-\d\d \d\d:\d\d \([\w/]+\)/);
    expect(text).not.toMatch(/DE\d{20}/);
    expect((await office.get(`/payments/${paid!.id}`)).text).toContain(`href="${path}"`);
    expect((await office.get(path, { merchants: ['another'] })).status).toBe(404);

    for (const [i, sql] of Object.values(UNPROVEN).entries()) await ledger.db.query(sql, [others[i]!.id]);
    const { text: listed } = await office.get(`/runs/${run}`);
    expect(listed).toContain(`href="${path}"`);
    for (const [i, { id }] of [failed!, ...others].entries()) {
      const what = ['failed', ...Object.keys(UNPROVEN)][i]!;
      const proof = await office.get(`/payments/${id}/proof`);
      expect(proof.status, what).toBe(303);
      expect(proof.headers.get('Location'), what).toMatch(/^\/payments\/[\w-]+\?refused=/);
      expect((await office.get(`/payments/${id}`)).text, what).not.toContain('/proof"');
      expect(listed, what).not.toContain(`/payments/${id}/proof`);
    }
    await ledger.db.query(`update payrun.batch set resolved_by = 'anna' where run_id = $1`, [run]);
    expect((await office.get(path)).status, 'of an adopted batch').toBe(303);
  });
});
