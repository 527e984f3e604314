import { expect, it } from 'vitest';
import { approveRun } from '../../../src/engine/review/approvals.ts';
import { describeDatabases } from '../../support/database.ts';
import { people, sheetOf, testPayroll } from '../../support/payroll.ts';
import { person } from '../../support/person.ts';

const carry = { progress: () => {} };

/** The wire, with some calls answered by the test instead of the service. */
function wireWith(answer: (call: string, body: string) => { status: number; json: unknown } | null): typeof fetch {
  return async (input, init) => {
    const path = new URL(String(input instanceof Request ? input.url : input)).pathname;
    const output = answer(
      `${init?.method ?? 'GET'} ${path}`,
      init?.body ? Buffer.from(init.body as Uint8Array).toString('utf8') : '',
    );
    if (!output) return fetch(input, init);
    return new Response(JSON.stringify(output.json), {
      status: output.status,
      headers: { 'content-type': 'application/json' },
    });
  };
}

const refuse = (code: string, message = 'No.') => ({ status: 400, json: { ok: false, errors: [{ code, message }] } });

describeDatabases('a batch that the service refuses', (database) => {
  const payroll = testPayroll(database);

  it.each([1, 8, 16])(
    'without a reason: the payment in row %i is found in O(log n) calls, and the others are paid',
    async (guilty) => {
      const n = 16;
      const tag = `b${guilty}`;
      const lines = people(n, (i) => ({
        reference: `${tag}-${i}`,
        email: `${tag}x${i}@example.com`,
        amount: i === guilty ? '666.00' : `${guilty}${10 + i}.00`,
      }));
      let creates = 0;
      const wire = wireWith((call, body) => {
        if (call !== 'POST /v1/batches') return null;
        creates++;
        return body.includes('"666.00"') ? refuse('invalid_field') : null;
      });
      const outcome = await payroll.pay(payroll.sheet(`${tag}.csv`, sheetOf(lines)), { wire });
      expect(outcome).toMatchObject({ state: 'done', exitCode: 3, counts: { processed: n - 1, failed: 1 } });
      expect(outcome.problems[0]).toMatchObject({ row: guilty + 1, message: 'The service refuses this payment: No.' });
      expect(creates).toBeLessThanOrEqual(2 * Math.log2(n) + 1);
      const { payments } = await payroll.ledger();
      expect(
        payments
          .filter(({ recipientEmail }) => recipientEmail.startsWith(`${tag}x`))
          .every(({ timesPaid }) => timesPaid === 1),
      ).toBe(true);
    },
  );

  it('naming payments: those fail at once, and the rest continues with one more call', async () => {
    const lines = people(5, (i) => ({
      reference: `nm-${i}`,
      email: `nm${i}@example.com`,
      amount: i % 2 ? `77${i}.00` : `33${i}.00`,
    }));
    let creates = 0;
    const wire = wireWith((call, body) => {
      if (call !== 'POST /v1/batches') return null;
      creates++;
      const { payments } = JSON.parse(body) as { payments: { amount: string }[] };
      const errors = payments.flatMap(({ amount }, at) =>
        amount.startsWith('77')
          ? [{ code: 'invalid_field', field: 'amount', message: `payments[${at}]: too large` }]
          : [],
      );
      return errors.length > 0 ? { status: 400, json: { ok: false, errors } } : null;
    });
    const outcome = await payroll.pay(payroll.sheet('nm.csv', sheetOf(lines)), { wire });
    expect(outcome.counts).toMatchObject({ processed: 2, failed: 3 });
    expect(creates).toBe(2);
  });
});

