import ExcelJS from 'exceljs';
import { expect, it } from 'vitest';
import type { ServiceDiscrepancy } from '../../../src/discrepancies/service-discrepancy.ts';
import { reconcile } from '../../../src/engine/jobs/reconcile.ts';
import { askForReturns, settleOpen } from '../../../src/engine/jobs/settle-open.ts';
import { acceptDiscrepancy } from '../../../src/engine/review/accept-discrepancy.ts';
import { acceptFound } from '../../../src/engine/review/accept-found.ts';
import { reportRun } from '../../../src/engine/runs/report-run.ts';
import { createRerun } from '../../../src/engine/runs/rerun.ts';
import { liveReferences } from '../../../src/ledger/payments/adopted-payments.ts';
import { everyRowToFix, selectRowsToFix } from '../../../src/ledger/views/correctable-rows.ts';
import { describeTotalSides } from '../../../src/outcomes/control-total-line.ts';
import { scheduledActor } from '../../../src/permissions/actor.ts';
import type { RunOutcome } from '../../../src/reports/payment-run-outcome.ts';
import { verifyLedger } from '../../../src/reports/verify.ts';
import { createApp } from '../../../src/web/app.ts';
import { pages } from '../../../src/web/pages/pages.ts';
import { describeDatabases } from '../../support/database.ts';
import { germanIban, sheetOf, testPayroll } from '../../support/payroll.ts';
import { person } from '../../support/person.ts';
import { type SignedFetch, signedFetch } from '../../support/signed-fetch.ts';
import { PASSWORD, signedIn } from '../../support/signed-in.ts';

/** What someone does at the dashboard of the payout service to the payments of a batch. */
type HandEdit = (call: SignedFetch, batch: string) => Promise<unknown>;

interface Listed {
  readonly id: string;
  readonly recipient: { readonly id: string };
}

const paymentsOf = async (call: SignedFetch, batch: string): Promise<readonly Listed[]> =>
  (await call('GET', `/v1/batches/${batch}/payments`)).body.payments;

const patchFirst =
  (change: (others: readonly Listed[]) => object): HandEdit =>
  async (call, batch) => {
    const [first, ...others] = await paymentsOf(call, batch);
    expect((await call('PATCH', `/v1/batches/${batch}/payments/${first!.id}`, change(others))).status).toBe(200);
  };

const addPayment: HandEdit = async (call, batch) => {
  const [, second] = await paymentsOf(call, batch);
  const body = { recipient: { id: second!.recipient.id }, amount: '55.00', currency: 'EUR' };
  expect((await call('POST', `/v1/batches/${batch}/payments`, body)).status).toBe(200);
};

