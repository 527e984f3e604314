import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { beforeAll, expect, it } from 'vitest';
import type { RunPlan } from '../../src/engine/plan/run-plan.ts';
import { processRunTask } from '../../src/engine/queue/process-run-task.ts';
import { releasePayments } from '../../src/engine/review/release.ts';
import { discardRun, planToSubmit, shownPlan, submitRun } from '../../src/engine/review/submit-run.ts';
import { createSheetRun } from '../../src/engine/runs/create-sheet-run.ts';
import { ingestAndConfirm } from '../../src/engine/runs/ingest-and-confirm.ts';
import { paySheet } from '../../src/engine/runs/pay.ts';
import { rerunFailed } from '../../src/engine/runs/rerun.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { addMerchant } from '../../src/ledger/merchants/merchant.ts';
import type { MerchantKeys } from '../../src/model.ts';
import { verifyLedger } from '../../src/reports/verify.ts';
import { countsOf } from '../support/counts-of.ts';
import { describeDatabases } from '../support/database.ts';
import { addSubMerchants, withMerchants } from '../support/merchants.ts';
import { pastRules } from '../support/past-rules.ts';
import { people, sheetOf, testPayroll } from '../support/payroll.ts';
import { person } from '../support/person.ts';

/** Rows of the results, by header; they have no commas in them. */
function resultsOf(workbook: string | null): Record<string, string>[] {
  const [header = '', ...lines] = readFileSync(workbook!.replace(/\.xlsx$/, '.csv'), 'utf8')
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split(/\r?\n/);
  const names = header.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, i) => [names[i] ?? '', cell])));
}

