import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AppContext } from '../../../src/engine/context/app-context.ts';
import { runNightly } from '../../../src/engine/jobs/nightly.ts';
import { reconcile } from '../../../src/engine/jobs/reconcile.ts';
import { settleOpen } from '../../../src/engine/jobs/settle-open.ts';
import { readFunding } from '../../../src/engine/merchants/read-merchant.ts';
import { listUnknownBatches } from '../../../src/engine/review/adopt.ts';
import { resolveUnknown } from '../../../src/engine/review/release.ts';
import { rejectRun } from '../../../src/engine/review/take-back.ts';
import { runMerchantSheet, syncRecipientSheet } from '../../../src/engine/runs/other-sheets.ts';
import { subscribe, unsubscribe } from '../../../src/engine/webhooks/subscribe.ts';
import { addMerchant } from '../../../src/ledger/merchants/merchant.ts';
import { verifyLedger } from '../../../src/reports/verify.ts';
import { type RunningSandbox, startSandbox } from '../../../src/sandbox/start-sandbox.ts';
import { SAMPLE } from '../../merchants/partner-world.ts';
import { approveRun } from '../../support/approve-run.ts';
import { describeDatabases } from '../../support/database.ts';
import { people, type SandboxLedger, sheetOf, testPayroll } from '../../support/payroll.ts';
import { person } from '../../support/person.ts';
import { type ServiceProxy, startServiceProxy } from '../../support/servers/service-proxy.ts';

const quiet = { progress: () => {} };
const REFUSED = { code: 'service_changed', exitCode: 2, next: expect.stringContaining('PAYRUN_SERVICE_URL') };

