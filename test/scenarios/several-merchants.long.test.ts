import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import type { RunPlan } from '../../src/engine/plan/run-plan.ts';
import { processRunTask } from '../../src/engine/queue/process-run-task.ts';
import { createSheetRun } from '../../src/engine/runs/create-sheet-run.ts';
import { ingestAndConfirm } from '../../src/engine/runs/ingest-and-confirm.ts';
import { rerunFailed } from '../../src/engine/runs/rerun.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { addMerchant } from '../../src/ledger/merchants/merchant.ts';
import type { MerchantKeys } from '../../src/model.ts';
import { verifyLedger } from '../../src/reports/verify.ts';
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

  it('G4: is paid by no worker while another process still ingests it', async () => {
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
});
