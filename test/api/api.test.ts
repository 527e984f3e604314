import { Validator } from '@seriousme/openapi-schema-validator';
import { Hono } from 'hono';
import { beforeAll, expect, it } from 'vitest';
import { RUN_ACTIONS } from '../../src/actions/actions.ts';
import { API_ACTIONS, actionPath } from '../../src/api/action-routes.ts';
import { api } from '../../src/api/api.ts';
import { apiDescription } from '../../src/api/api-description.ts';
import { API_LISTS, listPath } from '../../src/api/list-routes.ts';
import type { AppContext } from '../../src/engine/context/app-context.ts';
import { resumeRuns } from '../../src/engine/runs/resume.ts';
import { addProgram, type NewProgram, revokeProgram } from '../../src/engine/users/programs.ts';
import { addUser, setRights } from '../../src/engine/users/users.ts';
import { cliActor, pageActor } from '../../src/permissions/actor.ts';
import { authorize } from '../../src/permissions/authorize.ts';
import { permission } from '../../src/permissions/permissions.ts';
import { approveRun } from '../support/approve-run.ts';
import { describeDatabases } from '../support/database.ts';
import { germanIban, sheetOf, testPayroll } from '../support/payroll.ts';
import { anAdmin, person } from '../support/person.ts';
import { withPatience } from '../support/visited-pages.ts';
import { cheapPasswords } from '../support/web-visit.ts';

const MANUAL = { 'approval.policy': 'manual' };
const UNTIL = '2099-12-31';

