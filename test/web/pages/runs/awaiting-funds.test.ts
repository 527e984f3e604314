import { expect, it } from 'vitest';
import { showOutcome } from '../../../../src/cli/terminal/show-outcome.ts';
import { notificationText } from '../../../../src/engine/notifications/notification-templates.ts';
import { pendingNotifications } from '../../../../src/engine/notifications/pending-notifications.ts';
import { notifiedRuns } from '../../../../src/ledger/notifications/notification.ts';
import { runOutcome } from '../../../../src/reports/payment-run-outcome.ts';
import { countPayments } from '../../../../src/states.ts';
import { describeDatabases } from '../../../support/database.ts';
import { listPayments } from '../../../support/list-payments.ts';
import { sheetOf, testPayroll } from '../../../support/payroll.ts';
import { openPages } from '../../../support/visited-pages.ts';

describeDatabases('payments of a run that awaits funds', (database) => {
  const payroll = testPayroll(database, { pricingMs: 0, balance: '100.00', allBalances: true });

  it('await funds on every channel, are never said to be queued, and their states add up to the rows', async () => {
    const rows = [{ amount: '130.25' }, { amount: '20.00' }, { amount: 'much' }];
    const sheet = sheetOf(rows.map((row, i) => ({ reference: `f-${i}`, email: `f${i}@example.com`, ...row })));
    const paid = await payroll.pay(payroll.sheet('funds.csv', sheet));
    expect(paid.outcome).toBe('insufficient_funds');
    const appContext = await payroll.appContext();
    const { db } = appContext.ledger;
    const pages = openPages(appContext);
    const outcome = await runOutcome(db, BigInt(paid.run));
    expect(outcome.debits.map(({ state, payments }) => [state, payments])).toEqual([
      ['awaiting_funds', 2],
      ['invalid', 1],
    ]);
    expect(countPayments(outcome.debits)).toBe(outcome.rows);
    const debit = `${outcome.debits[0]!.totalDebit} EUR`;
    const [run] = await notifiedRuns(db, BigInt(paid.run), async () => true);
    const mails = pendingNotifications([run!]).map(({ kind, content }) =>
      notificationText(kind, { sandbox: true, run: paid.run, sheet: 'funds.csv', ...content }, null),
    );
    const page = (await pages.get(`/runs/${paid.run}`)).text;
    const channels = {
      page: page.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' '),
      list: (await pages.get('/runs')).text.replace(/<[^>]+>/g, ' '),
      file: (await pages.get(`/runs/${paid.run}/payments.csv`)).text,
      command: showOutcome(outcome).join('\n'),
      message: mails.map(({ text }) => text).join('\n'),
    };
    for (const [channel, text] of Object.entries(channels)) {
      expect(text, channel).toMatch(/awaiting funds/i);
      expect(text, channel).not.toMatch(/\d queued|in batch/i);
    }
    for (const channel of ['page', 'list', 'command', 'message'] as const)
      expect(channels[channel].replace(/\s+/g, ' '), channel).toContain(debit);
    expect((await listPayments(db, { run: paid.run })).map(({ state }) => state)).toEqual([
      'batched',
      'batched',
      'invalid',
    ]);
  });
});
