import { existsSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AppContext } from '../../src/engine/context/app-context.ts';
import { acceptDiscrepancy } from '../../src/engine/review/accept-discrepancy.ts';
import type { ProcessedWebhooks } from '../../src/engine/webhooks/process-webhooks.ts';
import { subscribe, targetOf, unsubscribe } from '../../src/engine/webhooks/subscribe.ts';
import { runOutcome } from '../../src/reports/payment-run-outcome.ts';
import { verifyLedger } from '../../src/reports/verify.ts';
import { createApp } from '../../src/web/app.ts';
import { serveApp } from '../../src/web/serve-app.ts';
import { type Listening, listenForWebhooks } from '../../src/web/webhooks/listen-for-webhooks.ts';
import { receiveWebhooks } from '../../src/web/webhooks/receive-webhooks.ts';
import { describeDatabases } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { people, sheetOf, testPayroll } from '../support/payroll.ts';
import { person } from '../support/person.ts';
import { freePort } from '../support/servers/free-port.ts';
import { signedFetch } from '../support/signed-fetch.ts';

const HOST = '127.0.0.1';

describeDatabases('runs with webhooks', (database) => {
  const payroll = testPayroll(database);
  let appContext: AppContext;
  let listening: Listening;
  const reported: ProcessedWebhooks[] = [];
  let calls: string[] = [];
  const wire: typeof fetch = (input, init) => {
    calls.push(`${init?.method ?? 'GET'} ${new URL(String(input)).pathname}`);
    return fetch(input, init);
  };
  const listen = async (port: number) => {
    listening = await listenForWebhooks(appContext, { host: HOST, port, report: (worked) => reported.push(worked) });
  };
  /** Everybody has a name of their own, so that no sheet looks like another. */
  let sheets = 0;
  const pay = (count: number, env: Record<string, string> = {}) => {
    const name = `sheet${++sheets}`;
    const lines = people(count, (n) => ({ reference: `${name}-${n}`, email: `${name}.${n}@example.com`, memo: name }));
    calls = [];
    return payroll.pay(payroll.sheet(`${name}.csv`, sheetOf(lines)), { env, wire });
  };
  const afterStart = () =>
    calls
      .slice(calls.findLastIndex((call) => call.endsWith('/start-processing')) + 1)
      .map((call) => call.replace(/\b([BP])-\w+/, '$1'));
  /** One call for the batch, and one for up to 1,000 payments of it. */
  const ONE_READ = ['GET /v1/batches/B', 'GET /v1/batches/B/payments'];
  const outcome = (run: string) => runOutcome(appContext.ledger.db, BigInt(run));
  const webhooks = async (orders: object) => payroll.control('webhooks', orders);

  beforeAll(async () => {
    appContext = await payroll.appContext({}, wire);
    await listen(await freePort());
    const { target, subscriptions } = await subscribe(appContext, person('operator'), 'default', {
      url: listening.url,
    });
    expect(target).toBe(`${listening.url}/webhooks/default`);
    expect(subscriptions).toHaveLength(6);
  });
  afterAll(() => listening.close());

  it('subscribing again creates nothing twice, and costs one call', async () => {
    calls = [];
    await subscribe(appContext, person('operator'), 'default', { url: listening.url });
    expect(calls).toEqual(['GET /v1/subscriptions']);
  });

  it('a run reads a batch once when it ends, and every payment is final', async () => {
    await payroll.control('outcomes', [
      { match: { recipientEmail: 'sheet1.2@example.com' }, outcome: 'failed', reason: 'Account closed' },
    ]);
    expect(await pay(3)).toMatchObject({ state: 'done', counts: { processed: 2, failed: 1 } });
    expect(afterStart()).toEqual(ONE_READ);
  });

  it('a payment that is returned later is read once and recorded, and the results are written again', async () => {
    reported.length = 0;
    calls = [];
    await payroll.control('outcomes', [
      { match: { recipientEmail: 'sheet1.3@example.com' }, outcome: 'returned', reason: 'Account closed', late: true },
    ]);
    await eventually(() =>
      expect(reported.flatMap(({ outcomes }) => outcomes)).toMatchObject([
        {
          run: '1',
          state: 'done',
          counts: { processed: 1, failed: 1, returned: 1 },
          results: expect.stringContaining('run-1'),
        },
      ]),
    );
    expect(afterStart()).toEqual(['GET /v1/payments/P']);
  });

  it('a run that did not wait is finished by the receiver, with its results', async () => {
    await webhooks({ paused: true });
    const { run, state } = await pay(2, { PAYRUN_WEBHOOKS: 'only', PAYRUN_SETTLE_WAIT_MS: '0' });
    expect(state).toBe('on_the_way');
    await webhooks({ paused: false });
    await eventually(async () => expect(await outcome(run)).toMatchObject({ state: 'done' }));
    expect(afterStart()).toEqual(ONE_READ);
    await eventually(() => expect(existsSync(`${payroll.folder}/sheet${sheets}.run-${run}.results.xlsx`)).toBe(true));
  });

  it('a batch that someone sends in the payout service while it awaits approval is followed by webhooks', async () => {
    const { run, state } = await pay(2, { 'approval.policy': 'manual' });
    expect(state).toBe('waiting_approval');
    const { id: remote } = (await payroll.ledger()).batches.at(-1)!;
    const call = signedFetch({ url: payroll.sandbox.url, keys: payroll.sandbox.merchant });
    expect((await call('POST', `/v1/batches/${remote}/start-processing`, {})).status).toBe(200);
    // The status changes with what was found, and its note when the process that found it rests.
    const note = `Batch ${remote} was sent in the payout service, not by Payrun, and no one had approved it.`;
    await eventually(async () =>
      expect(await outcome(run)).toMatchObject({ state: 'needs_person', counts: { processed: 2 }, note }),
    );
    expect((await payroll.ledger()).batches.at(-1)!.startCalls).toBe(1);
    await acceptDiscrepancy(appContext, { reference: remote, run, because: 'we know who' }, person('anna'));
    // The receiver may still have the run, for deliveries that came meanwhile.
    await eventually(() => payroll.resume(run));
    expect(await outcome(run)).toMatchObject({ state: 'done', note: null });
  });

  it('deliveries that were answered and not processed, because the receiver was killed, are processed at its next start', async () => {
    const port = Number(new URL(listening.url).port);
    await listening.close();
    const { ledger, clock, log } = appContext;
    let came = 0;
    // A receiver that never gets to its work.
    const killed = receiveWebhooks({ ledger, clock, log, toleranceMs: 300_000, came: () => void came++ });
    const server = await serveApp(createApp([killed], log), { host: HOST, port });
    // They come after the run, which would read them too.
    await webhooks({ paused: true });
    const { run } = await pay(2, { PAYRUN_WEBHOOKS: 'only', PAYRUN_SETTLE_WAIT_MS: '0' });
    await webhooks({ paused: false });
    await eventually(() => expect(came).toBeGreaterThanOrEqual(4));
    await server.close();
    expect(await outcome(run)).toMatchObject({ state: 'on_the_way' });
    await listen(port);
    await eventually(async () => expect(await outcome(run)).toMatchObject({ state: 'done' }));
    expect(afterStart()).toEqual(ONE_READ);
  });

  it('another URL replaces the first, and unsubscribing leaves nothing in the service', async () => {
    const service = await appContext.service('default');
    const atService = async () => (await service.call('listWebhooks', {})).subscriptions.map(({ target }) => target);
    const refused = subscribe(appContext, person('operator'), 'default', { url: `${listening.url}/nobody/here` });
    await expect(refused).rejects.toMatchObject({ code: 'service_refused' });
    const { target } = await subscribe(appContext, person('operator'), 'default', {
      url: listening.url.replace(HOST, 'localhost'),
    });
    expect(await atService()).toEqual(Array(6).fill(target));
    expect(await pay(1)).toMatchObject({ state: 'done' });
    expect(afterStart()).toEqual(ONE_READ);
    expect(await unsubscribe(appContext, person('operator'), 'default')).toBe(6);
    expect(await atService()).toEqual([]);
    expect(await pay(1)).toMatchObject({ state: 'done' });
    expect(afterStart()).not.toEqual([]);
  });

  it('leaves nothing to find, in the tables and in the service', async () => {
    const report = await verifyLedger({ ledger: appContext.ledger, service: appContext.service }, { remote: true });
    expect(report.findings).toEqual([]);
  });

  it.each([
    ['https://pay.example.com', 'https://pay.example.com/webhooks/acme'],
    ['https://pay.example.com/', 'https://pay.example.com/webhooks/acme'],
    ['https://example.com/payrun/', 'https://example.com/payrun/webhooks/acme'],
    ['https://pay.example.com/webhooks/acme', 'https://pay.example.com/webhooks/acme'],
  ])('%s is the URL for %s', (url, target) => {
    expect(targetOf(url, 'acme')).toBe(target);
  });
  it.each(['pay.example.com', 'ftp://example.com', 'https://user:word@example.com', 'https://example.com?key=1'])(
    '%s is not a URL for webhooks',
    (url) => {
      expect(() => targetOf(url, 'acme')).toThrow('--url must be the URL');
    },
  );
});
