import { expect, it } from 'vitest';
import { releasePayments, resolveUnknown } from '../../../src/engine/review/release.ts';
import { rejectRun } from '../../../src/engine/review/take-back.ts';
import { type RerunOptions, rerunFailed } from '../../../src/engine/runs/rerun.ts';
import { getComparisons } from '../../../src/ledger/payments/payment-decisions.ts';
import { approvalSummary } from '../../../src/reports/approval-summary.ts';
import { verifyLedger } from '../../../src/reports/verify.ts';
import { approveRun } from '../../support/approve-run.ts';
import { describeDatabases } from '../../support/database.ts';
import { addSubMerchants } from '../../support/merchants.ts';
import { patientFetch } from '../../support/patient-fetch.ts';
import { germanIban, type Payroll, people, type SheetLine, sheetOf, testPayroll } from '../../support/payroll.ts';
import { person, VERIFIED } from '../../support/person.ts';
import { signedFetch } from '../../support/signed-fetch.ts';
import { addBatch, moveThrough, startTestRun } from '../../support/test-run.ts';

const carry = { progress: () => {} };
const MANUAL = { 'approval.policy': 'manual' };

/** What the sandbox has paid to a person, and how often. */
async function paidTo(payroll: Payroll, email: string) {
  return (await payroll.ledger()).payments
    .filter((payment) => payment.recipientEmail === email)
    .map(({ amount, timesPaid }) => [amount, timesPaid]);
}

const pay = (
  payroll: Payroll,
  name: string,
  lines: readonly SheetLine[],
  options: Parameters<Payroll['pay']>[1] = {},
) => payroll.pay(payroll.sheet(`${name}.csv`, sheetOf(lines)), options);

async function rerun(payroll: Payroll, options: Partial<RerunOptions> & { run: string }) {
  const appContext = await payroll.appContext();
  return rerunFailed(appContext, {
    maker: person('mia'),
    states: ['failed'],
    references: [],
    dryRun: false,
    confirm: 'yes',
    ...carry,
    ...options,
  });
}

