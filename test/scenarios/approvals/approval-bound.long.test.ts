import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { acceptDiscrepancy } from '../../../src/engine/review/accept-discrepancy.ts';
import { approveRun } from '../../../src/engine/review/approvals.ts';
import { rejectRun } from '../../../src/engine/review/take-back.ts';
import { resumeRuns } from '../../../src/engine/runs/resume.ts';
import { approvalSummary } from '../../../src/reports/approval-summary.ts';
import { describeDatabases } from '../../support/database.ts';
import { germanIban, type SandboxLedger, sheetOf, testPayroll } from '../../support/payroll.ts';
import { person } from '../../support/person.ts';
import { signedFetch } from '../../support/signed-fetch.ts';

type SignedCall = ReturnType<typeof signedFetch>;
type There = SandboxLedger['payments'][number];

const MANUAL = { 'approval.policy': 'manual' };

describeDatabases('G7: an approval is bound to what was approved:', (database) => {
  const payroll = testPayroll(database, { balance: '10.00' });

  /** How often the start of a run's batch arrived at the service. */
  const startsOf = async (run: string) => {
    const { ledger } = await payroll.appContext();
    const { rows } = await ledger.db.query<{ tag: string }>('select tag from payrun.batch where run_id = $1', [run]);
    const { batches } = await payroll.ledger();
    return rows.map(({ tag }) => batches.find(({ tags }) => tags.includes(tag))?.startCalls);
  };

  /** `says`: what the service has is another thing then, which is seen before the hash is compared. */
  const CHANGES: readonly [what: string, sql: string, says?: string][] = [
    [
      'the amount of a payment',
      'update payrun.payment set minor = minor - 1 where run_id = $1',
      'row 2 has another amount',
    ],
    ['the reference of a payment', `update payrun.payment set reference = reference || 'x' where run_id = $1`],
    [
      'who is paid',
      `update payrun.payment set paid_recipient_remote_id = 'R-another' where run_id = $1`,
      'row 2 is for another recipient',
    ],
    ['whose account is paid', `update payrun.payment set paid_account_fp = '\\x01' where run_id = $1`],
    [
      "the recipient's account at the service",
      `update payrun.recipient set account_remote_id = 'A-another' where id in (select recipient_id from payrun.payment where run_id = $1)`,
    ],
    [
      'the fees',
      `update payrun.batch set quote = jsonb_set(quote, '{feesMinor}', '"0"') || '{"debitMinor": "1"}' where run_id = $1`,
    ],
  ];
  it.each(CHANGES)('G7: nothing starts if %s changed after it', async (what, sql, says = '') => {
    const id = what.replace(/\W+/g, '').toLowerCase();
    const file = payroll.sheet(`${id}.csv`, sheetOf([{ reference: id, email: `${id}@example.com`, amount: '500.00' }]));
    const { run } = await payroll.pay(file, { env: MANUAL });
    const appContext = await payroll.appContext(MANUAL);
    const approved = await approveRun(appContext, run, { by: person('anna'), progress: () => {} });
    expect(approved.note).toMatch(/^Needs /);

    await appContext.ledger.tx(async (db) => {
      await db.query('set local session_replication_role = replica');
      await db.query(sql, [run]);
    });
    await payroll.control('fund', { currency: 'EUR', amount: '1000.00' });
    try {
      const [resumed] = await payroll.resume(run, MANUAL);
      const state = says ? 'needs_person' : 'waiting_approval';
      expect(resumed).toMatchObject({ state, exitCode: 4, counts: { batched: 1 } });
      expect(resumed!.note).toContain(says);
      expect(await startsOf(run)).toEqual([0]);
    } finally {
      await payroll.control('fund', { currency: 'EUR', amount: '-1000.00' });
    }
  });

  const AT_SERVICE: readonly [
    what: string,
    says: string,
    change: (call: SignedCall, there: There[]) => Promise<unknown>,
    then?: string,
  ][] = [
    [
      'how many are paid, by one less',
      '1 of 2 payments are missing',
      (call, [one]) => call('DELETE', `/v1/batches/${one!.batchId}/payments/${one!.id}`),
      'needs_person',
    ],
    [
      'how many are paid, by one more',
      'it holds a payment that was not planned',
      (call, [one]) =>
        call('POST', `/v1/batches/${one!.batchId}/payments`, {
          recipient: { id: one!.recipientId },
          amount: '1.00',
          currency: 'EUR',
          externalId: randomUUID(),
        }),
      'needs_person',
    ],
    [
      'where somebody is paid',
      'row 2 goes to another account',
      (call, [one]) =>
        call('POST', `/v1/recipients/${one!.recipientId}/accounts`, {
          type: 'bank-transfer',
          iban: germanIban(99),
          currency: 'EUR',
          country: 'DE',
          accountHolderName: 'Somebody Else',
          primary: true,
        }),
    ],
    [
      'how much each gets, though not the sum',
      'row 2 has another amount',
      async (call, [one, two]) => {
        const set = (payment: There, amount: string) =>
          call('PATCH', `/v1/batches/${payment.batchId}/payments/${payment.id}`, { amount, currency: 'EUR' });
        await set(one!, two!.amount);
        return set(two!, one!.amount);
      },
    ],
    [
      'who bears the fees',
      'row 2 has its fees taken from the balance there (0.75 EUR; 0.00 EUR in the quote)',
      (call, [one]) => call('PATCH', `/v1/batches/${one!.batchId}/payments/${one!.id}`, { coverFees: true }),
    ],
  ];
  it.each(AT_SERVICE)(
    'G2: nothing starts if somebody changed at the service %s',
    async (what, says, change, then = 'waiting_approval') => {
      const id = what.replace(/\W+/g, '').toLowerCase();
      const lines = ['100.00', '300.00'].map((amount, i) => ({
        reference: `${id}-${i}`,
        email: `${id}${i}@example.com`,
        amount,
        iban: germanIban(80 + i),
      }));
      const { run } = await payroll.pay(payroll.sheet(`${id}.csv`, sheetOf(lines)), { env: MANUAL });
      const { payments } = await payroll.ledger();
      const there = lines.map(({ email }) => payments.find(({ recipientEmail }) => recipientEmail === email)!);
      const call = signedFetch({ url: payroll.sandbox.url, keys: payroll.sandbox.merchant });
      expect(await change(call, there)).toMatchObject({ status: expect.toSatisfy((status: number) => status < 300) });
      await payroll.control('fund', { currency: 'EUR', amount: '1000.00' });
      try {
        const appContext = await payroll.appContext(MANUAL);
        const approved = await approveRun(appContext, run, { by: person('anna'), progress: () => {} });
        expect(approved).toMatchObject({ state: 'needs_person', exitCode: 4, counts: { batched: 2 } });
        expect(approved.note).toContain(says);
        expect(await startsOf(run)).toEqual([0]);
        // Whoever carries it on asks again, and it can be rejected.
        expect((await payroll.resume(run, MANUAL))[0]).toMatchObject({ state: then });
        await rejectRun(appContext, run, { by: person('anna'), because: says, progress: () => {} });
        expect((await payroll.resume(run))[0]!.counts).toMatchObject({ canceled: 2 });
      } finally {
        await payroll.control('fund', { currency: 'EUR', amount: '-1000.00' });
      }
    },
  );

  it('nothing starts that awaited funds with the policy’s approval, and was changed at the service meanwhile', async () => {
    const email = 'waited@example.com';
    const { run, state } = await payroll.pay(
      payroll.sheet('waited.csv', sheetOf([{ reference: 'waited', email, amount: '150.00' }])),
    );
    expect(state).toBe('waiting_funds');
    const there = (await payroll.ledger()).payments.find(({ recipientEmail }) => recipientEmail === email)!;
    const call = signedFetch({ url: payroll.sandbox.url, keys: payroll.sandbox.merchant });
    const account = { type: 'bank-transfer', iban: germanIban(98), currency: 'EUR', country: 'DE', primary: true };
    const added = { ...account, accountHolderName: 'Somebody Else' };
    expect((await call('POST', `/v1/recipients/${there.recipientId}/accounts`, added)).status).toBeLessThan(300);
    await payroll.control('fund', { currency: 'EUR', amount: '1000.00' });
    try {
      const [resumed] = await payroll.resume(run);
      expect(resumed).toMatchObject({ state: 'needs_person', exitCode: 4, counts: { batched: 1 } });
      expect(resumed!.note).toContain('row 2 goes to another account');
      expect(await startsOf(run)).toEqual([0]);
    } finally {
      await payroll.control('fund', { currency: 'EUR', amount: '-1000.00' });
    }
  });

  /** The last call before what is read before a start: whatever happens at the service until then has to be seen. */
  const beforeTheStart = (change: () => Promise<unknown>): typeof fetch => {
    let quoted = false;
    return async (input, init) => {
      const answer = await fetch(input, init);
      quoted ||= String(input).endsWith('/generate-quote');
      if (quoted && String(input).endsWith('/v1/balances')) await change();
      return answer;
    };
  };

  it.each(AT_SERVICE)(
    'G2: nothing starts with the policy’s approval if somebody changed at the service, a moment before, %s',
    async (what, says, change) => {
      const id = `quick${what.replace(/\W+/g, '').toLowerCase()}`;
      const lines = ['100.00', '300.00'].map((amount, i) => ({
        reference: `${id}-${i}`,
        email: `${id}${i}@example.com`,
        amount,
        iban: germanIban(70 + i),
      }));
      const call = signedFetch({ url: payroll.sandbox.url, keys: payroll.sandbox.merchant });
      const wire = beforeTheStart(async () => {
        const { payments } = await payroll.ledger();
        const there = lines.map(({ email }) => payments.find(({ recipientEmail }) => recipientEmail === email)!);
        await change(call, there);
      });
      await payroll.control('fund', { currency: 'EUR', amount: '1000.00' });
      try {
        const { run, ...outcome } = await payroll.pay(payroll.sheet(`${id}.csv`, sheetOf(lines)), { wire });
        expect(outcome).toMatchObject({ state: 'needs_person', exitCode: 4, counts: { batched: 2 } });
        expect(outcome.note).toContain(says);
        expect(await startsOf(run)).toEqual([0]);
        const appContext = await payroll.appContext();
        await rejectRun(appContext, run, { by: person('anna'), because: says, progress: () => {} });
        expect((await payroll.resume(run))[0]!.counts).toMatchObject({ canceled: 2 });
      } finally {
        await payroll.control('fund', { currency: 'EUR', amount: '-1000.00' });
      }
    },
  );

  it('an account that was changed at the service gets no payment; the sheet, dropped again, is paid as it says', async () => {
    const columns =
      'paymentReference,referenceId,amount,currency,type,firstName,lastName,email,street1,city,country,iban';
    const full = `EUR,individual,Vera,Vogel,theirs@example.com,Street 1,Berlin,DE,${germanIban(61)}`;
    const sheet = (reference: string, amount: string, rest: string) =>
      payroll.sheet(`${reference}.csv`, `${columns}\n${reference},theirs,${amount},${rest}\n`);
    const call = signedFetch({ url: payroll.sandbox.url, keys: payroll.sandbox.merchant });
    await payroll.control('fund', { currency: 'EUR', amount: '1000.00' });
    try {
      const first = await payroll.pay(sheet('theirs-1', '100.00', full));
      expect(first.counts).toMatchObject({ processed: 1 });
      const there = (await payroll.ledger()).payments.find(
        ({ recipientEmail }) => recipientEmail === 'theirs@example.com',
      )!;
      const accounts = `/v1/recipients/${there.recipientId}/accounts`;
      const other = { type: 'bank-transfer', iban: germanIban(62), currency: 'EUR', country: 'DE', primary: true };
      await call('POST', accounts, { ...other, accountHolderName: 'Somebody Else' });

      const again = sheet('theirs-2', '110.00', full);
      const stopped = await payroll.pay(again);
      expect(stopped).toMatchObject({
        state: 'needs_person',
        note: expect.stringContaining('row 2 goes to another account'),
      });
      // A row that names no account would be paid there.
      const bare = sheet('theirs-3', '120.00', 'EUR,,,,,,,,');
      expect((await payroll.pay(bare)).problems).toMatchObject([{ code: 'account_changed' }]);

      await rejectRun(await payroll.appContext(), stopped.run, {
        by: person('anna'),
        because: 'looked',
        progress: () => {},
      });
      expect((await payroll.pay(again)).counts).toMatchObject({ processed: 1 });
      const paid = (await call('GET', `/v1/payments?recipientId=${there.recipientId}`)).body as {
        payments: { amount: string; status: string; account: { iban: string } }[];
      };
      const ends = paid.payments.map(({ amount, account }) => [amount, account.iban.slice(-2)]).sort();
      expect(ends).toEqual([
        ['100.00', germanIban(61).slice(-2)],
        ['110.00', germanIban(61).slice(-2)],
      ]);
    } finally {
      await payroll.control('fund', { currency: 'EUR', amount: '-790.00' });
    }
  });

  it('a payment to another account in the last moment is a discrepancy, until a user accepts it', async () => {
    let isStarted = false;
    const wire: typeof fetch = async (input, init) => {
      const answer = await fetch(input, init);
      if (String(input).endsWith('/start-processing')) isStarted = true;
      if (!isStarted || !/\/payments\?/.test(String(input))) return answer;
      // Of the first of the two, the account in what the service has paid is another one.
      const text = (await answer.text()).replace(
        /("account":\{"id":)"[^"]*","recipientAccountId":"[^"]*"/,
        '$1"A-other","recipientAccountId":"A-other"',
      );
      return new Response(text, { status: answer.status, headers: answer.headers });
    };
    const lines = ['41.00', '42.00'].map((amount, i) => ({
      reference: `last-${i}`,
      email: `last${i}@example.com`,
      amount,
    }));
    // What is unknown stays so however long it is waited for.
    const once = { PAYRUN_SETTLE_WAIT_MS: '0' };
    await payroll.control('fund', { currency: 'EUR', amount: '1000.00' });
    try {
      const { run } = await payroll.pay(payroll.sheet('last.csv', sheetOf(lines)), { wire, env: once });
      await payroll.control('settle', {});
      const appContext = await payroll.appContext(once, wire);
      const [outcome] = await resumeRuns(appContext, { run, progress: () => {} });
      expect(outcome).toMatchObject({ state: 'needs_person', exitCode: 4, counts: { processed: 1, discrepancy: 1 } });
      const { rows } = await appContext.ledger.db.query(
        `select reference, reason_code as code, reason from payrun.payment where run_id = $1 and state = 'discrepancy'`,
        [run],
      );
      expect(rows).toEqual([
        {
          reference: 'last-0',
          code: 'account_differs',
          reason: expect.stringMatching(
            /^The payout service paid another account than the one of row 2: \S+ instead of A-\S+\.$/,
          ),
        },
      ]);
      expect((await resumeRuns(appContext, { run, progress: () => {} }))[0]).toMatchObject({
        counts: { discrepancy: 1 },
      });
      await acceptDiscrepancy(appContext, { reference: 'last-0', because: 'bank statement' }, person('anna'));
      expect((await resumeRuns(appContext, { run, progress: () => {} }))[0]).toMatchObject({
        state: 'done',
        counts: { processed: 2 },
      });
    } finally {
      await payroll.control('fund', { currency: 'EUR', amount: '-917.00' });
    }
  });

  it.each(['when it was made', 'since'])(
    'G2: nothing starts that debits another balance, which was changed %s',
    async (when) => {
      let isOther = when === 'when it was made';
      const wire: typeof fetch = async (input, init) => {
        const answer = await fetch(input, init);
        if (!isOther || !/\/payments\?/.test(String(input))) return answer;
        const text = (await answer.text()).replaceAll('"sourceCurrency":"USD"', '"sourceCurrency":"GBP"');
        return new Response(text, { status: answer.status, headers: answer.headers });
      };
      const email = `${when.replaceAll(' ', '')}@example.com`;
      const [header, line] = sheetOf([{ reference: email, email, amount: '20.00', currency: 'USD' }]).split('\n');
      const sheet = `${header!.replace('amount', 'targetAmount')},targetCurrency\n${line},EUR\n`;
      await payroll.control('fund', { currency: 'USD', amount: '1000.00' });
      try {
        const { run, ...made } = await payroll.pay(payroll.sheet(`${email}.csv`, sheet), { env: MANUAL, wire });
        const appContext = await payroll.appContext(MANUAL, wire);
        const late = !isOther;
        isOther = true;
        const outcome = late ? await approveRun(appContext, run, { by: person('anna'), progress: () => {} }) : made;
        expect(outcome).toMatchObject({ state: 'needs_person', exitCode: 4 });
        expect(outcome.note).toContain('row 2 leaves another balance than USD');
        expect(await startsOf(run)).toEqual([0]);
      } finally {
        await payroll.control('fund', { currency: 'USD', amount: '-1000.00' });
      }
    },
  );

  it('G7: a rate that moved too far is shown before it is approved again, with the approved one', async () => {
    let factor = 1;
    const wire: typeof fetch = async (input, init) => {
      const answer = await fetch(input, init);
      if (!/\/payments\?/.test(String(input))) return answer;
      const moved = (_: string, amount: string) => `"targetAmount":"${(Number(amount) * factor).toFixed(2)}"`;
      const text = (await answer.text()).replace(/"targetAmount":"([\d.]+)"/g, moved);
      return new Response(text, { status: answer.status, headers: answer.headers });
    };
    const line = { reference: 'rate', email: 'rate@example.com', amount: '900.00', currency: 'USD' };
    const { run } = await payroll.pay(payroll.sheet('rate.csv', sheetOf([line])), { env: MANUAL, wire });
    const appContext = await payroll.appContext(MANUAL, wire);
    const approve = () => approveRun(appContext, run, { by: person('anna'), progress: () => {} });
    const arrives = async () => (await approvalSummary(appContext.ledger, run)).batches.map((batch) => batch.arrives);
    const priceAnew = async (by: number) => {
      factor = by;
      await appContext.ledger.db.query('update payrun.batch set quote_expires_at = now() where run_id = $1', [run]);
    };
    const resume = () => resumeRuns(appContext, { run, progress: () => {} });
    expect(await arrives()).toEqual([{ EUR: '805.79' }]);

    // Nobody has approved it yet: what arrives is shown by the price that there is now.
    await priceAnew(1.02);
    await resume();
    expect(await arrives()).toEqual([{ EUR: '821.91' }]);

    await priceAnew(1.05);
    expect(await approve()).toMatchObject({
      state: 'waiting_approval',
      note: expect.stringContaining('has to be approved again'),
    });
    expect(await arrives()).toEqual([{ EUR: '846.08' }]);

    // Approved at the new rate, it does not begin: there is no money. A little each time, it moves too far in the end.
    expect((await approve()).note).toMatch(/^Needs /);
    await priceAnew(1.056);
    expect((await resume())[0]).toMatchObject({ state: 'waiting_funds' });
    await priceAnew(1.062);
    expect((await resume())[0]).toMatchObject({ state: 'waiting_approval' });
    expect(await arrives()).toEqual([{ EUR: '855.75' }]);
  });

  it('an unchanged batch starts, once', async () => {
    const file = payroll.sheet(
      'same.csv',
      sheetOf([{ reference: 'same', email: 'same@example.com', amount: '700.00' }]),
    );
    const { run } = await payroll.pay(file, { env: MANUAL });
    const appContext = await payroll.appContext(MANUAL);
    await approveRun(appContext, run, { by: person('anna'), progress: () => {} });
    await payroll.control('fund', { currency: 'EUR', amount: '1000.00' });
    const [resumed] = await payroll.resume(run, MANUAL);
    expect(resumed).toMatchObject({ state: 'done', counts: { processed: 1 } });
    expect(await startsOf(run)).toEqual([1]);
  });
});
