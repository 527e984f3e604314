import { expect, it } from 'vitest';
import { acceptDiscrepancy } from '../../src/engine/accept-discrepancy.ts';
import { askForReturns } from '../../src/engine/settle-open.ts';
import { liveReferences } from '../../src/ledger/adopted-batch.ts';
import type { RunOutcome } from '../../src/report/outcome.ts';
import { verifyLedger } from '../../src/report/verify.ts';
import { describeDatabases } from '../support/database.ts';
import { sheetOf, testPayroll } from '../support/payroll.ts';
import { person } from '../support/person.ts';
import { type SignedFetch, signedFetch } from '../support/signed-fetch.ts';

/** What somebody does at the dashboard of the payout service to the payments of a batch. */
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

const replaceAccount: HandEdit = async (call, batch) => {
  const [first] = await paymentsOf(call, batch);
  const recipient = first!.recipient.id;
  const account = {
    type: 'bank-transfer',
    currency: 'EUR',
    country: 'DE',
    iban: 'DE75512108001245126199',
    primary: true,
  };
  const answer = await call('POST', `/v1/recipients/${recipient}/accounts`, account);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
};

describeDatabases('what somebody changes at the payout service', (database) => {
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
        await payroll.workplace()
      ).ledger.db.query(
        `select row, state, reason_code as code, reason, paid_amount::text as paid from payrun.payment_status where run = $1 order by row`,
        [run],
      )
    ).rows;
  const accept = async (reference: string, run: string) =>
    acceptDiscrepancy(await payroll.workplace(), { reference, run, because: 'agreed with the payee' }, person('anna'));

  const EDITS: readonly [what: string, edit: HandEdit, code: string, says: RegExp][] = [
    [
      'another amount',
      patchFirst(() => ({ amount: '150.00', currency: 'EUR' })),
      'amount_differs',
      /paid 150\.00 EUR; row 2 says 100\.00 EUR/,
    ],
    [
      'another recipient',
      patchFirst(([second]) => ({ recipient: { id: second!.recipient.id } })),
      'recipient_differs',
      /paid Firstc Lastc; row 2 names Firstb Lastb/i,
    ],
    ['another account', replaceAccount, 'account_differs', /another account than the one of row 2: the IBAN \(•••• /],
  ];
  it.each(EDITS)(
    '%s just before the start is a discrepancy with both figures, never paid',
    async (what, edit, code, says) => {
      const name = what.replace(' ', '-');
      const outcome = await pay(name, editBeforeStart(edit));
      expect(outcome).toMatchObject({
        state: 'needs_person',
        exitCode: 4,
        counts: { discrepancy: 1, processed: 1 },
        paid: 'PAYRUN,1,EUR,200.00',
        note: '1 payment at the payout service is not what the sheet says.',
      });
      const [first] = await found(outcome);
      expect(first).toMatchObject({ row: 2, state: 'discrepancy', code, reason: expect.stringMatching(says) });

      // It keeps its reference, against another sheet and against a batch that is adopted.
      const { ledger } = await payroll.workplace();
      const references = await liveReferences(ledger.db, 'default', [`${name}-1`], []);
      expect([...references]).toEqual([`${name}-1`]);
      const again = await pay(name, fetch);
      expect(again.counts).toMatchObject({ held: 2, processed: 0 });

      await accept(`${name}-1`, outcome.run);
      expect((await payroll.resume(outcome.run))[0]).toMatchObject({
        state: 'done',
        exitCode: 0,
        counts: { discrepancy: 0, processed: 2 },
        paid: 'PAYRUN,2,EUR,300.00',
      });
      await expect(accept(`${name}-1`, outcome.run)).rejects.toMatchObject({ code: 'not_a_discrepancy' });
    },
  );

  it('the amount that is to arrive is compared too', async () => {
    const columns =
      'paymentReference,targetAmount,targetCurrency,currency,type,firstName,lastName,email,street1,city,country,iban';
    const row =
      'arrive-1,90.00,EUR,USD,individual,Ada,Arrive,arrive@example.com,Street 1,Berlin,DE,DE89370400440532013000';
    const edit = patchFirst(() => ({ targetAmount: '95.00', targetCurrency: 'EUR' }));
    await payroll.control('fund', { currency: 'USD', amount: '5000.00' });
    const outcome = await payroll.pay(payroll.sheet('arrive.csv', `${columns}\n${row}\n`), {
      wire: editBeforeStart(edit),
    });
    expect(outcome).toMatchObject({ exitCode: 4, counts: { discrepancy: 1, processed: 0 }, paid: null });
    expect(await found(outcome)).toMatchObject([
      { reason: expect.stringContaining('paid 95.00 EUR; row 2 says 90.00 EUR') },
    ]);
  });

  it('a payment that was added just before the start is named, with amount and recipient, until somebody accepts it', async () => {
    const outcome = await pay('added', editBeforeStart(addPayment));
    expect(outcome).toMatchObject({ state: 'needs_person', exitCode: 4, counts: { processed: 2, discrepancy: 0 } });
    expect(outcome.note).toMatch(/^55\.00 EUR to Firstc Lastc was paid in its batch .* nobody ordered it here\.$/i);
    const id = /payment (\S+)\)/.exec(outcome.note!)![1]!;
    await accept(id, outcome.run);
    expect((await payroll.resume(outcome.run))[0]).toMatchObject({ state: 'done', exitCode: 0, note: null });
  });

  it('money that came back is no discrepancy any more, and its reference is free', async () => {
    const outcome = await pay('back', editBeforeStart(EDITS[0]![1]));
    expect(outcome.counts).toMatchObject({ discrepancy: 1 });
    await payroll.control('outcomes', [
      { match: { recipientEmail: 'back1@example.com' }, outcome: 'returned', reason: 'Wrong amount', late: true },
    ]);
    const workplace = await payroll.workplace();
    const [returned] = await askForReturns(workplace, { merchant: 'default', seen: null }, { progress: () => {} });
    expect(returned).toMatchObject({ run: outcome.run, state: 'done', counts: { returned: 1, processed: 1 } });
    await payroll.control('outcomes', []);
    expect((await pay('back', fetch)).counts).toMatchObject({ processed: 1, held: 1 });
  });

  it('everything that was found stays in the ledger as the checks want it', async () => {
    const { ledger } = await payroll.workplace();
    const { findings } = await verifyLedger({ ledger }, {});
    expect(findings.map(({ what }) => what)).toEqual([expect.stringContaining('95.00 EUR')]);
  });
});