describeDatabases('a change by hand in the payout service:', (database) => {
  const payroll = testPayroll(database, { balance: '1000000.00', pricingMs: 0 });
  const dashboard = () => signedFetch({ url: payroll.sandbox.url, keys: payroll.sandbox.merchant });

  /** Edits a batch just before its start is sent: behind the last look. */
  const editBeforeStart = (edit: HandEdit): typeof fetch => {
    let isEdited = false;
    return async (input, init) => {
      const batch = /\/v1\/batches\/([^/]+)\/start-processing$/.exec(String(input))?.[1];
      if (batch && !isEdited) {
        isEdited = true;
        await edit(dashboard(), batch);
      }
      return fetch(input, init);
    };
  };
  const linesOf = (name: string, amounts: readonly string[]) =>
    amounts.map((amount, i) => ({ reference: `${name}-${i + 1}`, email: `${name}${i + 1}@example.com`, amount }));
  const pay = (name: string, wire: typeof fetch, amounts = ['100.00', '200.00'], env = {}) =>
    payroll.pay(payroll.sheet(`${name}.csv`, sheetOf(linesOf(name, amounts))), { wire, env });
  const found = async ({ run }: Pick<RunOutcome, 'run'>) =>
    (
      await (
        await payroll.appContext()
      ).ledger.db.query(
        `select row, state, reason_code as code, reason, paid_amount::text as paid from payrun.payment_status where run = $1 order by row`,
        [run],
      )
    ).rows;
  const lastRun = async () =>
    (await (await payroll.appContext()).ledger.db.query('select max(id)::text as id from payrun.run')).rows[0]!
      .id as string;
  const accept = async (reference: string, run: string) =>
    acceptDiscrepancy(
      await payroll.appContext(),
      { reference, run, because: 'agreed with the recipient' },
      person('anna'),
    );

  /** What `verify --remote` and `reconcile` tell of a run. */
  const reported = async (run: string, wire: typeof fetch = fetch) => {
    const appContext = await payroll.appContext({}, wire);
    const { findings } = await verifyLedger(appContext, { run, remote: true });
    const context = { maker: person('mia'), progress: () => {} };
    const { document } = await reconcile(appContext, { days: 30, folder: payroll.folder }, context);
    const { merchants } = document as unknown as {
      merchants: readonly { differences: readonly ServiceDiscrepancy[] }[];
    };
    const reconciled = merchants.flatMap(({ differences }) => differences).filter((one) => one.run === run);
    return { verified: findings, reconciled };
  };
  const SILENT = { verified: [], reconciled: [] };
  /** The service shows other facts of its payments than before. */
  const showing =
    (change: (payment: Record<string, unknown>) => object): typeof fetch =>
    async (input, init) => {
      const answer = await fetch(input, init);
      if (!/\/v1\/batches\/[^/]+\/payments$/.test(new URL(String(input)).pathname)) return answer;
      const { payments, ...others } = (await answer.json()) as { payments: Record<string, unknown>[] };
      const changed = payments.map((payment) => ({ ...payment, ...change(payment) }));
      return Response.json({ ...others, payments: changed }, { status: answer.status });
    };
  /** Other facts of the payment with another amount, and of the one that was added. */
  const CHANGED = {
    amount: ({ sourceAmount }: Record<string, unknown>) =>
      sourceAmount === '150.00' ? { sourceAmount: '151.00' } : {},
    added: ({ sourceAmount }: Record<string, unknown>) => (sourceAmount === '55.00' ? { sourceAmount: '56.00' } : {}),
  };

  const anotherAmount = patchFirst(() => ({ amount: '150.00', currency: 'EUR' }));

  // What differs: test/batches/outcomes/compare-executed-payment.test.ts.
  it('G2: another amount just before the start is a discrepancy with both figures, never paid', async () => {
    const outcome = await pay('amount', editBeforeStart(anotherAmount));
    expect(outcome).toMatchObject({
      state: 'needs_person',
      exitCode: 4,
      counts: { discrepancy: 1, processed: 1 },
      paid: 'PAYRUN,1,EUR,200.00',
      note: '1 payment in the payout service does not match the sheet.',
    });
    const [first] = await found(outcome);
    const reason = expect.stringContaining('paid 150.00 EUR; row 2 says 100.00 EUR');
    expect(first).toMatchObject({ row: 2, state: 'discrepancy', code: 'amount_differs', reason });

    // It keeps its reference, against another sheet and against a batch that is adopted.
    const { ledger } = await payroll.appContext();
    const { exact } = await liveReferences(ledger.db, 'default', ['amount-1'], []);
    expect([...exact]).toEqual(['amount-1']);
    const again = await pay('amount', fetch);
    expect(again.counts).toMatchObject({ held: 1, already_paid: 1, processed: 0 });

    await accept('amount-1', outcome.run);
    const [carried] = await payroll.resume(outcome.run);
    expect(carried).toMatchObject({ state: 'done', exitCode: 0, counts: { discrepancy: 0, processed: 2 } });
    // Of an accepted amount what was paid counts, on every channel, with what the rows state.
    expect(carried!.paid).toBe('PAYRUN,2,EUR,350.00');
    const output = describeTotalSides(carried!.paidSides!);
    expect(output).toBe('Paid, before fees: 350.00 EUR. The rows state 300.00 EUR; the difference was accepted.');
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.readFile(carried!.results!);
    const cells = workbook.worksheets.flatMap((sheet) => sheet.getSheetValues().flat()).map(String);
    expect(cells).toEqual(expect.arrayContaining([carried!.paid, output]));
    await expect(accept('amount-1', outcome.run)).rejects.toMatchObject({ code: 'not_a_discrepancy' });

    // No comparison had seen it before; none tells it again, unless its facts change.
    expect(await reported(outcome.run)).toEqual(SILENT);
    const { verified, reconciled } = await reported(outcome.run, showing(CHANGED.amount));
    expect([verified.length, reconciled.length]).toEqual([1, 1]);
    expect(await reported(outcome.run)).toEqual(SILENT);
  });

  it('G2: another account just before the start is a discrepancy, also if another sheet saw it first', async () => {
    const changeAccount: HandEdit = async (call, batch) => {
      const [first] = await paymentsOf(call, batch);
      const accounts = `/v1/recipients/${first!.recipient.id}/accounts`;
      const [account] = (await call('GET', accounts)).body.accounts;
      expect(await call('PATCH', `${accounts}/${account.id}`, { iban: germanIban(77) })).toMatchObject({ status: 200 });
    };
    const edited = editBeforeStart(changeAccount);
    let isCut = false;
    // The start arrives, and nothing is heard of the service after it.
    const cut: typeof fetch = async (input, init) => {
      if (isCut) throw new TypeError('fetch failed');
      isCut = String(input).endsWith('/start-processing');
      return edited(input, init);
    };
    const run = await pay('account', cut).then((outcome) => outcome.run, lastRun);
    const another = sheetOf([{ reference: 'account-9', email: 'account1@example.com', amount: '9.00' }]);
    await payroll.pay(payroll.sheet('account-again.csv', another), { wire: fetch });
    await payroll.resume(run);
    const [first, second] = await found({ run });
    expect(first).toMatchObject({ row: 2, state: 'discrepancy', code: 'account_differs' });
    expect(second).toMatchObject({ row: 3, state: 'processed' });
    await accept('account-1', run);
  });

  it('G7: fees that are taken in addition to the merchant’s part are a discrepancy of the batch', async () => {
    const call = dashboard();
    const bear = (amount: string) =>
      call('PATCH', '/v1/fees', { currency: 'EUR', integration: 'bankTransfer', type: 'sepa', amount });
    expect(await bear('0.50')).toMatchObject({ status: 200 });
    try {
      const lawful = await pay('borne', fetch);
      expect(lawful).toMatchObject({ state: 'done', exitCode: 0, counts: { processed: 2 } });
      expect(await reported(lawful.run)).toEqual(SILENT);
      const stopped = await pay(
        'borne-before',
        showing(({ status }) => (status === 'pending' ? { merchantFees: '0.75' } : {})),
      );
      expect(stopped).toMatchObject({ state: 'needs_person', exitCode: 4, counts: { batched: 2 } });
      expect(stopped.note).toContain('fees of 1.50 EUR from the balance instead of 1.00 EUR in the quote');
      const other = showing(({ status }) => (status === 'processed' ? { fees: '0.75', recipientFees: '0.00' } : {}));
      const outcome = await pay('borne-more', other);
      expect(outcome).toMatchObject({ state: 'needs_person', exitCode: 4, counts: { processed: 2 } });
      expect(outcome.note).toContain(
        'charged 1.50 EUR in fees to the balance for a batch; the approved quote said 1.00 EUR',
      );
    } finally {
      expect(await bear('0.00')).toMatchObject({ status: 200 });
    }
  });

  it('G8: an accepted amount in another currency counts in the control total in that currency', async () => {
    const columns =
      'paymentReference,targetAmount,targetCurrency,currency,type,firstName,lastName,email,street1,city,country,iban';
    const rows = ['90.00', '10.00'].map(
      (amount, n) =>
        `other-${n},${amount},EUR,USD,individual,Ada,Other,other${n}@example.com,Street 1,Berlin,DE,${germanIban(7_000 + n)}`,
    );
    await payroll.control('fund', { currency: 'USD', amount: '5000.00' });
    const outcome = await payroll.pay(payroll.sheet('other.csv', `${columns}\n${rows.join('\n')}\n`), {
      wire: showing(({ targetAmount, status }) =>
        targetAmount === '90.00' && status === 'processed' ? { targetAmount: '80.00', targetCurrency: 'GBP' } : {},
      ),
    });
    expect(outcome).toMatchObject({ counts: { discrepancy: 1, processed: 1 }, paid: 'PAYRUN,1,EUR,10.00' });
    const { findings } = await verifyLedger(await payroll.appContext(), { run: outcome.run });
    expect(findings).toMatchObject([{ what: expect.stringContaining('paid in GBP; row 2 says EUR') }]);

    await accept('other-0', outcome.run);
    const [carried] = await payroll.resume(outcome.run);
    expect(carried).toMatchObject({ state: 'done', paid: 'PAYRUN,2,EUR,10.00,GBP,80.00' });
    expect(describeTotalSides(carried!.paidSides!)).toBe(
      'Paid, before fees: target amounts of 10.00 EUR, 80.00 GBP. The rows state target amounts of 100.00 EUR; the difference was accepted.',
    );
  });

  it('G2: a payment added just before the start is named, with amount and recipient, until someone accepts it', async () => {
    const outcome = await pay('added', editBeforeStart(addPayment));
    expect(outcome).toMatchObject({ state: 'needs_person', exitCode: 4, counts: { processed: 2, discrepancy: 0 } });
    expect(outcome.note).toMatch(
      /^55\.00 EUR to Firstc Addedc was paid in its batch .* which is not in this ledger\.$/i,
    );
    const id = /payment (\S+)\)/.exec(outcome.note!)![1]!;
    const settled = async () =>
      (await settleOpen(await payroll.appContext(), { progress: () => {} })).filter(
        (one) => 'run' in one && one.run === outcome.run,
      );
    expect(await settled()).toMatchObject([{ exitCode: 4, note: outcome.note }]);

    // The run page says it, and lets an approver accept it.
    const appContext = await payroll.appContext();
    let role: 'viewer' | 'approver' = 'viewer';
    const app = createApp([signedIn(() => ({ name: 'anna', role })), pages({ appContext })], appContext.log);
    const page = async () => (await app.request(`/runs/${outcome.run}`)).text();
    const send = async (form: Record<string, string>) =>
      app.request(`/runs/${outcome.run}/accept`, { method: 'POST', body: new URLSearchParams(form) });
    const post = async (form: Record<string, string>) => (await send(form)).status;
    const form = { discrepancy: id, because: 'agreed with the recipient', password: PASSWORD };
    expect(await page()).toContain('was paid in its batch');
    expect(await page()).not.toContain(`/runs/${outcome.run}/accept`);
    expect(await post(form)).toBe(403);
    role = 'approver';
    expect(await page()).toContain(`/runs/${outcome.run}/accept`);
    for (const [lacking, why] of [
      [{ ...form, password: 'x' }, /Incorrect password\.[\s\S]*value="agreed with the recipient"/],
      [{ ...form, because: ' ' }, /The reason is missing\./],
    ] as const) {
      const answer = await send(lacking);
      expect(answer.status).toBe(422);
      expect(/<details class="confirm" open>[\s\S]*?<\/details>/.exec(await answer.text())?.[0]).toMatch(why);
    }
    expect((await send({ ...form, discrepancy: 'P-0' })).headers.get('Location')).toContain('?refused=');
    expect((await send(form)).headers.get('Location')).toContain('?notice=Discrepancy+accepted');
    expect(await page()).not.toContain(`/runs/${outcome.run}/accept`);
    expect((await payroll.resume(outcome.run))[0]).toMatchObject({ state: 'done', exitCode: 0, note: null });
    expect(await settled()).toEqual([]);
    expect(await reported(outcome.run)).toEqual(SILENT);
    const { verified, reconciled } = await reported(outcome.run, showing(CHANGED.added));
    expect([verified.length, reconciled.length]).toEqual([1, 1]);
  });

  it('returned money is no longer a discrepancy, and its reference is free', async () => {
    const outcome = await pay('back', editBeforeStart(anotherAmount));
    expect(outcome.counts).toMatchObject({ discrepancy: 1 });
    await payroll.control('outcomes', [
      { match: { recipientEmail: 'back1@example.com' }, outcome: 'returned', reason: 'Wrong amount', late: true },
    ]);
    const appContext = await payroll.appContext();
    const [returned] = await askForReturns(appContext, { merchant: 'default', seen: null }, { progress: () => {} });
    expect(returned).toMatchObject({ run: outcome.run, state: 'done', counts: { returned: 1, processed: 1 } });
    await payroll.control('outcomes', []);
    expect((await pay('back', fetch)).counts).toMatchObject({ processed: 1, already_paid: 1 });
  });

  it('every finding satisfies the checks of the ledger', async () => {
    const { ledger } = await payroll.appContext();
    const { findings } = await verifyLedger({ ledger }, {});
    expect(findings.map(({ what }) => what)).toEqual([expect.stringContaining('charged 1.50 EUR in fees')]);
  });

  it.each(['failed', 'returned', 'canceled', 'void'] as const)(
    'a payment that is %s in the ledger and accepted as paid in the service is neither corrected nor paid again',
    async (state) => {
      const name = `accepted-${state}`;
      const isUntrue: typeof fetch = async (input, init) => {
        const answer = await fetch(input, init);
        const text = (await answer.text()).replaceAll('"status":"processed"', `"status":"${state}"`);
        return new Response(text, { status: answer.status, headers: { 'content-type': 'application/json' } });
      };
      const isSaid = state === 'failed' || state === 'returned';
      const { run } = await pay(name, isSaid ? isUntrue : fetch, ['100.00']);
      const appContext = await payroll.appContext();
      const { ledger } = appContext;
      if (!isSaid)
        await ledger.tx(async (db) => {
          await db.query('set local session_replication_role = replica');
          await db.query(`update payrun.payment set state = 'canceled', reason = null where run_id = $1`, [run]);
          if (state === 'void')
            await db.query(
              `update payrun.batch set state = 'void', start_attempted_at = null, started_at = null where run_id = $1`,
              [run],
            );
        });
      const { findings } = await verifyLedger(appContext, { run, remote: true });
      const code = findings.find((one) => one.code !== undefined)?.code ?? '';
      const because = 'the bank shows it';
      expect(await acceptFound(appContext, { code, because }, person('anna'))).toMatchObject({
        code,
        run: BigInt(run),
      });

      expect(await found({ run })).toMatchObject([
        {
          state: 'processed',
          code: 'accepted',
          reason: expect.stringMatching(/^anna accepted it as paid: the bank shows it\./),
        },
      ]);
      expect(await selectRowsToFix(ledger.db, null, BigInt(run), { after: -1, limit: 9 })).toEqual([]);
      for await (const page of everyRowToFix(ledger.db, null, BigInt(run))) expect(page).toEqual([]);
      for (const maker of [person('mia'), scheduledActor()])
        await expect(
          createRerun(appContext, {
            run,
            maker,
            states: ['failed', 'returned', 'canceled'],
            references: [],
            dryRun: false,
            confirmed: true,
          }),
        ).rejects.toMatchObject({ code: 'rerun_nothing' });
      const { results } = await reportRun(appContext, BigInt(run));
      const workbook = new ExcelJS.Workbook();
      await workbook.xlsx.readFile(results!);
      expect(workbook.worksheets.map((worksheet) => worksheet.name)).not.toContain('Rows to fix');
      const again = await pay(`${name}`, fetch, ['100.00']);
      expect(again.counts).toMatchObject({ already_paid: 1, processed: 0 });
      const changed = await pay(name, fetch, ['100.01']);
      expect(changed.counts).toMatchObject({ held: 1, processed: 0 });
      const itsBook = new ExcelJS.Workbook();
      await itsBook.xlsx.readFile(changed.results!);
      expect(itsBook.worksheets.map((worksheet) => worksheet.name)).not.toContain('Rows to fix');
      if (isSaid) expect(await reported(run)).toEqual(SILENT);
    },
  );
});