describeDatabases('a sheet of several merchants', (database) => {
  const payroll = testPayroll(database);
  let ledger: Ledger;
  let keys: Readonly<Record<string, MerchantKeys>>;
  beforeAll(async () => {
    ledger = await database.open();
    keys = await addSubMerchants(payroll, database, ['acme', 'beta', 'cora']);
  });

  /** A sheet of its own: references and people begin with the name. */
  const sheet = (name: string, merchants: readonly string[], ...extra: string[]) =>
    payroll.sheet(
      `${name}.csv`,
      [...extra, ''].join('\n') +
        withMerchants(
          sheetOf(people(merchants.length, (n) => ({ reference: `${name}-${n}`, email: `${name}${n}@example.com` }))),
          merchants,
        ),
    );
  const runsOf = async (lead: string) =>
    (
      await ledger.db.query<{ merchant_id: string; status: string; rows_in: number | null; note: string | null }>(
        'select merchant_id, status, rows_in, note from payrun.run where id = $1 or lead_run = $1 order by id',
        [lead],
      )
    ).rows;
  const sound = async () => expect((await verifyLedger({ ledger })).findings).toEqual([]);
  const paidOf = async (prefix: string) =>
    (await payroll.ledger()).payments.filter(({ recipientEmail }) => recipientEmail.startsWith(prefix));

  it('is paid by each with its own keys, in one result and one workbook with all rows in order', async () => {
    const merchants = ['acme', 'beta', 'acme', 'cora', 'beta', 'acme'];
    const before = (await payroll.ledger()).requests;
    const plans: RunPlan[] = [];
    const outcome = await payroll.pay(sheet('june', merchants), { announce: (plan) => plans.push(plan) });
    expect(outcome).toMatchObject({
      state: 'done',
      rows: 6,
      counts: { processed: 6 },
      totals: { EUR: { rows: 6, amount: '622.50' } },
      paid: 'PAYRUN,6,EUR,622.50',
      problems: [],
      exitCode: 0,
      runs: [
        { run: outcome.run, merchant: 'acme', state: 'done', rows: 3, counts: { processed: 3 } },
        { merchant: 'beta', state: 'done', rows: 2 },
        { merchant: 'cora', state: 'done', rows: 1 },
      ],
    });
    expect(plans).toHaveLength(1);
    expect(plans[0]).toMatchObject({
      rows: 6,
      payable: 6,
      newRecipients: 6,
      merchants: [
        { merchant: 'acme', payable: 3 },
        { merchant: 'beta', payable: 2 },
        { merchant: 'cora', payable: 1 },
      ],
    });
    const results = resultsOf(outcome.results);
    expect(results.map(({ merchant, status }) => [merchant, status])).toEqual(
      merchants.map((merchant) => [merchant, 'Paid']),
    );
    expect(outcome.results).toContain(`june.run-${outcome.run}.results.xlsx`);

    // Every merchant's calls were made with its keys, and no others.
    const { requests } = await payroll.ledger();
    const made = (accessKey: string) => (requests[accessKey]?.total ?? 0) - (before[accessKey]?.total ?? 0);
    for (const { accessKey } of Object.values(keys)) expect(made(accessKey)).toBeGreaterThan(0);
    expect(made(payroll.sandbox.merchant.accessKey)).toBe(0);
    expect(outcome.calls).toBe(Object.values(keys).reduce((sum, { accessKey }) => sum + made(accessKey), 0));
    await sound();
  });

  it('that is dropped again is recognized, and no one is paid twice', async () => {
    const merchants = ['acme', 'beta', 'acme'];
    const first = await payroll.pay(sheet('again', merchants));
    const second = await payroll.pay(sheet('again', merchants));
    expect(second).toMatchObject({ counts: { already_paid: 3 }, exitCode: 0, sameSheet: { run: first.run } });
    expect(await paidOf('again')).toHaveLength(3);
    // With other payers it is another sheet, and a reference is its merchant's own.
    const swapped = await payroll.pay(sheet('again', ['beta', 'acme', 'beta']));
    expect(swapped).toMatchObject({ counts: { processed: 3 }, sameSheet: null });
    await sound();
  });

  it('marks rows whose merchant is unknown or missing, and pays the others', async () => {
    const outcome = await payroll.pay(sheet('strangers', ['acme', 'nobody', 'beta', '']));
    expect(outcome).toMatchObject({
      rows: 4,
      counts: { processed: 2, invalid: 2 },
      exitCode: 3,
      problems: [
        { row: 3, code: 'merchant_not_known', column: 'merchant', value: 'nobody' },
        { row: 5, code: 'merchant_missing', column: 'merchant' },
      ],
    });
    expect(resultsOf(outcome.results).map(({ status }) => status)).toEqual(['Paid', 'Invalid', 'Paid', 'Invalid']);
    await sound();
  });

  it('G2: never pays a row that names no merchant because it is retried', async () => {
    const { run } = await payroll.pay(sheet('nameless', ['acme', '']));
    const again = await rerunFailed(await payroll.appContext(), {
      run,
      maker: person('mia'),
      states: ['invalid'],
      references: [],
      dryRun: false,
      confirm: 'yes',
      progress: () => {},
    });
    expect(again).toMatchObject({ rows: 1, counts: { invalid: 1 }, problems: [{ code: 'merchant_missing' }] });
    expect((await paidOf('nameless')).map(({ recipientEmail }) => recipientEmail)).toEqual(['nameless1@example.com']);
  });

  it('G5: is paid by no worker while another process still ingests it', async () => {
    const appContext = await payroll.appContext();
    const file = sheet('half', ['acme', 'beta']);
    const lead = await createSheetRun(appContext, { file, maker: person('mia'), dryRun: false, confirmed: true });
    const { runs } = await ingestAndConfirm(appContext, lead, { confirm: null, progress: () => {} });
    const other = runs.find(({ id }) => id !== lead)!;
    // The rows of the first merchant come to the ledger last.
    await ledger.db.query(
      `update payrun.run set intake_at = null, lease_owner = 'elsewhere:1:1', lease_until = now() + interval '1 hour' where id = $1`,
      [lead],
    );
    const worker = processRunTask(appContext, { kind: 'run', run: String(other.id) }, new AbortController().signal);
    await expect(worker).rejects.toMatchObject({ code: 'run_busy' });
    expect(await paidOf('half')).toEqual([]);
    await ledger.db.query(`update payrun.run set intake_at = now(), lease_until = null where id = $1`, [lead]);
    await payroll.resume();
    expect((await paidOf('half')).map(({ timesPaid }) => timesPaid)).toEqual([1, 1]);
    await sound();
  });

  it.each([
    ['yes', { processed: 1 }],
    ['no', { canceled: 1 }],
  ] as const)(
    'is submitted or discarded as a whole (%s), also if a payment of its first run was released before',
    async (output, counts) => {
      const appContext = await payroll.appContext();
      const name = `released-${output}`;
      await payroll.pay(sheet(name, ['acme']));
      // The same person and amount under another reference.
      const again = sheetOf(people(2, (n) => ({ reference: `${name}-again-${n}`, email: `${name}${n}@example.com` })));
      const file = payroll.sheet(`${name}-again.csv`, withMerchants(again, ['acme', 'beta']));
      const lead = await createSheetRun(appContext, {
        file,
        maker: person('mia'),
        dryRun: false,
        confirmed: false,
        ask: true,
      });
      const { runs } = await ingestAndConfirm(appContext, lead, { confirm: null, progress: () => {} });
      const rest = runs.find(({ id }) => id !== lead)!.id;
      await releasePayments(appContext, [`${name}-again-1`], person('cleo'), String(lead));
      await payroll.resume(String(lead));
      expect(await countsOf(ledger.db, rest)).toMatchObject({ ready: 1 });

      const shown = shownPlan((await planToSubmit(appContext, rest))!);
      const mia = { by: person('mia'), businesses: false };
      const stale = submitRun(appContext, String(rest), { ...mia, shown: 'something else' });
      await expect(stale).rejects.toMatchObject({ code: 'approval_outdated' });
      if (output === 'yes') await submitRun(appContext, String(rest), { ...mia, shown });
      else await discardRun(appContext, String(rest), mia.by);
      await payroll.resume(String(rest));
      await payroll.resume(String(lead));
      for (const run of [lead, rest]) expect(await countsOf(ledger.db, run)).toMatchObject({ ready: 0, ...counts });
      await sound();
    },
  );

  it('agrees with a control total over all of it, and rows without a merchant are paid by the given one', async () => {
    const outcome = await payroll.pay(sheet('unnamed', ['acme', '', 'cora'], 'PAYRUN,3,EUR,306.75'), {
      merchant: 'beta',
    });
    expect(outcome.runs?.map(({ merchant, counts }) => [merchant, counts.processed])).toEqual([
      ['acme', 1],
      ['beta', 1],
      ['cora', 1],
    ]);
  });

  it('with one merchant in it is a run like any other', async () => {
    const outcome = await payroll.pay(sheet('single', ['beta', 'beta']));
    expect(outcome).toMatchObject({ counts: { processed: 2 } });
    expect(outcome.runs).toBeUndefined();
    const { rows } = await ledger.db.query('select merchant_id, lead_run from payrun.run where id = $1', [outcome.run]);
    expect(rows).toEqual([{ merchant_id: 'beta', lead_run: null }]);
  });

  it('without a known merchant is refused before anything is written', async () => {
    await expect(payroll.pay(sheet('nobodies', ['x', 'y']))).rejects.toMatchObject({ code: 'merchant_unknown' });
  });

  it('whose one merchant has no valid keys pays the others, and names it with the reason', async () => {
    const bad = { accessKey: 'AK-wrong', secretKey: 'SK-wrong' };
    await ledger.tx((db) =>
      addMerchant(db, ledger.vault, { id: 'dora', environment: 'sandbox', country: 'US', keys: bad, storesKeys: true }),
    );
    const outcome = await payroll.pay(sheet('refused', ['dora', 'acme', 'beta', 'dora']));
    expect(outcome).toMatchObject({
      state: 'needs_person',
      counts: { processed: 2, ready: 2 },
      exitCode: 2,
      runs: [
        { merchant: 'dora', state: 'needs_person', counts: { ready: 2 }, error: { code: 'service_keys_refused' } },
        { merchant: 'acme', state: 'done' },
        { merchant: 'beta', state: 'done' },
      ],
    });
    const results = resultsOf(outcome.results);
    expect(results.map(({ status }) => status)).toEqual(['Ready', 'Paid', 'Paid', 'Ready']);
    expect(JSON.stringify(results[0])).toMatch(/keys/);
    await sound();
    // What is paid stays so; what could not be is still there.
    const [again] = await payroll.resume();
    expect(again).toMatchObject({ counts: { processed: 2, ready: 2 }, exitCode: 2 });
    await pastRules(ledger, `update payrun.payment set state = 'canceled' where merchant_id = 'dora'`);
    await payroll.resume();
  });

  it('is asked about once, and no applies to all of it', async () => {
    let asked = 0;
    const outcome = await payroll.pay(sheet('no', ['acme', 'beta']), {
      confirm: async ({ merchants }) => {
        asked += merchants!.length;
        return false;
      },
    });
    expect(asked).toBe(2);
    expect(outcome).toMatchObject({ state: 'done', counts: { canceled: 2 } });
    expect(await paidOf('no')).toEqual([]);
  });

  it('that does not agree with its control total pays nothing of any merchant', async () => {
    const file = sheet('control', ['acme', 'beta'], 'PAYRUN,2,EUR,1.00');
    await expect(payroll.pay(file)).rejects.toMatchObject({ code: 'control_total' });
    const { rows } = await ledger.db.query(
      `select p.state, p.reason_code, r.status as run from payrun.payment p join payrun.run r on r.id = p.run_id
       where p.reference like 'control-%' order by p.row`,
    );
    expect(rows).toEqual([
      { state: 'canceled', reason_code: 'control_total', run: 'nothing_paid' },
      { state: 'canceled', reason_code: 'control_total', run: 'nothing_paid' },
    ]);
    await sound();
  });

  it('that is cut off while it pays pays everybody once when it continues', async () => {
    const stop = new AbortController();
    let left = 14;
    const wire: typeof fetch = (...call) => {
      if (left-- === 0) stop.abort(new Error('the power went'));
      return fetch(...call);
    };
    const merchants = ['acme', 'beta', 'cora', 'acme', 'beta', 'cora'];
    const file = sheet('halfway', merchants);
    await expect(payroll.pay(file, { wire, signal: stop.signal })).rejects.toThrow('the power went');
    const [carried] = await payroll.resume();
    expect(carried).toMatchObject({ state: 'done', counts: { processed: 6 }, exitCode: 0 });
    expect((await paidOf('halfway')).map(({ timesPaid }) => timesPaid)).toEqual([1, 1, 1, 1, 1, 1]);
    await sound();
  });

  it('waits for an approval of each merchant, by another user', async () => {
    const { approveRun } = await import('../support/approve-run.ts');
    const outcome = await payroll.pay(sheet('approvals', ['acme', 'beta']), { env: { 'approval.policy': 'manual' } });
    expect(outcome).toMatchObject({ state: 'waiting_approval', counts: { batched: 2 }, exitCode: 4 });
    const appContext = await payroll.appContext({ 'approval.policy': 'manual' });
    const by = { by: person('zoe'), progress: () => {} };
    const [lead, other] = outcome.runs!;
    expect(await approveRun(appContext, other!.run, by)).toMatchObject({ run: other!.run, counts: { processed: 1 } });
    expect((await runsOf(lead!.run)).map(({ status }) => status)).toEqual(['awaiting_approval', 'paid']);
    const last = await approveRun(appContext, lead!.run, by);
    expect(last).toMatchObject({ run: lead!.run, state: 'done', results: outcome.results });
    expect(resultsOf(last.results).map(({ status }) => status)).toEqual(['Paid', 'Paid']);
    await sound();
  });

  it('that is cut off at any moment of its intake is ingested completely when it continues', async () => {
    const file = sheet('cut', ['acme', 'beta', 'acme', 'cora', 'nobody', 'beta']);
    const ROWS = ['2 acme', '3 beta', '4 acme', '5 cora', '6 acme', '7 beta'];
    let cuts = 0;
    let seen = 0;
    for (let at = 1; ; at++) {
      const { rows: last } = await ledger.db.query<{ id: bigint }>('select max(id) as id from payrun.run');
      const before = last[0]!.id;
      const appContext = await payroll.appContext();
      let left = at;
      const cutOff = {
        ...appContext,
        ledger: {
          ...appContext.ledger,
          tx: (work: Parameters<Ledger['tx']>[0]) => {
            if (left-- <= 0) throw new Error('the power went');
            return appContext.ledger.tx(work);
          },
        } as Ledger,
      };
      const options = { file, maker: person('mia'), dryRun: true, confirm: 'yes' as const, progress: () => {} };
      const ended = await paySheet(cutOff, options).then(
        (outcome) => outcome,
        () => null,
      );
      if (ended === null) {
        cuts++;
        await payroll.resume();
      }
      const { rows: kept } = await ledger.db.query<{ row: number; merchant_id: string; ended: boolean; lead: bigint }>(
        `select p.row, r.merchant_id, r.finished_at is not null as ended, r.lead_run as lead from payrun.payment p join payrun.run r on r.id = p.run_id
         where r.id > $1 order by p.row`,
        [before],
      );
      // Before the run was written there is nothing to carry on.
      if (kept.length > 0) {
        const where = `cut at ${at}`;
        expect(
          kept.map(({ row, merchant_id }) => `${row} ${merchant_id}`),
          where,
        ).toEqual(ROWS);
        expect(new Set(kept.map(({ ended }) => ended)), where).toEqual(new Set([true]));
        expect(new Set(kept.map(({ lead }) => lead)).size, where).toBe(1);
        seen++;
      }
      if (ended !== null) break;
    }
    expect(cuts).toBeGreaterThan(8);
    expect(seen).toBeGreaterThan(6);
    await sound();
  });
});

