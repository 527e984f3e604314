import ExcelJS from 'exceljs';
import { expect, it } from 'vitest';
import { settleOpen } from '../../../src/engine/jobs/settle-open.ts';
import { acceptFound } from '../../../src/engine/review/accept-found.ts';
import { createRerun } from '../../../src/engine/runs/rerun.ts';
import { everyRowToFix, selectRowsToFix } from '../../../src/ledger/views/correctable-rows.ts';
import { scheduledActor } from '../../../src/permissions/actor.ts';
import { verifyLedger } from '../../../src/reports/verify.ts';
import { writeReport } from '../../../src/reports/write-report.ts';
import { describeDatabases } from '../../support/database.ts';
import { germanIban, sheetOf, testPayroll } from '../../support/payroll.ts';
import { person } from '../../support/person.ts';
import { denying } from '../../support/recorded-unpaid.ts';
import { type SignedFetch, signedFetch } from '../../support/signed-fetch.ts';
import { openPages, PASSWORD } from '../../support/visited-pages.ts';

/** What someone does at the dashboard of the payout service to the payments of a batch. */
type HandEdit = (call: SignedFetch, batch: string) => Promise<unknown>;

interface Listed {
  readonly id: string;
  readonly recipient: { readonly id: string };
}

const paymentsOf = async (call: SignedFetch, batch: string): Promise<readonly Listed[]> =>
  (await call('GET', `/v1/batches/${batch}/payments`)).body.payments;

const addPayment: HandEdit = async (call, batch) => {
  const [, second] = await paymentsOf(call, batch);
  const body = { recipient: { id: second!.recipient.id }, amount: '55.00', currency: 'EUR' };
  expect((await call('POST', `/v1/batches/${batch}/payments`, body)).status).toBe(200);
};

const changeAccount: HandEdit = async (call, batch) => {
  const [first] = await paymentsOf(call, batch);
  const accounts = `/v1/recipients/${first!.recipient.id}/accounts`;
  const [account] = (await call('GET', accounts)).body.accounts;
  expect(await call('PATCH', `${accounts}/${account.id}`, { iban: germanIban(77) })).toMatchObject({ status: 200 });
};