describeDatabases('an approval', (database) => {
  const payroll = testPayroll(database);

  it('G7: is refused to the maker, and starts exactly what waits if someone else gives it', async () => {
    const { run } = await pay(payroll, 'wait', people(2), { env: MANUAL });
    const appContext = await payroll.appContext(MANUAL);
    await expect(approveRun(appContext, run, { by: person('mia'), ...carry })).rejects.toMatchObject({
      code: 'maker_is_approver',
    });
    const { hash } = await approvalSummary(appContext.ledger, run);
    const shown = hash.replace(/^./, (digit) => (digit === '0' ? '1' : '0'));
    await expect(approveRun(appContext, run, { by: person('anna'), shown, ...carry })).rejects.toMatchObject({
      code: 'approval_outdated',
    });
    expect((await payroll.ledger()).batches[0]!.startCalls).toBe(0);
    expect(await approveRun(appContext, run, { by: person('anna'), shown: hash, ...carry })).toMatchObject({
      state: 'done',
      counts: { processed: 2 },
    });
    await expect(approveRun(appContext, run, { by: person('anna'), ...carry })).rejects.toMatchObject({
      code: 'not_waiting',
    });
  });

  it('G7: refused, of several batches: what an interruption left is withdrawn before anything else, by any process', async () => {
    const lines = ['EUR', 'USD'].map((currency) => ({
      reference: `HALF-${currency}`,
      email: `half-${currency}@example.com`.toLowerCase(),
      amount: '610',
      currency,
    }));
    const { run } = await pay(payroll, 'half', lines, { env: MANUAL });
    const appContext = await payroll.appContext(MANUAL);
    const refuse = { match: { method: 'DELETE', path: '/v1/batches/*' }, skip: 1, times: 1, status: 403 };
    await payroll.control('faults', [refuse]);
    const reject = () => rejectRun(appContext, run, { by: person('anna'), because: 'wrong month', ...carry });
    await expect(reject()).rejects.toThrow();
    const states = async () =>
      (
        await appContext.ledger.db.query<{ state: string }>(
          'select state from payrun.payment where run_id = $1 order by state',
          [run],
        )
      ).rows.map(({ state }) => state);
    expect(await states()).toEqual(['batched', 'canceled']);
    const starts = async () => (await payroll.ledger()).batches.reduce((sum, batch) => sum + batch.startCalls, 0);
    const before = await starts();
    // Someone approves what is left. It was rejected, and stays so.
    await approveRun(appContext, run, { by: person('cleo'), ...carry });
    expect(await starts()).toBe(before);
    expect(await states()).toEqual(['canceled', 'canceled']);
    const { rows } = await appContext.ledger.db.query(
      `select actor, kind from payrun.event where chain = $1 and kind in ('rejection_intended', 'rejected') order by seq`,
      [`run-${run}`],
    );
    expect(rows).toEqual([
      { actor: 'anna', kind: 'rejection_intended' },
      { actor: 'anna', kind: 'rejected' },
    ]);
    await expect(reject()).rejects.toMatchObject({ code: 'not_waiting' });
  });

  /** The second batch of a run is not made, or no one hears of it. */
  const interruptSecond = (how: object) =>
    payroll.control('faults', [
      { match: { method: 'POST', path: '^/v1/batches$' }, skip: 1, times: 1, ...how },
      // The first list of batches is the one before anything is created.
      { match: { method: 'GET', path: '^/v1/batches$' }, skip: 1, times: 9, status: 403 },
    ]);

  it('G2: refused, of several batches: those not created yet are taken back first, so that no one creates them meanwhile', async () => {
    const lines = ['EUR', 'GBP', 'USD'].map((currency) => ({
      reference: `FIRST-${currency}`,
      email: `first-${currency}@example.com`.toLowerCase(),
      amount: '630',
      currency,
    }));
    await interruptSecond({ status: 403 });
    await expect(pay(payroll, 'first', lines, { env: MANUAL })).rejects.toThrow();
    const appContext = await payroll.appContext(MANUAL);
    const { rows } = await appContext.ledger.db.query<{ run: string }>('select max(id)::text as run from payrun.run');
    const run = rows[0]!.run;
    const reject = () => rejectRun(appContext, run, { by: person('anna'), because: 'wrong month', ...carry });
    await payroll.control('faults', [{ match: { method: 'DELETE', path: '/v1/batches/*' }, times: 1, status: 403 }]);
    await expect(reject()).rejects.toThrow();
    const { rows: left } = await appContext.ledger.db.query(
      'select state, count(*)::int as n from payrun.payment where run_id = $1 group by state order by state',
      [run],
    );
    expect(left).toEqual([
      { state: 'batched', n: 1 },
      { state: 'canceled', n: 2 },
    ]);
    expect((await payroll.resume(run, MANUAL))[0]!.counts).toMatchObject({ canceled: 3, batched: 0, ready: 0 });
  });

  const INTERRUPTED = [
    ['was refused before it was there', { status: 403 }],
    ['is there, and no one knows it yet', { do: 'hang', effect: 'after' }],
  ] as const;
  it.each(INTERRUPTED)(
    'G2: refused, of several batches of which one %s: nothing of the run is paid',
    async (what, how) => {
      const name = what.replace(/\W+/g, '');
      const lines = ['EUR', 'GBP', 'USD'].map((currency) => ({
        reference: `${name}-${currency}`,
        email: `${name}-${currency}@example.com`.toLowerCase(),
        amount: '620',
        currency,
      }));
      // No limit is set, so that only the no keeps it from being paid.
      await interruptSecond(how);
      let batches = 0;
      const wire = patientFetch((call) => call === 'POST /v1/batches' && ++batches === 2);
      await expect(pay(payroll, name, lines, { wire, env: { PAYRUN_CALL_TIMEOUT_MS: '1000' } })).rejects.toThrow();
      await payroll.control('faults', []);
      const appContext = await payroll.appContext();
      const { rows } = await appContext.ledger.db.query<{ run: string; state: string }>(
        `select run_id::text as run, state from payrun.batch
       where run_id = (select max(id) from payrun.run) order by currency`,
      );
      expect(rows.map(({ state }) => state)).toEqual(['open', 'creating', 'planned']);
      await rejectRun(appContext, rows[0]!.run, { by: person('anna'), because: 'wrong month', ...carry });
      expect((await payroll.resume(rows[0]!.run))[0]).toMatchObject({ state: 'done', counts: { canceled: 3 } });
      const there = (await payroll.ledger()).payments.filter(({ recipientEmail }) =>
        recipientEmail.startsWith(name.toLowerCase()),
      );
      expect(there, 'no one can press Send on it there').toEqual([]);
      expect((await verifyLedger({ ledger: appContext.ledger })).findings).toEqual([]);
    },
  );
});