describeDatabases('a change by hand in a batch that awaits funds', (database) => {
  const payroll = testPayroll(database, { balance: '1000.00', pricingMs: 0 });
  const fund = (amount: string) => payroll.control('fund', { currency: 'EUR', amount });
  /** The money is there when Payrun looks, and gone when the start arrives. */
  const withoutMoney: typeof fetch = async (input, init) => {
    if (String(input).endsWith('/start-processing')) await fund('-900.00');
    return fetch(input, init);
  };
  const waiting = async (name: string) => {
    await fund('900.00');
    const lines = [
      { reference: `${name}-1`, email: `${name}1@example.com`, amount: '300.00' },
      { reference: `${name}-2`, email: `${name}2@example.com`, amount: '200.00' },
    ];
    const outcome = await payroll.pay(payroll.sheet(`${name}.csv`, sheetOf(lines)), { wire: withoutMoney });
    expect(outcome).toMatchObject({ state: 'waiting_funds', exitCode: 4 });
    const { batches } = await payroll.ledger();
    const call = signedFetch({ url: payroll.sandbox.url, keys: payroll.sandbox.merchant });
    return { outcome, batch: batches.at(-1)!.id, call };
  };
  const raise = patchFirst(() => ({ amount: '310.00', currency: 'EUR' }));

  it('G2: is found at the next check, before funds arrive, and followed if it begins anyway', async () => {
    await fund('-900.00');
    const { outcome, batch, call } = await waiting('seen');
    await raise(call, batch);
    const [looked] = await payroll.resume(outcome.run);
    expect(looked).toMatchObject({ state: 'needs_person', exitCode: 4 });
    expect(looked!.note).toContain('row 2 has a different amount in the service: 310.00 EUR instead of 300.00 EUR');
    expect((await payroll.ledger()).payments.every(({ timesPaid }) => timesPaid === 0)).toBe(true);

    await fund('1000.00');
    const [followed] = await payroll.resume(outcome.run);
    expect(followed).toMatchObject({ state: 'needs_person', exitCode: 4, counts: { discrepancy: 1, processed: 1 } });
    expect(followed!.note).toContain(`Batch ${batch} was started in the payout service after its approval was voided`);
    await fund('-400.00');
  });

  it('G2: and was paid before the next check is a discrepancy', async () => {
    const { outcome, batch, call } = await waiting('unseen');
    await raise(call, batch);
    await addPayment(call, batch);
    await fund('2000.00');
    const [resumed] = await payroll.resume(outcome.run);
    expect(resumed).toMatchObject({ state: 'needs_person', exitCode: 4, counts: { discrepancy: 1, processed: 1 } });
    expect(resumed!.note).toMatch(/^1 payment in .* 55\.00 EUR to /);
  });
});

