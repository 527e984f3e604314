import { expect, it } from 'vitest';
import { showApproval } from '../../../src/cli/terminal/show-approval.ts';
import { releasePayments } from '../../../src/engine/review/release.ts';
import { rejectRun } from '../../../src/engine/review/take-back.ts';
import { approvalSummary } from '../../../src/reports/approval-summary.ts';
import { verifyLedger } from '../../../src/reports/verify.ts';
import type { View } from '../../../src/web/components/view.ts';
import { approvalChecks } from '../../../src/web/pages/approvals/approval-checks.ts';
import { approveRun } from '../../support/approve-run.ts';
import { describeDatabases } from '../../support/database.ts';
import { germanIban, type Payroll, people, type SheetLine, sheetOf, testPayroll } from '../../support/payroll.ts';
import { person, VERIFIED } from '../../support/person.ts';

const carry = { progress: () => {} };
const MANUAL = { 'approval.policy': 'manual' };
const COLUMNS = 'paymentReference,referenceId,amount,currency,type,firstName,lastName,email,street1,city,country,iban';

const pay = (
  payroll: Payroll,
  name: string,
  lines: readonly SheetLine[],
  options: Parameters<Payroll['pay']>[1] = {},
) => payroll.pay(payroll.sheet(`${name}.csv`, sheetOf(lines)), options);
const full = (payment: string, reference: string, email: string, iban: string, amount = '100.00') =>
  [payment, reference, amount, 'EUR', 'individual', 'Vera', 'Vogel', email, 'Street 1', 'Berlin', 'DE', iban].join(',');

/** The last digits of the accounts that were paid, by payment, as the service shows them. */
async function holds(payroll: Payroll) {
  const { ledger } = await payroll.appContext();
  expect((await verifyLedger({ ledger }, {})).findings).toEqual([]);
}

describeDatabases('bank details', (database) => {
  const payroll = testPayroll(database);

  it('that two runs give at once: no one is paid to an account that the row does not name', async () => {
    const lines = (iban: number) =>
      people(6, (n) => ({
        reference: `R${iban}-${n}`,
        email: `race${n}@example.com`,
        iban: germanIban(iban + n),
        amount: `${iban + n}.00`,
      }));
    const outcomes = await Promise.all([pay(payroll, 'r1', lines(100)), pay(payroll, 'r2', lines(200))]);
    const paid = outcomes.map(({ counts }) => counts.processed);
    expect(paid[0]! + paid[1]!).toBe(6);
    await holds(payroll);
  });

  it('G7: that changed at the ledger since a batch was planned: it can be rejected, but not approved', async () => {
    const { run } = await pay(payroll, 'p1', [{ reference: 'P-1', email: 'p@example.com', iban: germanIban(11) }], {
      env: MANUAL,
    });
    const appContext = await payroll.appContext(MANUAL);
    await appContext.ledger.db.query(
      `update payrun.recipient set account_remote_id = 'A-other', account_fp = '\\x01' where id = (select recipient_id from payrun.payment where run_id = $1)`,
      [run],
    );
    await expect(approveRun(appContext, run, { by: person('bob'), ...carry })).rejects.toMatchObject({
      code: 'accounts_changed',
      message: expect.stringContaining('changed by another run'),
    });
    await rejectRun(appContext, run, { by: person('bob'), because: 'not theirs', ...carry });
    expect((await payroll.resume(run, MANUAL))[0]!.counts.canceled).toBe(1);
  });

  it('of one person under two keys in one sheet contradict each other: both rows are held', async () => {
    const known = [COLUMNS, full('K-0', 'V-1', 'vera@example.com', germanIban(21), '31')].join('\n');
    expect((await payroll.pay(payroll.sheet('k0.csv', `${known}\n`))).counts.processed).toBe(1);
    const sheet = [
      COLUMNS,
      full('K-1', 'V-1', 'vera@example.com', germanIban(21), '32'),
      full('K-2', '', 'vera@example.com', germanIban(22), '33'),
    ].join('\n');
    const outcome = await payroll.pay(payroll.sheet('k1.csv', `${sheet}\n`));
    expect(outcome.problems.map(({ code }) => code)).toEqual(['account_conflict', 'account_conflict']);
    expect(outcome.counts.processed).toBe(0);
  });

  it('of which only the account holder changed name what changed, and that the number is the same', async () => {
    const sheet = (payment: string, holder: string, amount: string) =>
      `${COLUMNS},accountHolderName\n${full(payment, 'H-1', 'emma@example.com', germanIban(25), amount)},${holder}\n`;
    await payroll.pay(payroll.sheet('h0.csv', sheet('H-0', 'Vera M. Vogel', '51')));
    const { run, problems } = await payroll.pay(payroll.sheet('h1.csv', sheet('H-1', '', '52')), { env: MANUAL });
    const end = germanIban(25).slice(-4);
    expect(problems[0]).toMatchObject({ code: 'account_changed' });
    expect(problems[0]!.message).toMatch(
      new RegExp(
        `^Bank details changed for IBAN •••• ${end}: account holder name; the account number is the same\\. The last payment was sent on `,
      ),
    );
    const appContext = await payroll.appContext(MANUAL);
    await releasePayments(appContext, ['H-1'], person('bob'), run, VERIFIED);
    await payroll.resume(run, MANUAL);
    const summary = await approvalSummary(appContext.ledger, run);
    expect(summary.changedAccounts.shown).toMatchObject([
      { details: 'account holder name Vera M. Vogel → Vera Vogel; the account number is the same' },
    ]);
    const printed = showApproval(summary, Date.now()).join('\n');
    expect(printed).toContain('account holder name Vera M. Vogel → Vera Vogel');
    const view = { locale: 'en-US', now: new Date() } as unknown as View;
    expect(String(approvalChecks(view, summary))).toContain(
      'Changed: account holder name Vera M. Vogel → Vera Vogel; the account number is the same.',
    );
  });

  it('are in one of two rows of a person: the row with only the referenceId does not fail the other', async () => {
    const sheet = [
      COLUMNS,
      'S-1,V-9,41,EUR,,,,,,,,',
      full('S-2', 'V-9', 'nine@example.com', germanIban(23), '42'),
    ].join('\n');
    expect((await payroll.pay(payroll.sheet('short.csv', `${sheet}\n`))).counts).toMatchObject({ processed: 2 });
  });
});