describeDatabases('payments on hold', (database) => {
  const payroll = testPayroll(database);
  it('G7: with changed bank details in a later sheet are not released by the user who first entered them', async () => {
    const line = { email: 'first@example.com', amount: '540' };
    await pay(payroll, 'f0', [{ ...line, reference: 'FI-0', iban: germanIban(61) }]);
    const changed = [{ ...line, reference: 'FI-1', amount: '541', iban: germanIban(62) }];
    const mias = await pay(payroll, 'f1', changed);
    const moes = await pay(payroll, 'f1', changed, { maker: person('moe') });
    const appContext = await payroll.appContext();
    const release = (by: string, run: string) => releasePayments(appContext, ['FI-1'], person(by), run, VERIFIED);
    await expect(release('moe', moes.run)).rejects.toMatchObject({ code: 'maker_is_approver' });
    await expect(release('mia', moes.run)).rejects.toMatchObject({ code: 'details_editor_is_approver' });
    expect((await release('moe', mias.run)).map(String)).toEqual([mias.run]);
  });

  it('G7: that differ under one reference are released one by one, never only the newest; those of a dry run never', async () => {
    const line = { reference: 'H-7', amount: '500', email: 'held@example.com' };
    await pay(payroll, 'h6', [{ ...line, reference: 'H-6', amount: '490', iban: germanIban(17) }]);
    const first = await pay(payroll, 'h7', [{ ...line, iban: germanIban(18) }]);
    const second = await pay(payroll, 'h8', [{ ...line, iban: germanIban(19) }]);
    await pay(payroll, 'h9', [{ ...line, iban: germanIban(20) }], { dryRun: true });
    const appContext = await payroll.appContext();
    await expect(releasePayments(appContext, ['H-7'], person('anna'))).rejects.toMatchObject({
      code: 'run_ambiguous',
      message: expect.stringContaining(`has a payment with the reference H-7: ${second.run} and ${first.run}.`),
    });
    expect((await releasePayments(appContext, ['H-7'], person('anna'), first.run, VERIFIED)).map(String)).toEqual([
      first.run,
    ]);
  });

  it('G1: that two users release at once, while a payment was made since, are released by none of them', async () => {
    const line = { email: 'at-once@example.com', amount: '562', iban: germanIban(33) };
    await pay(payroll, 'a0', [{ ...line, reference: 'A-0', amount: '563' }]);
    const held = await pay(payroll, 'a1', [{ ...line, reference: 'A-1', iban: germanIban(34) }]);
    await pay(payroll, 'a2', [{ ...line, reference: 'A-2' }]);
    const [mine, yours] = [await payroll.appContext(), await payroll.appContext()];
    const seen = await getComparisons(mine.ledger.db, ['A-1']);
    const output = await Promise.allSettled([
      releasePayments(mine, ['A-1'], person('anna'), null, VERIFIED, seen),
      releasePayments(yours, ['A-1'], person('bert'), null, VERIFIED, seen),
    ]);
    expect(output.map((one) => (one.status === 'rejected' ? one.reason.code : one.status)).toSorted()).toEqual([
      'duplicate_since_hold',
      'hold_changed',
    ]);
    expect((await payroll.resume(held.run))[0]).toMatchObject({ counts: { held: 1 } });
  });
});

