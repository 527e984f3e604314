import { request } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { api } from '../../src/api/api.ts';
import { apiDescription } from '../../src/api/api-description.ts';
import type { AppContext } from '../../src/engine/context/app-context.ts';
import { resumeRuns } from '../../src/engine/runs/resume.ts';
import { addProgram } from '../../src/engine/users/programs.ts';
import { createLog } from '../../src/platform/log.ts';
import { createApp } from '../../src/web/app.ts';
import { serveApp, type WebServer } from '../../src/web/serve-app.ts';
import { approveRun } from '../support/approve-run.ts';
import { describeDatabases } from '../support/database.ts';
import { describedAnswers } from '../support/described-answers.ts';
import { fillOffice } from '../support/office.ts';
import { germanIban, sheetOf, testPayroll } from '../support/payroll.ts';
import { person } from '../support/person.ts';
import { withPatience } from '../support/visited-pages.ts';

/** What no request here reaches: a defect, a database that is away, and results of recipients that were purged. */
const NOT_REACHED = /^\w+ \S+ (500|503)$|results\.xlsx 409$/;

const TOO_LONG = { 'Content-Type': 'application/json', 'Content-Length': String(2 ** 40) };

/** What a run that was paid is refused. */
const ABOUT_PAID: Readonly<Record<string, object>> = {
  '/runs/{run}/discard': {},
  '/runs/{run}/submit': { shown: 'x' },
  '/runs/{run}/withdraw': { because: 'x' },
  '/runs/{run}/stop': { because: 'x' },
  '/runs/{run}/reschedule': { on: '' },
  '/runs/{run}/rerun': { state: 'canceled' },
  '/runs/{run}/remove': { references: ['x'], because: 'x' },
};