describeDatabases('the API', (database) => {
  const payroll = testPayroll(database);
  let appContext: AppContext;
  let app: Hono;
  const tokens = { maker: '', viewer: '', other: '' };
  let sheets = 0;

  const add = async (program: Partial<NewProgram> & Pick<NewProgram, 'name'>) =>
    addProgram(appContext, person('root'), {
      ...{ role: 'maker', merchants: null, until: UNTIL, networks: [] },
      ...program,
    });

  beforeAll(async () => {
    appContext = await payroll.appContext(MANUAL);
    const deps = { ...appContext, passwords: cheapPasswords };
    for (const [name, role] of [
      ['root', 'admin'],
      ['cleo', 'approver'],
    ] as const)
      await addUser(deps, await anAdmin(appContext.ledger), {
        name,
        role,
        merchants: null,
        limits: null,
        password: null,
      });
    tokens.maker = await add({ name: 'erp' });
    tokens.viewer = await add({ name: 'bi', role: 'viewer' });
    tokens.other = await add({ name: 'north', merchants: ['sandbox'] });
    app = new Hono();
    api({ appContext: withPatience(appContext) })(app);
  });

  interface Sent {
    readonly method?: string;
    readonly token?: string;
    readonly json?: unknown;
    readonly form?: FormData;
    readonly headers?: Readonly<Record<string, string>>;
  }
  const ask = async (path: string, { token = tokens.maker, json, form, headers = {}, ...sent }: Sent = {}) => {
    const body = form ?? (json === undefined ? undefined : JSON.stringify(json));
    const type = json === undefined ? {} : { 'Content-Type': 'application/json' };
    const answer = await app.request(`http://localhost/api/v1${path}`, {
      method: sent.method ?? (body === undefined ? 'GET' : 'POST'),
      headers: { Host: 'localhost', ...(token ? { Authorization: `Bearer ${token}` } : {}), ...type, ...headers },
      ...(body === undefined ? {} : { body }),
    });
    const text = await answer.text();
    const isJson = /json/.test(answer.headers.get('Content-Type') ?? '');
    return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : text };
  };
  const rows = (count = 1, more: Readonly<Record<string, string>> = {}) => {
    const tag = `api${++sheets}`;
    return Array.from({ length: count }, (_, i) => ({
      ...{ paymentReference: `${tag}-${i}`, email: `${tag}-${i}@example.com`, type: 'individual' },
      ...{ firstName: 'Ada', lastName: `Of ${tag}`, street1: 'Hauptstr. 1', city: 'Berlin', postalCode: '10115' },
      ...{ country: 'DE', amount: `${20 + i}.50`, currency: 'EUR', iban: germanIban(9_000 + 10 * sheets + i) },
      ...more,
    }));
  };
  const countRuns = async () =>
    Number((await appContext.ledger.db.query<{ n: number }>('select count(*)::int as n from payrun.run')).rows[0]!.n);

  it.each([
    ['no token', () => '', 'token_missing'],
    ['another word', () => 'Sesame', 'token_missing'],
    ['a token that no one has', () => `payrun_${'x'.repeat(43)}`, 'token_unknown'],
    [
      'a token that was revoked',
      async () => {
        const token = await add({ name: 'gone' });
        await revokeProgram(appContext, person('root'), 'gone');
        return token;
      },
      'token_unknown',
    ],
    [
      'a token of yesterday',
      async () => {
        const token = await add({ name: 'late' });
        await appContext.ledger.db.query(
          `update payrun.api_token set expires_at = now() - interval '1 day' where name = 'late'`,
        );
        return token;
      },
      'token_expired',
    ],
    [
      'a token of another network',
      () => add({ name: 'far', networks: ['10.0.0.0/8', '2001:db8::/32'] }),
      'token_address',
    ],
  ])('refuses %s, without saying anything else', async (_, token, code) => {
    const answer = await ask('/runs', { token: await token() });
    expect(answer).toMatchObject({ status: 401, body: { status: 401, code, title: expect.any(String) } });
    expect(answer.headers.get('Content-Type')).toBe('application/problem+json');
    expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer');
  });

  it('refuses another host name, and answers no page of another site', async () => {
    expect(await ask('/runs', { headers: { Host: 'evil.example' } })).toMatchObject({ body: { code: 'wrong_host' } });
    const answer = await ask('/runs', { headers: { Origin: 'https://evil.example' } });
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBeNull();
    expect(answer.headers.get('Set-Cookie')).toBeNull();
  });

  it.each([
    ['DELETE', '/runs', 'POST, GET'],
    ['GET', '/runs/1/submit', 'POST'],
    ['POST', '/payments', 'GET'],
  ])('names what a path takes where %s %s is asked', async (method, path, allowed) => {
    const answer = await ask(path, { method });
    expect(answer).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } });
    expect(answer.headers.get('Allow')).toBe(allowed);
    expect(await ask('/nothing', { method })).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  it('says how many requests are left, and refuses more', async () => {
    const few = new Hono();
    const rate = { burst: 2, perSecond: 0.001 };
    api({ appContext: withPatience(appContext), rates: { programs: rate, logins: rate } })(few);
    const headers = { Host: 'localhost', Authorization: `Bearer ${tokens.viewer}` };
    const asked = [];
    for (let n = 0; n < 3; n++) asked.push(await few.request('http://localhost/api/v1/runs', { headers }));
    expect(asked.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(asked.map((one) => one.headers.get('RateLimit-Remaining'))).toEqual(['1', '0', '0']);
    expect(asked[2]!.headers.get('Retry-After')).not.toBeNull();
  });

  it('pays rows in JSON that a person approves, once, however often they are sent', async () => {
    const sent = { json: { name: 'june', rows: rows(3) }, headers: { 'Idempotency-Key': 'june-1' } };
    const made = await ask('/runs', sent);
    expect(made).toMatchObject({ status: 201, body: { run: expect.any(String) } });
    const { run } = made.body;
    const before = await countRuns();
    const again = await ask('/runs', sent);
    expect(again).toMatchObject({ status: 201, body: { run } });
    expect(again.headers.get('Idempotent-Replayed')).toBe('true');
    const other = await ask('/runs', { ...sent, json: { name: 'june', rows: rows(1) } });
    expect(other).toMatchObject({ status: 409, body: { code: 'idempotency_key_reused' } });
    expect(await countRuns()).toBe(before);

    const shown = (await ask(`/runs/${run}`)).body;
    expect(shown).toMatchObject({ run, maker: 'erp', sheet: 'june.csv', rows: 3 });
    expect(shown.toSubmit).toMatchObject({ payments: 3, totals: { EUR: { rows: 3, amount: '64.50' } } });
    const submit = (body: object) => ask(`/runs/${run}/submit`, { json: body });
    expect(await submit({ shown: 'something else' })).toMatchObject({
      status: 409,
      body: { code: 'approval_outdated' },
    });
    expect(await submit({ shown: shown.toSubmit.shown })).toMatchObject({ status: 200, body: { runs: [run] } });
    await resumeRuns(appContext, { run, progress: () => {} });
    expect((await ask(`/runs/${run}`)).body).toMatchObject({ outcome: 'awaiting_approval', toSubmit: null });
    expect(await ask(`/runs/${run}/approve`, { json: {} })).toMatchObject({ status: 404 });
    // Who added its token could have sent it.
    await expect(approveRun(appContext, run, { by: person('root'), progress: () => {} })).rejects.toMatchObject({
      code: 'maker_is_approver',
      message: expect.stringContaining('through a program whose token they added'),
    });
    await approveRun(appContext, run, { by: person('cleo'), progress: () => {} });
    expect((await ask(`/runs/${run}`)).body).toMatchObject({ outcome: 'paid', counts: { processed: 3 } });
    const { payments } = (await ask(`/runs/${run}/payments`)).body;
    expect(payments.map(({ status }: { status: string }) => status)).toEqual(['processed', 'processed', 'processed']);
    const { payments: there } = await payroll.ledger();
    const references = sent.json.rows.map(({ email }) => email);
    expect(there.filter(({ recipientEmail }) => references.includes(recipientEmail))).toHaveLength(3);
    const results = await ask(`/runs/${run}/results.xlsx`);
    expect(results.status).toBe(200);
    expect(results.headers.get('Content-Disposition')).toContain('.xlsx');
    expect((await ask(`/runs/${run}/results.xlsx`, { token: tokens.viewer })).status).toBe(403);
  });

  it('takes a sheet as an upload, and says what is wrong by row and column', async () => {
    const form = new FormData();
    const right = { reference: 'UP-1', email: 'up@example.com', iban: germanIban(77) };
    const lines = sheetOf([right, { ...right, reference: 'UP-2', iban: 'DE00370400440532013000' }]);
    form.set('sheet', new File([lines], 'up.csv'));
    const { body } = await ask('/runs', { form });
    const run = (await ask(`/runs/${body.run}`)).body;
    expect(run).toMatchObject({ counts: { invalid: 1 }, problems: [{ row: 3, column: 'iban' }] });
    expect(JSON.stringify(run)).not.toContain('370400440532013000');
    expect(await ask(`/runs/${body.run}/discard`, { json: {} })).toMatchObject({ status: 200 });
  });

  it('names a run by a plain name, whatever is sent', async () => {
    const form = new FormData();
    form.set(
      'sheet',
      new File([sheetOf([{ reference: 'N-1', email: 'n1@example.com' }])], '..\\..\\\u202e.june\u0007.csv'),
    );
    const made = [await ask('/runs', { form }), await ask('/runs', { json: { name: '../..\n.june', rows: rows() } })];
    for (const { body } of made) expect((await ask(`/runs/${body.run}`)).body.sheet).toBe('june.csv');
  });

  it('checks rows without storing any', async () => {
    const before = await countRuns();
    const [right, wrong] = [rows()[0]!, { ...rows()[0]!, iban: 'DE00370400440532013000' }];
    const checked = await ask('/checks', { json: { rows: [right, wrong] }, token: tokens.viewer });
    expect(checked).toMatchObject({
      status: 200,
      body: { rows: 2, valid: 1, invalid: 1, problems: [{ row: 3, column: 'iban', severity: 'error' }] },
    });
    expect(await countRuns()).toBe(before);
  });

  it.each([
    ['what is no JSON', '{', /not JSON/],
    ['a column that there is not', { rows: [{ colour: 'red' }] }, /colour/],
    ['an amount that is a number', { rows: [{ amount: 12.5 }] }, /row 2, amount: write an amount as text/],
    ['an amount with two meanings', { rows: [{ amount: '1,240' }] }, /row 2, amount: write an amount/],
    ['no rows', { rows: [] }, /rows/],
    ['a field that there is not', { rows: [{ amount: '1' }], submit: true }, /submit/],
  ])('refuses %s', async (_, body, detail) => {
    const json = typeof body === 'string' ? undefined : body;
    const answer = await ask('/runs', {
      ...(json ? { json } : { method: 'POST', headers: { 'Content-Type': 'application/json' } }),
    });
    expect(answer.status).toBe(422);
    if (json) expect(answer.body.detail).toMatch(detail);
  });

  it('shows a program only what is of its merchants', async () => {
    const { body } = await ask('/runs', { json: { rows: rows() } });
    for (const path of [`/runs/${body.run}`, `/runs/${body.run}/results.xlsx`, `/runs/${body.run}/batches`])
      expect((await ask(path, { token: tokens.other })).status, path).toBe(404);
    expect((await ask('/runs', { token: tokens.other })).body).toMatchObject({ runs: [], more: false, next: null });
    expect((await ask('/merchants', { token: tokens.other })).body.merchants).toEqual([]);
    const [merchant, ...others] = (await ask('/merchants', { token: tokens.viewer })).body.merchants;
    expect([merchant.merchant, others]).toEqual(['default', []]);
    expect(Object.keys(merchant)).toEqual(['merchant', 'environment', 'country', 'currencies']);
    const discard = await ask(`/runs/${body.run}/discard`, { json: {}, token: tokens.other });
    expect(discard).toMatchObject({ status: 404, body: { code: 'run_unknown' } });
    const paid = await ask('/runs', { json: { rows: rows(), merchant: 'default' }, token: tokens.other });
    expect(paid).toMatchObject({ status: 403, body: { code: 'may_not_decide' } });
  });

  it('refuses a parameter that there is not, that is not valid, or that is private', async () => {
    for (const [path, detail] of [
      ['/runs?state=paid', /no parameter state/],
      ['/runs?status=great', /status must be one of/],
      ['/runs?limit=0', /limit must be a number from 1 to 1000/],
      ['/recipients?q=DE89370400440532013000', /must not be in a URL/],
    ] as const)
      expect(await ask(path), path).toMatchObject({ status: 422, body: { detail: expect.stringMatching(detail) } });
  });

  it('reads every list page by page, and as CSV', async () => {
    for (const list of API_LISTS) {
      const path = listPath(list).replace(':run', '1');
      const [page, csv] = [await ask(`${path}?limit=1`), await ask(`${path}.csv`)];
      expect([page.status, csv.status], path).toEqual([200, 200]);
      expect(page.body[list.name], path).toBeInstanceOf(Array);
      expect(page.body.more, path).toBe(page.body.next !== null);
    }
    const all: string[] = [];
    for (let next: string | null = ''; next !== null; ) {
      const { body } = await ask(`/runs?limit=1${next === '' ? '' : `&after=${next}`}`);
      all.push(...body.runs.map(({ run }: { run: string }) => run));
      next = body.next;
    }
    expect(all).toEqual((await ask('/runs')).body.runs.map(({ run }: { run: string }) => run));
    expect(all.length).toBeGreaterThan(2);
  });

  it('has the actions of makers, and none that is a decision', async () => {
    const { body } = await ask('/runs', { json: { rows: rows() } });
    for (const action of RUN_ACTIONS) {
      const path = actionPath(action).replace(':run', body.run);
      const isFor = API_ACTIONS.includes(action);
      expect(isFor, action.name).toBe(permission(action.name).role === 'maker');
      const json = action.name === 'reschedule' ? { on: '' } : {};
      const answers = [await ask(path, { json }), await ask(path, { json, token: tokens.viewer })];
      expect(answers[0]!.status === 404, action.name).toBe(!isFor);
      expect(answers[1]!.status, action.name).toBe(isFor ? 403 : 404);
    }
  });

  it('does a request again whose process is gone, and says that another is still being worked on', async () => {
    const json = { rows: rows() };
    const headers = { 'Idempotency-Key': 'crash-1' };
    const first = await ask('/runs', { json, headers });
    const set = (of: string) => appContext.ledger.db.query(`update payrun.api_answer set ${of} where key = 'crash-1'`);
    await set('status = null, answer = null');
    expect(await ask('/runs', { json, headers })).toMatchObject({ status: 409, body: { code: 'request_in_progress' } });
    await set(`at = now() - interval '1 hour'`);
    const again = await ask('/runs', { json, headers });
    expect(again.status).toBe(201);
    expect(again.body.run).not.toBe(first.body.run);
  });

  it('G5: has no account number or token of a request in an answer, a reason or an address', async () => {
    const iban = germanIban(4_711);
    const { run } = (await ask('/runs', { json: { rows: rows() } })).body;
    const { shown } = (await ask(`/runs/${run}`)).body.toSubmit;
    await ask(`/runs/${run}/submit`, { json: { shown } });
    for (const reference of [iban, tokens.maker]) {
      const refused = await ask(`/runs/${run}/remove`, { json: { references: [reference], because: 'x' } });
      expect(refused.status).toBe(409);
      expect(JSON.stringify(refused.body)).not.toContain(reference);
    }
    await resumeRuns(appContext, { run, progress: () => {} });
    const because = `credit note ${iban}`;
    expect(await ask(`/runs/${run}/withdraw`, { json: { because } })).toMatchObject({ status: 200 });
    for (const path of [`/runs/${run}`, `/runs/${run}/payments`, `/payments?run=${run}`, `/payments.csv?run=${run}`]) {
      const told = JSON.stringify((await ask(path)).body);
      expect(told, path).toContain('credit note');
      expect(told, path).not.toContain(iban);
    }
    expect(await ask(`/payments?reference=${iban}`)).toMatchObject({ status: 422, body: { code: 'usage' } });
  });

  it.each([
    '/runs?after=zzz',
    '/runs?after=-1',
    '/payments?after=',
    '/recipients?after=12',
    `/runs?after=${Buffer.from('/payments 1').toString('base64url')}`,
    '/months?from=2026-12-31&to=2026-01-01',
    '/months.csv?from=2026-12-31&to=2026-01-01',
  ])('refuses %s, and does not show the first page or other days', async (path) => {
    expect(await ask(path)).toMatchObject({ status: 422, body: { code: 'usage' } });
  });

  it.each([
    [{ merchant: 'nosuch' }, 'merchant_unknown'],
    [{ payOn: 'x' }, 'pay_day'],
    [{ payOn: '2020-01-01' }, 'pay_day'],
  ])('refuses a check with %j, as it refuses a run', async (more, code) => {
    for (const path of ['/checks', '/runs'])
      expect(await ask(path, { json: { rows: rows(), ...more } })).toMatchObject({ status: 422, body: { code } });
  });

  it('says nothing about merchants of others, not even that there are any', async () => {
    const sent = (merchant: string) => ask('/runs', { token: tokens.other, json: { rows: rows(), merchant } });
    const [known, unknown] = [await sent('default'), await sent('nosuch')];
    expect(known.status).toBe(403);
    expect(unknown.body.detail.replace('nosuch', 'default')).toBe(known.body.detail);
    expect(unknown).toMatchObject({ status: 403, body: { code: known.body.code } });
  });

  it('makes no run if its answer cannot be kept with it', async () => {
    const before = await countRuns();
    const { db } = appContext.ledger;
    await db.query(
      `create function payrun.lost() returns trigger language plpgsql as $$ begin return null; end $$;
       create trigger lost before update on payrun.api_answer for each row execute function payrun.lost()`,
    );
    try {
      const answer = await ask('/runs', { json: { rows: rows() }, headers: { 'Idempotency-Key': 'lost-1' } });
      expect(answer).toMatchObject({ status: 503, body: { code: 'request_taken_over' } });
    } finally {
      await db.query('drop trigger lost on payrun.api_answer; drop function payrun.lost()');
    }
    expect(await countRuns()).toBe(before);
  });

  it('is made once by two that send the same at once', async () => {
    const sent = { json: { rows: rows() }, headers: { 'Idempotency-Key': 'twice-1' } };
    const before = await countRuns();
    const answers = await Promise.all([ask('/runs', sent), ask('/runs', sent)]);
    // The second gets the first answer, or comes while the first is being worked on.
    const made = answers.flatMap(({ status, body }) => (status === 201 ? [body.run] : []));
    expect(new Set(made).size).toBe(1);
    const others = answers.filter(({ status }) => status !== 201);
    expect(others.map(({ status, body }) => [status, body.code])).toEqual(
      others.map(() => [409, 'request_in_progress']),
    );
    expect(await countRuns()).toBe(before + 1);
  });

  it('lets a program act by its token only', async () => {
    const { db } = appContext.ledger;
    for (const actor of [cliActor('erp', 'erp'), pageActor('erp', '127.0.0.1')])
      await expect(authorize(db, actor, 'submit')).rejects.toMatchObject({ code: 'may_not_decide' });
    const deps = { ...appContext, passwords: cheapPasswords };
    await expect(setRights(deps, person('root'), 'erp', { role: 'admin' })).rejects.toMatchObject({
      code: 'user_unknown',
    });
    await expect(db.query(`update payrun.user_account set role = 'approver' where name = 'erp'`)).rejects.toMatchObject(
      {
        code: '23514',
      },
    );
    const stored = await db.query('select * from payrun.api_token');
    expect(JSON.stringify(stored.rows)).not.toContain(tokens.maker.slice(7));
  });

  it.each([
    [{ role: 'approver' }, /viewer, maker/],
    [{ until: '2020-01-01' }, /is in the past/],
    [{ until: 'soon' }, /is not a valid date/],
    [{ networks: ['10.0.0.0/33'] }, /is not a valid IP address or network/],
    [{ name: 'cleo' }, /cleo/],
  ])('adds no token with %o', async (wrong, message) => {
    await expect(add({ name: 'new', ...wrong })).rejects.toThrow(message);
  });

  it('is described by an OpenAPI document with every route', async () => {
    const { status, body } = await ask('/openapi.json', { token: '' });
    expect(status).toBe(200);
    expect(body).toEqual(JSON.parse(JSON.stringify(apiDescription())));
    expect(await new Validator().validate(body)).toEqual({ valid: true });
    const routed = app.routes
      .filter(({ method, path }) => method !== 'ALL' && !path.endsWith('openapi.json'))
      .map(({ method, path }) => `${method} ${path.replace('/api/v1', '').replace(/:(\w+)/g, '{$1}')}`);
    const described = Object.entries<object>(body.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.toSorted()).toEqual([...new Set(routed)].toSorted());
    const ids = JSON.stringify(body.paths).match(/"operationId":"\w+"/g)!;
    expect(new Set(ids).size).toBe(ids.length);
  });
});