describeDatabases('a rerun', (database) => {
  const payroll = testPayroll(database);

  it('pays failed rows again as a new generation, once, and refuses live and paid rows', async () => {
    await payroll.control('outcomes', [
      { match: { recipientEmail: 'again1@example.com' }, outcome: 'failed', reason: 'Bank closed' },
    ]);
    const lines = people(3, (n) => ({ reference: `AG-${n}`, email: `again${n}@example.com` }));
    const first = await pay(payroll, 'first', [...lines, { reference: 'AG-4', iban: 'DE00' }]);
    expect(first.counts).toMatchObject({ processed: 2, failed: 1, invalid: 1 });

    await payroll.control('outcomes', []);
    await expect(rerun(payroll, { run: '999' })).rejects.toMatchObject({ code: 'run_unknown' });
    await expect(rerun(payroll, { run: first.run, states: ['processed'] })).rejects.toMatchObject({ code: 'usage' });
    await expect(rerun(payroll, { run: first.run, references: ['AG-2'] })).rejects.toMatchObject({
      code: 'rerun_nothing',
      message: expect.stringContaining('AG-2 is processed'),
    });
    expect((await rerun(payroll, { run: first.run, dryRun: true })).counts).toMatchObject({ canceled: 1 });

    const second = await rerun(payroll, { run: first.run });
    expect(second).toMatchObject({ rows: 1, counts: { processed: 1 } });
    const appContext = await payroll.appContext();
    const { rows } = await appContext.ledger.db.query(
      `select p.generation > 1 as later, o.reference from payrun.payment p join payrun.payment o on o.id = p.previous_id where p.run_id = $1`,
      [second.run],
    );
    expect(rows).toEqual([{ later: true, reference: 'AG-1' }]);
    expect((await paidTo(payroll, 'again1@example.com')).map(([, times]) => times)).toEqual([0, 1]);

    const third = await rerun(payroll, { run: first.run });
    expect(third.counts).toMatchObject({ already_paid: 1, processed: 0 });
    const invalid = await rerun(payroll, { run: first.run, states: ['invalid'] });
    expect(invalid.counts).toMatchObject({ invalid: 1 });
    const unfinished = await pay(payroll, 'unfinished', [{ reference: 'UF-1', amount: '91' }], { env: MANUAL });
    await expect(rerun(payroll, { run: unfinished.run })).rejects.toMatchObject({ code: 'rerun_unfinished' });
  });

  it('G1: retries no row with earlier data if it was dropped again with others, which failed too', async () => {
    const fails = ['old@example.com', 'kept@example.com'].map((recipientEmail) => ({
      match: { recipientEmail },
      outcome: 'failed',
      reason: 'Account closed',
    }));
    await payroll.control('outcomes', fails);
    const moved = { reference: 'OLD-1', email: 'old@example.com', amount: '120' };
    const kept = { reference: 'OLD-2', email: 'kept@example.com', amount: '130', iban: germanIban(73) };
    const first = await pay(payroll, 'old', [{ ...moved, iban: germanIban(71) }, kept]);
    const second = await pay(payroll, 'old-again', [{ ...moved, iban: germanIban(72) }, kept]);
    expect([first.counts.failed, second.state]).toEqual([2, 'waiting_approval']);
    // The policy does not approve the new account of a payment that came back.
    const anna = { by: person('anna'), ...carry };
    await expect(approveRun(await payroll.appContext(), second.run, anna)).rejects.toMatchObject({
      code: 'verification_required',
    });
    const approved = await approveRun(await payroll.appContext(), second.run, { ...anna, verified: VERIFIED });
    expect(approved.counts.failed).toBe(2);
    await payroll.control('outcomes', []);
    await expect(rerun(payroll, { run: first.run, references: ['OLD-1'] })).rejects.toMatchObject({
      code: 'rerun_nothing',
      message: expect.stringContaining('uploaded again with different data'),
    });
    // What says the same as before is not outdated.
    expect(await rerun(payroll, { run: first.run })).toMatchObject({ rows: 1, counts: { processed: 1 } });
    expect(await rerun(payroll, { run: second.run, references: ['OLD-1'] })).toMatchObject({
      counts: { processed: 1 },
    });
    const appContext = await payroll.appContext();
    const { rows } = await appContext.ledger.db.query(
      `select account_hint from payrun.payment where reference = 'OLD-1' and state = 'processed'`,
    );
    expect(rows).toEqual([{ account_hint: `IBAN ***${germanIban(72).slice(-4)}` }]);
  });
});

