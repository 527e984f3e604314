import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import type { AppContext } from '../../src/engine/context/app-context.ts';
import { exportJournal } from '../../src/engine/journal/export-journal.ts';
import { describeDatabases } from '../support/database.ts';
import { listPayments } from '../support/list-payments.ts';
import { sheetOf, testPayroll } from '../support/payroll.ts';
import { person } from '../support/person.ts';

type Answer = Record<string, never> & { payments?: Change[]; batch?: Change; batchSummary?: { total: Change } };
type Change = Record<string, unknown>;

describeDatabases("the service's compliance review", (database) => {
  const payroll = testPayroll(database, { pricingMs: 0 });
  let appContext: AppContext;
  beforeAll(async () => {
    appContext = await payroll.appContext();
  });

  /** The answers of the service, changed by `change` before Payrun reads them. */
  const wire =
    (change: (path: string, answer: Answer) => void): typeof fetch =>
    async (input, init) => {
      const answer = await fetch(input, init);
      const text = await answer.text();
      const json = JSON.parse(text) as Answer;
      change(new URL(String(input instanceof Request ? input.url : input)).pathname, json);
      return new Response(JSON.stringify(json), { status: answer.status, headers: answer.headers });
    };
  const paymentsIn = (answer: Answer) => answer.payments ?? [];
  const recipient = (email: string) =>
    appContext.ledger.db
      .query<{ compliance: string | null; doubt: string | null }>(
        `select r.compliance, r.doubt from payrun.recipient r join payrun.payment p on p.reference = $1 and p.merchant_id = r.merchant_id
         where r.email_fp = p.recipient_fp or r.key_fp = p.recipient_fp`,
        [email],
      )
      .then(({ rows }) => rows[0]);
  const payment = (reference: string) =>
    appContext.ledger.db
      .query<{ id: string; state: string; reason: string | null; reason_code: string | null; batch_id: string | null }>(
        'select id, state, reason, reason_code, batch_id from payrun.payment where reference = $1 order by run_id desc limit 1',
        [reference],
      )
      .then(({ rows }) => rows[0]!);

  it('that blocks a new recipient holds the payment before bank details are sent, and pays the others', async () => {
    const lines = [
      { reference: 'C-1', first: 'Blocked', last: 'Person', email: 'blocked@example.com' },
      { reference: 'C-2', email: 'fine@example.com' },
    ];
    const { counts } = await payroll.pay(payroll.sheet('blocked.csv', sheetOf(lines)));
    expect(counts).toMatchObject({ processed: 1, held: 1 });
    expect(await payment('C-1')).toMatchObject({
      state: 'held',
      reason_code: 'recipient_inactive',
      reason: expect.stringContaining('does not pay this recipient (blocked)'),
    });
    expect(await recipient('C-1')).toEqual({ compliance: 'blocked', doubt: 'read' });
    const { rows } = await appContext.ledger.db.query(
      `select 1 from payrun.recipient where compliance = 'blocked' and account_remote_id is not null`,
    );
    expect(rows).toEqual([]);
  });

  it('G2: that blocks a recipient just before the start takes the payment out and holds it, and pays the rest', async () => {
    const lines = ['D-1', 'D-2', 'D-3'].map((reference) => ({ reference, email: `${reference}@example.com` }));
    const blocks = wire((path, answer) => {
      if (!path.endsWith('/payments')) return;
      for (const one of paymentsIn(answer))
        if (
          (one.recipient as Change).email === 'd-2@example.com' ||
          (one.recipient as Change).email === 'D-2@example.com'
        )
          (one.recipient as Change).complianceStatus = 'blocked';
    });
    const { counts } = await payroll.pay(payroll.sheet('later.csv', sheetOf(lines)), { wire: blocks });
    expect(counts).toMatchObject({ processed: 2, held: 1 });
    expect(await payment('D-2')).toMatchObject({ state: 'held', reason_code: 'recipient_inactive', batch_id: null });
  });

  it('and tax that the service withholds is compared, shown and booked', async () => {
    const taxed = (quoted: string) =>
      wire((path, answer) => {
        if (answer.batchSummary) answer.batchSummary.total.totalWithheld = quoted;
        if (path.endsWith('/payments')) for (const one of paymentsIn(answer)) one.withholdingAmount = '30.00';
      });
    const pay = (reference: string, quoted: string) =>
      payroll.pay(
        payroll.sheet(
          `${reference}.csv`,
          sheetOf([{ reference, email: `${reference}@example.com`, amount: '100.00' }]),
        ),
        { wire: taxed(quoted) },
      );
    const paid = await pay('G-1', '30.00');
    expect(paid).toMatchObject({ exitCode: 0, counts: { processed: 1 } });
    const table = readFileSync(paid.results!.replace(/xlsx$/, 'csv'), 'utf8');
    expect(table).toMatch(
      /,fees,tax withheld,.*,compliance,.*\r?\n.*,30\.00,.*,"Under review in the payout service, which may/,
    );
    expect((await listPayments(appContext.ledger.db, { reference: 'G-1', limit: 1 }))[0]).toMatchObject({
      withheld: '30.00',
      compliance: 'pending',
    });
    expect((await payment('G-1')).reason).toBe('The payout service withheld 30.00 EUR in tax from the recipient.');
    const entries = await exportJournal(appContext, person('mia'), {});
    const { id } = await payment('G-1');
    expect(entries.find((entry) => entry.payment === id)).toMatchObject({ payables: 70_00n, withheld: 30_00n });
    await pay('G-2', '0.00');
    const { rows } = await appContext.ledger.db.query<{ what: string }>(
      `select d.what from payrun.batch_discrepancy d order by 1`,
    );
    expect(JSON.stringify(rows)).toContain('withheld 30.00 EUR in tax from the recipients of a batch');
  });
});