describeDatabases('a change by hand in a batch that awaits approval in the payout service', (database) => {
  const payroll = testPayroll(database, { serviceApproval: true, pricingMs: 0 });

  it('is reported at each check, and is a discrepancy once it was approved there anyway', async () => {
    const call = signedFetch({ url: payroll.sandbox.url, keys: payroll.sandbox.merchant });
    let isEdited = false;
    const wire: typeof fetch = async (input, init) => {
      const batch = /\/v1\/batches\/([^/]+)\/start-processing$/.exec(String(input))?.[1];
      if (batch && !isEdited) {
        isEdited = true;
        await patchFirst(() => ({ amount: '310.00', currency: 'EUR' }))(call, batch);
      }
      return fetch(input, init);
    };
    const line = { reference: 'there-1', email: 'there1@example.com', amount: '300.00' };
    const { run } = await payroll.pay(payroll.sheet('there.csv', sheetOf([line])), { wire });
    expect((await payroll.resume(run))[0]).toMatchObject({
      state: 'awaiting_service_approval',
      exitCode: 4,
      note: expect.stringMatching(
        /^Do not approve it .* row 2 has a different amount in the service: 310\.00 EUR instead of 300\.00 EUR/,
      ),
    });
    await payroll.control('service-approval', { answer: 'approve' });
    expect((await payroll.resume(run))[0]).toMatchObject({
      state: 'needs_person',
      exitCode: 4,
      counts: { discrepancy: 1, processed: 0 },
    });
  });
});