describeDatabases('what somebody changes in a batch that waits for funds', (database) => {
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

  it('is seen the next time that it is looked at, before money arrives, and followed when it begins all the same', async () => {
    await fund('-900.00');
    const { outcome, batch, call } = await waiting('seen');
    await raise(call, batch);
    const [looked] = await payroll.resume(outcome.run);
    expect(looked).toMatchObject({ state: 'needs_person', exitCode: 4 });
    expect(looked!.note).toContain('row 2 has another amount there: 310.00 EUR instead of 300.00 EUR');
    expect((await payroll.ledger()).payments.every(({ timesPaid }) => timesPaid === 0)).toBe(true);

    await fund('1000.00');
    const [followed] = await payroll.resume(outcome.run);
    expect(followed).toMatchObject({ state: 'needs_person', exitCode: 4, counts: { discrepancy: 1, processed: 1 } });
    expect(followed!.note).toContain(`Batch ${batch} began in the payout service after its approval did not hold`);
    await fund('-400.00');
  });

  it('and was paid before anybody looked is a discrepancy', async () => {
    const { outcome, batch, call } = await waiting('unseen');
    await raise(call, batch);
    await addPayment(call, batch);
    await fund('2000.00');
    const [resumed] = await payroll.resume(outcome.run);
    expect(resumed).toMatchObject({ state: 'needs_person', exitCode: 4, counts: { discrepancy: 1, processed: 1 } });
    expect(resumed!.note).toMatch(/^1 payment at .* 55\.00 EUR to /);
  });
});

describeDatabases('what somebody changed in a batch that awaits approval at the payout service', (database) => {
  const payroll = testPayroll(database, { serviceApproval: true, pricingMs: 0 });

  it('is said each time that it is looked at, and is a discrepancy once it was approved there all the same', async () => {
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
        /^Do not approve it .* row 2 has another amount there: 310\.00 EUR instead of 300\.00 EUR/,
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
