import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AppContext } from '../../src/engine/context/app-context.ts';
import type { ProcessedWebhooks } from '../../src/engine/webhooks/process-webhooks.ts';
import { subscribe } from '../../src/engine/webhooks/subscribe.ts';
import { runOutcome } from '../../src/reports/payment-run-outcome.ts';
import { createApp } from '../../src/web/app.ts';
import { serveApp } from '../../src/web/serve-app.ts';
import { type Listening, listenForWebhooks } from '../../src/web/webhooks/listen-for-webhooks.ts';
import { receiveWebhooks } from '../../src/web/webhooks/receive-webhooks.ts';
import { describeDatabases } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { people, sheetOf, testPayroll } from '../support/payroll.ts';
import { person } from '../support/person.ts';
import { freePort } from '../support/servers/free-port.ts';

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

  it('a run reads a batch once when it ends, and every payment is final', async () => {
    await payroll.control('outcomes', [
      { match: { recipientEmail: 'sheet1.2@example.com' }, outcome: 'failed', reason: 'Account closed' },
    ]);
    expect(await pay(3)).toMatchObject({ state: 'done', counts: { processed: 2, failed: 1 } });
    expect(afterStart()).toEqual(ONE_READ);
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
});