describeDatabases('the quotas of a sheet of several merchants', (database) => {
  // As much as Payrun is told, and not one call more: of every key, and of the address.
  const payroll = testPayroll(database, { quota: 12, addressQuota: 24, windowMs: 1_000 });
  const env = { PAYRUN_QUOTA_PER_MINUTE: '12', PAYRUN_QUOTA_PER_ADDRESS: '24', PAYRUN_QUOTA_WINDOW_MS: '1000' };

  it('are respected, for each key and for the address, with no call refused', async () => {
    const names = ['acme', 'beta', 'cora'];
    const keys = await addSubMerchants(payroll, database, names);
    const lines = people(9, (n) => ({ reference: `quota-${n}`, email: `quota${n}@example.com` }));
    const file = payroll.sheet('quota.csv', withMerchants(sheetOf(lines), Array(3).fill(names).flat()));
    // The calls that made the merchants count for the address too.
    await setTimeout(1_100);
    expect(await payroll.pay(file, { env })).toMatchObject({ counts: { processed: 9 } });
    const { requests } = await payroll.ledger();
    for (const { accessKey } of Object.values(keys)) {
      expect(requests[accessKey]).toMatchObject({ refused: 0 });
      expect(requests[accessKey]!.maxInWindow).toBeLessThanOrEqual(12);
    }
  });
});