describeDatabases('an unconfirmed payment', (database) => {
  const payroll = testPayroll(database);

  it('G1: of two merchants under one reference is the one whose run is named', async () => {
    const appContext = await payroll.appContext();
    const { ledger } = appContext;
    await addSubMerchants(payroll, database, ['one', 'two']);
    await ledger.db.query('update payrun.merchant set service_url = $1', [payroll.sandbox.url]);
    const runs: bigint[] = [];
    for (const merchant of ['one', 'two']) {
      const run = await startTestRun(ledger, { merchant });
      const batch = await addBatch(ledger, run, [{ reference: 'BOTH' }]);
      await moveThrough(ledger, batch, 'creating', 'open', 'quoted', 'approved', 'starting', 'unknown');
      runs.push(run.id);
    }
    const paid = { reference: 'BOTH', paid: true, because: 'bank statement' };
    await expect(resolveUnknown(appContext, paid, person('anna'))).rejects.toMatchObject({
      code: 'run_ambiguous',
      next: expect.stringContaining('--run RUN'),
    });
    expect(await resolveUnknown(appContext, { ...paid, run: String(runs[0]) }, person('anna'))).toBe(runs[0]);
    const { rows } = await ledger.db.query(
      `select run, state from payrun.payment_status where reference = 'BOTH' order by run`,
    );
    expect(rows).toEqual([
      { run: runs[0], state: 'processed' },
      { run: runs[1], state: 'unknown' },
    ]);
  });
});

describeDatabases('a ledger that was restored from a backup', (database) => {
  const payroll = testPayroll(database);

  it('G1: does not take for failed what the service has paid since, and pays the rest', async () => {
    const lines = people(2, (n) => ({ reference: `RS-${n}`, email: `rs${n}@example.com`, amount: `${640 + n}` }));
    const { run } = await pay(payroll, 'restored', [lines[0]!]);
    const appContext = await payroll.appContext();
    const { db } = appContext.ledger;
    const second = await pay(payroll, 'restored-2', [lines[1]!], { env: MANUAL });
    // As the backup has it: the payments of the first run are ready, in no batch; those of the second are of the same run.
    await appContext.ledger.tx(async (tx) => {
      await tx.query('set local session_replication_role = replica');
      await tx.query(
        `update payrun.payment set state = 'ready', batch_id = null, remote_id = null, final_at = null, paid_recipient_remote_id = null,
           paid_account_remote_id = null, paid_account_fp = null, run_id = $1, row = run_id + 1 where run_id = any($2)`,
        [run, [run, second.run]],
      );
      // Without this the run is blocked: someone said, and it was not true, that another installation made these batches.
      await tx.query(
        `insert into payrun.other_batch (merchant_id, tag, name, declared_by, declared_at)
         select merchant_id, tag, 'another', 'anna', now() from payrun.batch where run_id = any($1)`,
        [[run, second.run]],
      );
      await tx.query('delete from payrun.batch where run_id = any($1)', [[run, second.run]]);
      await tx.query(`update payrun.run set status = 'preparing', finished_at = null where id = $1`, [run]);
    });
    const { rows: back } = await db.query<{ id: string }>('select id from payrun.payment where run_id = $1', [run]);
    expect(back).toHaveLength(2);
    // The second was never sent: only its batch is gone from the service.
    const { payments } = await payroll.ledger();
    const call = signedFetch({ url: payroll.sandbox.url, keys: payroll.sandbox.merchant });
    const unsent = payments.find(({ recipientEmail }) => recipientEmail === lines[1]!.email)!;
    expect((await call('DELETE', `/v1/batches/${unsent.batchId}`)).status).toBe(200);

    const [resumed] = await payroll.resume(run);
    expect(resumed).toMatchObject({ state: 'needs_person', counts: { unknown: 1, failed: 0, processed: 1 } });
    expect(resumed!.note).toContain('in a batch that Payrun does not know');
    expect(await paidTo(payroll, 'rs1@example.com')).toEqual([['641.00', 1]]);
    expect(await paidTo(payroll, 'rs2@example.com')).toEqual([['642.00', 1]]);
    const say = (paid: boolean) =>
      resolveUnknown(appContext, { reference: 'RS-1', paid, because: 'I looked' }, person('anna'));
    await expect(say(false)).rejects.toMatchObject({ code: 'may_still_be_paid' });
    await say(true);
    expect((await payroll.resume(run))[0]).toMatchObject({ state: 'done', counts: { processed: 2 } });
  });
});