describeDatabases('a ledger that pays at one service', (database) => {
  const payroll = testPayroll(database, { pricingMs: 0 });
  let other: RunningSandbox;
  /** In front of the other service, and of the one that the ledger pays at. */
  let wrong: ServiceProxy;
  let moved: ServiceProxy;
  beforeAll(async () => {
    const { merchant: merchantKeys, parent: parentKeys } = payroll.sandbox;
    other = await startSandbox({ merchantKeys, parentKeys, settleMs: 50, quota: 10_000 });
    wrong = await startServiceProxy(other.url);
    moved = await startServiceProxy(payroll.sandbox.url);
  });
  afterAll(async () => {
    await Promise.all([wrong.close(), moved.close()]);
    await other.close();
  });
  const sheet = (tag: string) =>
    payroll.sheet(
      `${tag}.csv`,
      sheetOf(people(2, (n) => ({ reference: `${tag}-${n}`, email: `${tag}${n}@example.com` }))),
    );
  const known = async () => {
    const { ledger } = await payroll.appContext();
    const { rows } = await ledger.db.query<{ service_url: string | null }>('select service_url from payrun.merchant');
    return rows[0]?.service_url;
  };

  it('G1: does nothing at a service that does not know its payments, by any command', async () => {
    const env = { PAYRUN_SERVICE_URL: wrong.url, 'approval.policy': 'manual' };
    const { run } = await payroll.pay(sheet('waits'), { env: { 'approval.policy': 'manual' } });
    await payroll.control('faults', [
      { match: { method: 'POST', path: 'start-processing' }, times: 1, do: 'drop' },
      {
        match: { method: 'GET', path: '^/v1/batches/B-[^/]+$' },
        times: 1,
        do: 'status',
        status: 404,
        code: 'not_found',
      },
    ]);
    const lost = await payroll.pay(sheet('lost'));
    expect(lost.counts).toMatchObject({ unknown: 2 });

    const appContext = await payroll.appContext(env);
    const before = wrong.calls.length;
    const context = { ...quiet, maker: person('mia') };
    const ACTIONS: readonly ((appContext: AppContext) => Promise<unknown>)[] = [
      () => payroll.pay(sheet('more'), { env }),
      () => payroll.resume(run, env),
      () => payroll.resume(undefined, env),
      (place) => approveRun(place, run, { by: person('anna'), ...quiet }),
      (place) => settleOpen(place, quiet),
      (place) =>
        resolveUnknown(place, { reference: 'lost-1', run: lost.run, paid: false, because: 'looked' }, person('anna')),
      (place) =>
        resolveUnknown(place, { reference: 'lost-1', run: lost.run, paid: true, because: 'looked' }, person('anna')),
      (place) => listUnknownBatches(place, undefined),
      (place) => syncRecipientSheet(place, { file: recipients(), maker: person('mia'), dryRun: false, ...quiet }),
    ];
    for (const action of ACTIONS) await expect(action(appContext)).rejects.toMatchObject(REFUSED);
    expect((await runNightly(appContext, context)).document).toMatchObject({
      lines: expect.arrayContaining([
        expect.objectContaining({ error: expect.objectContaining({ code: REFUSED.code }) }),
      ]),
    });
    expect((await reconcile(appContext, {}, context)).document).toMatchObject({ errors: [{ code: REFUSED.code }] });
    expect((await verifyLedger(appContext, { remote: true })).notCompared).toMatchObject([{ code: REFUSED.code }]);

    const calls = wrong.calls.slice(before);
    expect(calls.filter((call) => !/^GET \/v1\/(recipients|batches)\/[^/]+$/.test(call))).toEqual([]);
    const there = (await (await fetch(new URL('/_sandbox/ledger', other.url))).json()) as SandboxLedger;
    expect(there).toMatchObject({ batches: [], recipients: 0 });
    expect(await known()).toBe(payroll.sandbox.url);
    const [done] = await payroll.resume(lost.run);
    expect(done).toMatchObject({ state: 'done', counts: { processed: 2 } });
  });

  it('continues at another address of the same one, with one extra call, and records it in the audit', async () => {
    expect(await payroll.pay(sheet('moved'), { env: { PAYRUN_SERVICE_URL: `${moved.url}/` } })).toMatchObject({
      state: 'done',
      counts: { processed: 2 },
    });
    expect(moved.calls[0]).toMatch(/^GET \/v1\/recipients\/R-/);
    expect(moved.calls.filter((call) => /^GET \/v1\/recipients\/[^/]+$/.test(call))).toHaveLength(1);
    expect(await known()).toBe(moved.url);
    const { ledger } = await payroll.appContext();
    const { rows } = await ledger.db.query(
      `select data from payrun.event where chain = 'system' and kind = 'service_moved' order by seq desc limit 1`,
    );
    expect(rows).toMatchObject([{ data: { merchant: 'default', from: payroll.sandbox.url, to: moved.url } }]);
  });

  it('G2: sends no bank details to another one at the same address, and believes nothing that it answers', async () => {
    let now = payroll.sandbox.url;
    const wire: typeof fetch = (input, init) => fetch(String(input).replace(payroll.sandbox.url, now), init);
    const appContext = await payroll.appContext({ 'approval.policy': 'manual' }, wire);
    const { ledger } = appContext;
    await ledger.tx((db) =>
      addMerchant(db, ledger.vault, {
        ...{ id: 'hub', environment: 'sandbox', country: 'US', kind: 'parent', storesKeys: true },
        keys: payroll.sandbox.parent,
      }),
    );
    const { run } = await payroll.pay(sheet('rejected'), { env: { 'approval.policy': 'manual' } });
    const by = person('anna');
    const signal = AbortSignal.timeout(60_000);
    const settings = payroll.sheet('settings.csv', 'merchant,feeCovers\ndefault,sepa EUR 1.00\n');
    const maker = person('mia');
    const ACTIONS: Readonly<Record<string, () => Promise<unknown>>> = {
      'recipients are brought': () =>
        syncRecipientSheet(appContext, { file: recipients(), maker, dryRun: false, ...quiet }),
      'webhooks are subscribed': () => subscribe(appContext, by, 'default', { url: 'https://pay.example.com' }),
      'webhooks are unsubscribed': () => unsubscribe(appContext, by, 'default'),
      'the account that takes funds is shown': () =>
        readFunding(appContext, { merchant: 'default', signal, whole: true }),
      'settings of a merchant are sent': () =>
        runMerchantSheet(appContext, { file: settings, parent: null, maker, dryRun: false, ...quiet }),
      'a sub-merchant is made': () =>
        runMerchantSheet(appContext, { file: SAMPLE, parent: 'hub', maker, dryRun: false, ...quiet }),
      'a batch is taken back, which it does not have': () =>
        rejectRun(appContext, run, { by, because: 'no', ...quiet }),
    };
    const there = async () => {
      const all = await (await fetch(new URL('/_sandbox/ledger', other.url))).json();
      const { requests: _, ...kept } = all as SandboxLedger;
      return kept;
    };
    const before = await there();
    now = other.url;
    const codes: Record<string, unknown> = {};
    for (const [action, attempt] of Object.entries(ACTIONS))
      codes[action] = await attempt().then(
        () => 'done',
        ({ code }: { code: unknown }) => code,
      );
    expect(codes).toEqual(Object.fromEntries(Object.keys(ACTIONS).map((action) => [action, 'service_changed'])));
    expect(await there()).toEqual(before);
    const batches = async () =>
      (await ledger.db.query<{ state: string }>('select state from payrun.batch where run_id = $1', [run])).rows;
    expect(await batches()).toEqual([{ state: 'quoted' }]);
    now = payroll.sandbox.url;
    await rejectRun(appContext, run, { by, because: 'no', ...quiet });
    expect(await batches()).toEqual([{ state: 'void' }]);
    expect((await payroll.ledger()).payments.filter((one) => one.recipientEmail.startsWith('rejected'))).toEqual([]);
  });

  function recipients(): string {
    return payroll.sheet(
      'people.csv',
      'type,firstName,lastName,email,country,street1,city,postalCode,iban\n' +
        'individual,Ada,Lovelace,ada@example.com,DE,Am Markt 1,Berlin,10115,DE89370400440532013000\n',
    );
  }
});