// What differs: test/batches/outcomes/compare-executed-payment.test.ts. Other edits: the simulator.
describeDatabases('a change by hand in the payout service:', (database) => {
  const payroll = testPayroll(database, { balance: '1000000.00', pricingMs: 0 });

  /** Edits a batch just before its start is sent: behind the last look. */
  const editBeforeStart = (edit: HandEdit): typeof fetch => {
    let isEdited = false;
    return async (input, init) => {
      const batch = /\/v1\/batches\/([^/]+)\/start-processing$/.exec(String(input))?.[1];
      if (batch && !isEdited) {
        isEdited = true;
        await edit(signedFetch({ url: payroll.sandbox.url, keys: payroll.sandbox.merchant }), batch);
      }
      return fetch(input, init);
    };
  };
  const pay = (name: string, wire: typeof fetch, amounts = ['100.00', '200.00']) => {
    const lines = amounts.map((amount, i) => ({
      ...{ reference: `${name}-${i + 1}`, email: `${name}${i + 1}@example.com`, amount },
    }));
    return payroll.pay(payroll.sheet(`${name}.csv`, sheetOf(lines)), { wire });
  };
  const found = async (run: string) => {
    const { db } = (await payroll.appContext()).ledger;
    const { rows } = await db.query(
      'select row, state, reason_code as code, reason from payrun.payment_status where run = $1 order by row',
      [run],
    );
    return rows;
  };

  it('G2: another account just before the start is a discrepancy, also if another sheet saw it first', async () => {
    const edited = editBeforeStart(changeAccount);
    let isCut = false;
    // The start arrives, and nothing is heard of the service after it.
    const cut: typeof fetch = async (input, init) => {
      if (isCut) throw new TypeError('fetch failed');
      isCut = String(input).endsWith('/start-processing');
      return edited(input, init);
    };
    await pay('account', cut).catch(() => {});
    const another = sheetOf([{ reference: 'account-9', email: 'account1@example.com', amount: '9.00' }]);
    await payroll.pay(payroll.sheet('account-again.csv', another));
    await payroll.resume('1');
    expect(await found('1')).toMatchObject([
      { row: 2, state: 'discrepancy', code: 'account_differs' },
      { row: 3, state: 'processed' },
    ]);
  });

  it('G2: a payment added just before the start is named, with amount and recipient, until someone accepts it', async () => {
    const { run, note, ...outcome } = await pay('added', editBeforeStart(addPayment));
    expect(outcome).toMatchObject({ state: 'needs_person', exitCode: 4, counts: { processed: 2, discrepancy: 0 } });
    expect(note).toMatch(/^55\.00 EUR to Firstc Addedc was paid in its batch .* which is not in this ledger\.$/i);
    const appContext = await payroll.appContext();
    const settled = async () =>
      (await settleOpen(appContext, { progress: () => {} })).filter((one) => 'run' in one && one.run === run);
    expect(await settled()).toMatchObject([{ exitCode: 4, note }]);
    const pages = openPages(appContext);
    const form = { discrepancy: /payment (\S+)\)/.exec(note!)![1]!, because: 'agreed', password: PASSWORD };
    const accepted = await pages.post(`/runs/${run}/accept`, form, { name: 'anna', role: 'approver' });
    expect(accepted.headers.get('Location')).toContain('?notice=Discrepancy+accepted');
    expect(await payroll.resume(run)).toMatchObject([{ state: 'done', exitCode: 0, note: null }]);
    expect(await settled()).toEqual([]);
    expect((await verifyLedger(appContext, { run, remote: true })).findings).toEqual([]);
  });

  /** The service shows other facts of its payments. */
  const answering =
    (change: (payment: Record<string, unknown>) => object): typeof fetch =>
    async (input, init) => {
      const answer = await fetch(input, init);
      if (!/\/v1\/batches\/[^/]+\/payments$/.test(new URL(String(input)).pathname)) return answer;
      const { payments, ...others } = (await answer.json()) as { payments: Record<string, unknown>[] };
      const changed = payments.map((payment) => ({ ...payment, ...change(payment) }));
      return Response.json({ ...others, payments: changed }, { status: answer.status });
    };

  it('G7: fees that are taken in addition to the merchant’s part are a discrepancy of the batch', async () => {
    const call = signedFetch({ url: payroll.sandbox.url, keys: payroll.sandbox.merchant });
    const bear = (amount: string) =>
      call('PATCH', '/v1/fees', { currency: 'EUR', integration: 'bankTransfer', type: 'sepa', amount });
    expect(await bear('0.50')).toMatchObject({ status: 200 });
    try {
      const lawful = await pay('borne', fetch);
      expect(lawful).toMatchObject({ state: 'done', exitCode: 0, counts: { processed: 2 } });
      const charging = answering((one) => (one.status === 'processed' ? { fees: '0.75', recipientFees: '0.00' } : {}));
      const outcome = await pay('borne-more', charging);
      expect(outcome).toMatchObject({ state: 'needs_person', exitCode: 4, counts: { processed: 2 } });
      expect(outcome.note).toContain(
        'charged 1.50 EUR in fees to the balance for a batch; the approved quote said 1.00 EUR',
      );
    } finally {
      expect(await bear('0.00')).toMatchObject({ status: 200 });
    }
  });

  it.each(['failed', 'canceled'] as const)(
    'G1: a payment that is %s in the ledger and accepted as paid in the service is neither corrected nor paid again',
    async (state) => {
      const name = `accepted-${state}`;
      const { run } = await pay(name, state === 'failed' ? denying : fetch, ['100.00']);
      const appContext = await payroll.appContext();
      const { ledger } = appContext;
      if (state === 'canceled')
        await ledger.tx(async (db) => {
          await db.query('set local session_replication_role = replica');
          await db.query(`update payrun.payment set state = 'canceled', reason = null where run_id = $1`, [run]);
        });
      const { findings } = await verifyLedger(appContext, { run, remote: true });
      const code = findings.find((one) => one.code !== undefined)?.code ?? '';
      await acceptFound(appContext, { code, because: 'the bank shows it' }, person('anna'));
      const reason = expect.stringMatching(/^anna accepted it as paid: the bank shows it\./);
      expect(await found(run)).toMatchObject([{ state: 'processed', code: 'accepted', reason }]);

      expect(await selectRowsToFix(ledger.db, null, BigInt(run), { after: -1, limit: 9 })).toEqual([]);
      for await (const page of everyRowToFix(ledger.db, null, BigInt(run))) expect(page).toEqual([]);
      const states = ['failed', 'returned', 'canceled'];
      for (const maker of [person('mia'), scheduledActor()])
        await expect(
          createRerun(appContext, { run, maker, states, references: [], dryRun: false, confirmed: true }),
        ).rejects.toMatchObject({ code: 'rerun_nothing' });
      const workbook = new ExcelJS.Workbook();
      await workbook.xlsx.readFile((await writeReport(appContext, run)).results);
      expect(workbook.worksheets.map((worksheet) => worksheet.name)).not.toContain('Rows to fix');
      expect((await pay(name, fetch, ['100.00'])).counts).toMatchObject({ already_paid: 1, processed: 0 });
      expect((await pay(name, fetch, ['100.01'])).counts).toMatchObject({ held: 1, processed: 0 });
    },
  );
});
