import { expect, it } from 'vitest';
import { showApproval } from '../../../src/cli/terminal/show-approval.ts';
import { releasePayments } from '../../../src/engine/review/release.ts';
import { rejectRun } from '../../../src/engine/review/take-back.ts';
import { rerunFailed } from '../../../src/engine/runs/rerun.ts';
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

async function paidTo(payroll: Payroll, email: string) {
  return (await payroll.ledger()).payments.filter(
    (payment) => payment.recipientEmail === email && payment.timesPaid > 0,
  ).length;
}

/** The last digits of the accounts that were paid, by payment, as the service shows them. */
async function holds(payroll: Payroll) {
  const { ledger } = await payroll.appContext();
  expect((await verifyLedger({ ledger }, {})).findings).toEqual([]);
}

describeDatabases('bank details', (database) => {
  const payroll = testPayroll(database);

  it('G7: of a person whom another run is about to pay to another account: the second row is held', async () => {
    const first = await pay(payroll, 'a1', [{ reference: 'A-1', email: 'a@example.com', iban: germanIban(1) }], {
      env: MANUAL,
    });
    const second = await pay(
      payroll,
      'a2',
      [{ reference: 'A-2', email: 'a@example.com', iban: germanIban(2), amount: '55' }],
      { env: MANUAL },
    );
    expect(second.problems[0]).toMatchObject({
      code: 'account_in_flight',
      message: expect.stringContaining(`run ${first.run}`),
    });
    const approved = await approveRun(await payroll.appContext(MANUAL), first.run, { by: person('bob'), ...carry });
    expect(approved.counts.processed).toBe(1);
    await holds(payroll);
  });

  it('that two runs give at once: nobody is paid to an account that the row does not name', async () => {
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
        `^Bank details of IBAN •••• ${end} changed: account holder name; the account number is the same\\. The last payment was sent on `,
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

describeDatabases('the same amount', (database) => {
  const payroll = testPayroll(database);
  const ageRun = async (run: string, days: number) => {
    const { ledger } = await payroll.appContext();
    await ledger.db.query(
      `update payrun.payment set created_at = created_at - $2 * interval '1 day', final_at = final_at - $2 * interval '1 day' where run_id = $1`,
      [run, days],
    );
  };

  it('to the same person under another key is held', async () => {
    const one = [COLUMNS, full('D-1', 'W-1', 'wanda@example.com', germanIban(31))].join('\n');
    const two = [COLUMNS, full('D-2', '', 'wanda@example.com', germanIban(31))].join('\n');
    expect((await payroll.pay(payroll.sheet('d1.csv', `${one}\n`))).counts.processed).toBe(1);
    expect((await payroll.pay(payroll.sheet('d2.csv', `${two}\n`))).problems[0]).toMatchObject({
      code: 'possible_duplicate',
    });
  });

  it('G7: held twice and released once is paid once', async () => {
    const line = { reference: '', email: 'twice@example.com', amount: '250' };
    expect(
      (await pay(payroll, 't0', [{ ...line, reference: 'T-0', amount: '10', iban: germanIban(41) }])).counts.processed,
    ).toBe(1);
    const changed = { ...line, iban: germanIban(42) };
    const first = await pay(payroll, 't1', [changed]);
    const second = await pay(payroll, 't2', [changed]);
    expect([first, second].map(({ problems }) => problems[0]!.code)).toEqual(['account_changed', 'account_changed']);
    const appContext = await payroll.appContext();
    const { rows } = await appContext.ledger.db.query<{ reference: string }>(
      `select reference from payrun.payment where run_id = $1`,
      [first.run],
    );
    await releasePayments(appContext, [rows[0]!.reference], person('bob'), null, VERIFIED);
    await expect(
      releasePayments(appContext, [rows[0]!.reference], person('bob'), null, VERIFIED),
    ).rejects.toMatchObject({
      code: 'not_held',
    });
    await payroll.resume();
    expect(await paidTo(payroll, line.email)).toBe(2);
  });

  it('that failed, was paid by a later sheet and is retried long after is held', async () => {
    const line = { reference: '', email: 'old@example.com', amount: '77' };
    await payroll.control('outcomes', [{ match: { recipientEmail: line.email }, outcome: 'failed', reason: 'Closed' }]);
    const first = await pay(payroll, 'o1', [line]);
    await payroll.control('outcomes', []);
    const second = await pay(payroll, 'o2', [line]);
    expect([first.counts.failed, second.counts.processed]).toEqual([1, 1]);
    await ageRun(first.run, 8);
    await ageRun(second.run, 8);
    const appContext = await payroll.appContext();
    const options = {
      run: first.run,
      maker: person('mia'),
      states: ['failed'],
      references: [],
      dryRun: false,
      confirm: 'yes' as const,
      ...carry,
    };
    expect((await rerunFailed(appContext, options)).counts).toMatchObject({ held: 1, processed: 0 });
    expect(await paidTo(payroll, line.email)).toBe(1);
  });

  it('that waits for approval for longer than the window is not paid a second time', async () => {
    const line = { reference: '', email: 'slow@example.com', amount: '88' };
    const first = await pay(payroll, 's1', [line], { env: MANUAL });
    await ageRun(first.run, 8);
    expect((await pay(payroll, 's2', [line], { env: MANUAL })).counts.held).toBe(1);
  });

  it('a week later is a new payment for most of the sheet', async () => {
    const line = { reference: '', email: 'weekly@example.com', amount: '99' };
    const first = await pay(payroll, 'w1', [line]);
    await ageRun(first.run, 8);
    const others = [1, 2].map((n) => ({ reference: '', email: `weekly${n}@example.com`, iban: germanIban(400 + n) }));
    expect((await pay(payroll, 'w2', [line, ...others])).counts.processed).toBe(3);
  });
});

describeDatabases('an approval', (database) => {
  const payroll = testPayroll(database);

  it('G7: to one payment on hold does not cover the rest of an unsubmitted run', async () => {
    expect(
      (await pay(payroll, 'y0', [{ reference: 'Y-0', email: 'y@example.com', amount: '60' }])).counts.processed,
    ).toBe(1);
    const lines = [
      { reference: 'Y-2', email: 'y@example.com', amount: '60', iban: germanIban(1) },
      { reference: 'Y-3', email: 'y3@example.com', amount: '900' },
    ];
    const interrupted = new Error('killed at the question');
    const file = payroll.sheet('y1.csv', sheetOf(lines));
    await expect(payroll.pay(file, { confirm: () => Promise.reject(interrupted) })).rejects.toThrow(interrupted);
    const [run] = await releasePayments(await payroll.appContext(), ['Y-2'], person('bob'), null, VERIFIED);
    expect((await payroll.resume(String(run)))[0]!.counts).toMatchObject({ processed: 1, canceled: 1 });
    expect(await paidTo(payroll, 'y3@example.com')).toBe(0);
  });

  it('G7: does not cover a batch that disagrees with its quote', async () => {
    const { run } = await pay(payroll, 'q1', [{ reference: 'Q-1', email: 'q@example.com', amount: '70' }], {
      env: MANUAL,
    });
    const appContext = await payroll.appContext(MANUAL);
    const { db } = appContext.ledger;
    const { signedFetch } = await import('../../support/signed-fetch.ts');
    const call = signedFetch({ url: payroll.sandbox.url, keys: payroll.sandbox.merchant });
    const { rows } = await db.query<{ id: string; recipient: string }>(
      `select b.remote_id as id, p.paid_recipient_remote_id as recipient from payrun.batch b join payrun.payment p on p.batch_id = b.id where b.run_id = $1`,
      [run],
    );
    const extra = { recipient: { id: rows[0]!.recipient }, amount: '5000.00', currency: 'EUR' };
    expect((await call('POST', `/v1/batches/${rows[0]!.id}/payments`, extra)).status).toBe(200);
    await db.query(`update payrun.batch set quote_expires_at = now() - interval '1 hour' where run_id = $1`, [run]);
    const [outcome] = await payroll.resume(run, MANUAL);
    expect(outcome).toMatchObject({ state: 'needs_person', exitCode: 4 });
    expect(outcome!.note).toMatch(/counts 2 payments instead of 1/);
    await expect(approveRun(appContext, run, { by: person('bob'), ...carry })).rejects.toMatchObject({
      code: 'not_waiting',
    });
    expect(await paidTo(payroll, 'q@example.com')).toBe(0);
  });
});

describeDatabases('a run that was killed while it read its sheet', (database) => {
  const payroll = testPayroll(database);

  it('can be resumed after one of its references was paid from another sheet', async () => {
    const lines = people(3, (n) => ({
      reference: `B-${n}`,
      email: `b${n}@example.com`,
      ...(n === 1 ? { iban: 'DE00' } : {}),
    }));
    const stop = new AbortController();
    await expect(
      pay(payroll, 'b1', lines, {
        signal: stop.signal,
        progress: ({ stage }) => {
          if (stage === 'intake') stop.abort(new Error('killed'));
        },
      }),
    ).rejects.toThrow();
    const { ledger } = await payroll.appContext();
    await ledger.db.query(
      `update payrun.run set intake_at = null, loading = true, status = 'reading_file', finished_at = null`,
    );
    expect((await pay(payroll, 'b2', [{ reference: 'B-1', email: 'b1@example.com' }])).counts.processed).toBe(1);
    const [resumed] = await payroll.resume();
    expect(resumed).toMatchObject({ state: 'done', counts: { invalid: 1, processed: 2 } });
  });
});