describeDatabases('a minimum in the service’s response', (database) => {
  const payroll = testPayroll(database);

  it('keeps a payment out before the start, and next time at the intake; the others are paid once', async () => {
    const deleted: string[] = [];
    const sent: string[] = [];
    const wire: typeof fetch = async (input, init) => {
      const call = `${init?.method ?? 'GET'} ${new URL(String(input)).pathname}`;
      if (call.startsWith('DELETE ')) deleted.push(call);
      if (call === 'POST /v1/batches') sent.push(Buffer.from(init!.body as Uint8Array).toString('utf8'));
      const answer = await fetch(input, init);
      if (!/^GET \/v1\/batches\/[^/]+\/payments$/.test(call)) return answer;
      const json = (await answer.json()) as { payments: object[] };
      const payments = json.payments.map((payment) => ({ ...payment, routeMinimum: '50.00' }));
      return new Response(JSON.stringify({ ...json, payments }), answer);
    };
    const line = (reference: string, n: number, amount: string) => ({ reference, email: `mn${n}@example.com`, amount });
    const first = [line('MN-1', 1, '49.99'), line('MN-2', 2, '50.00'), line('MN-3', 3, '300.00')];
    const paid = await payroll.pay(payroll.sheet('mn1.csv', sheetOf(first)), { wire });
    expect(paid).toMatchObject({ state: 'done', exitCode: 3, counts: { processed: 2, failed: 1 } });
    expect(paid.problems).toMatchObject([
      { row: 2, code: 'amount_below_route_minimum', message: expect.stringContaining('below 50.00 EUR') },
    ]);
    expect(deleted).toHaveLength(1);

    const second = [line('MN-4', 1, '48.00'), line('MN-5', 2, '77.00')];
    const again = await payroll.pay(payroll.sheet('mn2.csv', sheetOf(second)), { wire });
    expect(again).toMatchObject({ state: 'done', exitCode: 3, counts: { processed: 1, invalid: 1 } });
    expect(deleted).toHaveLength(1);
    expect(sent.at(-1)).not.toContain('48.00');
    const { payments } = await payroll.ledger();
    expect(payments.map(({ amount, timesPaid }) => [amount, timesPaid]).sort()).toEqual([
      ['300.00', 1],
      ['50.00', 1],
      ['77.00', 1],
    ]);
  });
});

describeDatabases('a quote', (database) => {
  const payroll = testPayroll(database, { pricingMs: 1_200 });

  it('that the service is still pricing is waited for', async () => {
    const outcome = await payroll.pay(payroll.sheet('slow.csv', sheetOf(people(2))));
    expect(outcome).toMatchObject({ state: 'done', counts: { processed: 2 } });
  });

  it('that expired before the start is requested again, and the batch is started once', async () => {
    let expired = 0;
    const wire = wireWith((call) =>
      call.endsWith('/start-processing') && expired++ === 0 ? refuse('expired_quote') : null,
    );
    const lines = people(2, (i) => ({ reference: `ex-${i}`, email: `ex${i}@example.com`, amount: `${50 + i}` }));
    expect(await payroll.pay(payroll.sheet('expired.csv', sheetOf(lines)), { wire })).toMatchObject({
      state: 'done',
      counts: { processed: 2 },
    });
    expect(expired).toBeGreaterThanOrEqual(2);
    const { payments } = await payroll.ledger();
    expect(payments.every(({ timesPaid }) => timesPaid === 1)).toBe(true);
  });

  it.each([
    ['moved less than the tolerance keeps the approval', 0.5, 'done'],
    ['moved more than the tolerance asks again', 2, 'waiting_approval'],
  ])('whose rate %s', async (_, percent, state) => {
    const tag = `rt${state === 'done' ? 1 : 2}`;
    const manual = { 'approval.policy': 'manual' };
    const lines = people(2, (i) => ({
      reference: `${tag}-${i}`,
      email: `${tag}${i}@example.com`,
      amount: `${60 + i}`,
      currency: 'USD',
    }));
    // Prices are there when the batch is read back: the service is given time by a wire that waits.
    const patient: typeof fetch = async (input, init) => {
      const answer = await fetch(input, init);
      if ((init?.method ?? 'GET') === 'POST' && /\/v1\/batches$/.test(String(input)))
        await new Promise((resolve) => setTimeout(resolve, 1_500));
      return answer;
    };
    const { run } = await payroll.pay(payroll.sheet(`${tag}.csv`, sheetOf(lines)), { env: manual, wire: patient });

    let expired = 0;
    const moved: typeof fetch = async (input, init) => {
      const path = new URL(String(input)).pathname;
      if (path.endsWith('/start-processing') && expired++ === 0)
        return new Response(JSON.stringify(refuse('expired_quote').json), { status: 400 });
      const answer = await fetch(input, init);
      if (!/\/v1\/batches\/[^/]+\/payments$/.test(path) || expired === 0) return answer;
      const json = (await answer.json()) as { payments: { targetAmount: string }[] };
      for (const payment of json.payments)
        payment.targetAmount = (Number(payment.targetAmount) * (1 - percent / 100)).toFixed(2);
      return new Response(JSON.stringify(json), { status: 200, headers: answer.headers });
    };
    const appContext = await payroll.appContext(manual, moved);
    const outcome = await approveRun(appContext, run, { by: person('anna'), ...carry });
    expect(outcome.state).toBe(state);
    const { payments } = await payroll.ledger();
    const ours = payments.filter(({ recipientEmail }) => recipientEmail.startsWith(tag));
    expect(ours.map(({ timesPaid }) => timesPaid)).toEqual(state === 'done' ? [1, 1] : [0, 0]);
    if (state !== 'done') expect(outcome.note).toContain('price changed since it was approved');
  });
});