describeDatabases('the answers of the API', (database) => {
  const payroll = testPayroll(database);
  const described = describedAnswers(JSON.parse(JSON.stringify(apiDescription())));
  const tokens = { maker: '', viewer: '' };
  const servers: WebServer[] = [];
  let appContext: AppContext;
  let runs: Readonly<Record<'paid' | 'waits' | 'asks' | 'broken', string>>;
  let sheets = 0;

  beforeAll(async () => {
    const { paths } = await fillOffice(await payroll.appContext(), (path, body) => payroll.control(path, body), 8);
    appContext = await payroll.appContext({ 'approval.policy': 'manual' });
    const runAt = (name: string) => paths[`run-${name}`]!.split('/').at(-1)!;
    runs = { paid: runAt('paid'), waits: runAt('waits'), asks: runAt('asks'), broken: runAt('broken') };
    for (const role of ['maker', 'viewer'] as const)
      tokens[role] = await addProgram(appContext, person('ines'), {
        ...{ name: `erp-${role}`, role, merchants: null, until: '2099-12-31', networks: [] },
      });
    for (const burst of [100_000, 0]) {
      const rate = { burst, perSecond: 0.001 };
      const app = createApp(
        [api({ appContext: withPatience(appContext), rates: { programs: rate, logins: rate } })],
        createLog('silent'),
      );
      servers.push(await serveApp(app, { host: '127.0.0.1', port: 0 }));
    }
  });
  afterAll(async () => {
    for (const server of servers) await server.close();
  });

  interface Asked {
    readonly run?: string;
    readonly query?: string;
    readonly token?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly json?: unknown;
    readonly form?: FormData;
    /** Of the server that accepts no more requests. */
    readonly busy?: true;
  }

  /** Asks, and checks the answer. Returns its body. */
  async function ask(method: string, path: string, status: number, asked: Asked = {}) {
    const { run = runs.paid, query = '', token = tokens.maker, busy } = asked;
    const json = method === 'get' ? undefined : asked.json;
    const url = new URL(`/api/v1${path.replace('{run}', run)}${query}`, servers[busy ? 1 : 0]!.url);
    const form = asked.form && new Response(asked.form);
    const sentType = json === undefined ? form?.headers.get('Content-Type') : 'application/json';
    const content = form ? Buffer.from(await form.arrayBuffer()) : json === undefined ? '' : JSON.stringify(json);
    const headers = {
      ...(token === '' ? {} : { Authorization: `Bearer ${token}` }),
      ...(sentType ? { 'Content-Type': sentType } : {}),
      ...asked.headers,
    };
    const answered = await new Promise<{ status: number; type: string; text: string }>((resolve, reject) => {
      const sent = request(url, { method: method.toUpperCase(), headers, agent: false }, (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (piece) => {
          text += piece;
        });
        const type = (answer.headers['content-type'] ?? '').split(';')[0]!;
        answer.on('end', () => resolve({ status: answer.statusCode!, type, text }));
      });
      sent.on('error', reject);
      sent.end(content);
    });
    const { type, text } = answered;
    const body = type.endsWith('json') ? JSON.parse(text) : text;
    expect(answered.status, `${method} ${url.pathname} ${text.slice(0, 500)}`).toBe(status);
    const sent = sentType ? { type: sentType.split(';')[0]!, body: json } : null;
    expect(described.faults({ method, path, status, type, body, sent })).toEqual([]);
    return body;
  }

  const rows = (count = 1) => {
    const tag = `described${++sheets}`;
    return Array.from({ length: count }, (_, i) => ({
      ...{ paymentReference: `${tag}-${i}`, email: `${tag}-${i}@example.com`, type: 'individual' },
      ...{ firstName: 'Ada', lastName: `Of ${tag}`, street1: 'Hauptstr. 1', city: 'Berlin', postalCode: '10115' },
      ...{ country: 'DE', amount: `${20 + i}.50`, currency: 'EUR', iban: germanIban(70_000 + 10 * sheets + i) },
    }));
  };
  const makeRun = async (count = 1): Promise<string> =>
    (await ask('post', '/runs', 201, { json: { rows: rows(count) } })).run;
  const submitted = async (count = 1): Promise<string> => {
    const run = await makeRun(count);
    const { toSubmit } = await ask('get', '/runs/{run}', 200, { run });
    await ask('post', '/runs/{run}/submit', 200, { run, json: { shown: toSubmit.shown } });
    await resumeRuns(appContext, { run, progress: () => {} });
    return run;
  };
  const operations = (method: string) => described.operations.filter((one) => one.method === method);
  const isOfRun = (path: string) => path.includes('{run}');
  const actions = operations('post')
    .map(({ path }) => path)
    .filter(isOfRun);
  const lists = operations('get')
    .map(({ path }) => path)
    .filter((path) => !/\{run\}(\/results\.xlsx)?$/.test(path));

  it('are as described for every list and every run', async () => {
    const { runs: found } = await ask('get', '/runs', 200);
    expect(found.length).toBeGreaterThan(5);
    for (const path of lists)
      for (const { run } of isOfRun(path) ? found : [{ run: '' }]) await ask('get', path, 200, { run });
    for (const { run } of found) await ask('get', '/runs/{run}', 200, { run });
    await ask('get', '/payments', 200, { query: `?run=${runs.paid}` });
    await ask('get', '/runs/{run}/results.xlsx', 200);
  });

  it('are as described when rows are checked, submitted, approved and paid', async () => {
    const json = { rows: [...rows(2), { ...rows()[0], iban: 'DE00370400440532013000' }] };
    const checked = await ask('post', '/checks', 200, { json });
    expect(checked).toMatchObject({ valid: 2, invalid: 1, environment: 'sandbox' });
    const form = new FormData();
    form.set('sheet', new File([sheetOf([{ reference: 'FORM-1', email: 'form@example.com' }])], 'form.csv'));
    form.set('onInvalid', 'stop');
    await ask('post', '/checks', 200, { form });
    await ask('post', '/runs', 201, { form });
    const run = await submitted(3);
    await approveRun(appContext, run, { by: person('carla'), progress: () => {} });
    expect(await ask('get', '/runs/{run}', 200, { run })).toMatchObject({ outcome: 'paid', environment: 'sandbox' });
    for (const path of lists.filter(isOfRun)) await ask('get', path, 200, { run });
  });

  it('are as described for every action', async () => {
    const because = 'wrong month';
    const byAction: Readonly<Record<string, () => Promise<Asked>>> = {
      discard: async () => ({ run: await makeRun(), json: {} }),
      submit: async () => {
        const run = await makeRun();
        const { toSubmit } = await ask('get', '/runs/{run}', 200, { run });
        return { run, json: { shown: toSubmit.shown } };
      },
      withdraw: async () => ({ run: await submitted(), json: { because } }),
      stop: async () => ({ run: await submitted(), json: { because } }),
      reschedule: async () => ({ run: await submitted(), json: { on: '' } }),
      rerun: async () => ({ json: { state: 'failed' } }),
      remove: async () => {
        const run = await submitted(2);
        const { payments } = await ask('get', '/runs/{run}/payments', 200, { run });
        return { run, json: { references: [payments[0].reference], because } };
      },
    };
    expect(actions.map((path) => path.split('/').at(-1)!).toSorted()).toEqual(Object.keys(byAction).toSorted());
    for (const path of actions) await ask('post', path, 200, await byAction[path.split('/').at(-1)!]!());
  });

  it('are problems as described for every way to be refused', async () => {
    const refuse = (status: number, isMeant: (at: { method: string; path: string }) => boolean, asked: Asked) =>
      Promise.all(
        described.operations
          .filter((one) => String(status) in one.responses && isMeant(one))
          .map(({ method, path }) => ask(method, path, status, asked)),
      );
    await refuse(400, () => true, { headers: { Host: 'evil.example' } });
    await refuse(401, () => true, { token: '' });
    await refuse(429, () => true, { busy: true });
    await refuse(403, () => true, { token: tokens.viewer });
    await refuse(404, ({ method }) => method === 'get', { run: '999999' });
    await refuse(413, () => true, { headers: TOO_LONG });
    await refuse(422, ({ method }) => method === 'get', { query: '?nothing=1' });
    await refuse(422, ({ method }) => method === 'post', { json: { nothing: 1 } });
    for (const [path, json] of Object.entries(ABOUT_PAID)) {
      await ask('post', path, 404, { json, run: '999999' });
      await ask('post', path, 409, { json });
    }
    const headers = { 'Idempotency-Key': 'described' };
    await ask('post', '/runs', 201, { json: { rows: rows() }, headers });
    await ask('post', '/runs', 409, { json: { rows: rows() }, headers });
  });

  it('were asked for, every path and every status', () => {
    expect(described.unvisited().filter((at) => !NOT_REACHED.test(at))).toEqual([]);
  });
});
