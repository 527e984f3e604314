import { Hono } from 'hono';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { api } from '../../../src/api/api.ts';
import { MESSAGE_SCHEMAS, messageData } from '../../../src/api/message-data.ts';
import type { AppContext } from '../../../src/engine/context/app-context.ts';
import {
  addEndpoint,
  deleteEndpoint,
  replayEndpoint,
  rotateEndpoint,
} from '../../../src/engine/endpoints/endpoints.ts';
import {
  type EndpointsOptions,
  type MessageAttempt,
  startEndpoints,
} from '../../../src/engine/endpoints/send-messages.ts';
import { planToSubmit, shownPlan, submitRun } from '../../../src/engine/review/submit-run.ts';
import { createSheetRun } from '../../../src/engine/runs/create-sheet-run.ts';
import { resumeRuns } from '../../../src/engine/runs/resume.ts';
import { addProgram } from '../../../src/engine/users/programs.ts';
import { listEndpoints } from '../../../src/ledger/endpoints/endpoint.ts';
import { selectMessages, takeMessages } from '../../../src/ledger/endpoints/endpoint-message.ts';
import { createRun } from '../../../src/ledger/runs/run.ts';
import { insertUser } from '../../../src/ledger/users/user.ts';
import type { Actor } from '../../../src/permissions/actor.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { describeDatabases } from '../../support/database.ts';
import { faultsOf } from '../../support/described-answers.ts';
import { eventually } from '../../support/eventually.ts';
import { germanIban, sheetOf, testPayroll } from '../../support/payroll.ts';
import { firstAdmin, person } from '../../support/person.ts';
import { isVerified, startWebhookReceiver, type WebhookReceiver } from '../../support/servers/webhook-receiver.ts';
import { withPatience } from '../../support/visited-pages.ts';

const aboutOf = (type: string) => (type.startsWith('run.') ? 'run' : 'payment');
const DAY_MS = 24 * 3_600_000;

describeDatabases('messages to endpoints', (database) => {
  const payroll = testPayroll(database);
  let appContext: AppContext;
  let receiver: WebhookReceiver;
  let admin: Actor;
  let get: (path: string) => Promise<Record<string, unknown>>;
  let sheets = 0;

  beforeAll(async () => {
    appContext = await payroll.appContext();
    receiver = await startWebhookReceiver();
    admin = await firstAdmin(appContext.ledger);
    await insertUser(
      appContext.ledger.db,
      { name: 'mia', role: 'maker', merchants: null, limits: null, password: null },
      new Date(),
    );
    const asked = { name: 'erp', role: 'viewer', merchants: null, until: '2099-12-31', networks: [] };
    const token = await addProgram(appContext, admin, asked);
    const app = new Hono();
    api({ appContext: withPatience(appContext) })(app);
    get = async (path) => {
      const headers = { Host: 'localhost', Authorization: `Bearer ${token}` };
      return (await app.request(`http://localhost/api/v1${path}`, { headers })).json() as never;
    };
    // The merchant is known once it was paid from.
    await pay();
  });
  afterAll(() => receiver.close());
  afterEach(async () => {
    receiver.answer(200);
    receiver.clear();
    for (const { name } of await listEndpoints(appContext.ledger.db)) await deleteEndpoint(appContext, admin, name);
  });

  const query = async (sql: string, values: readonly unknown[] = []) =>
    (await appContext.ledger.db.query<Record<string, unknown>>(sql, values)).rows;
  const add = (name = 'erp', more: { types?: readonly string[]; merchants?: readonly string[]; path?: string } = {}) =>
    addEndpoint(appContext, admin, {
      ...{ name, url: `${receiver.url}/${more.path ?? name}`, types: more.types ?? ['run.*', 'payment.*'] },
      merchants: more.merchants ?? null,
    });
  const linesOf = (count: number, more: Partial<Parameters<typeof sheetOf>[0][number]> = {}) => {
    const tag = `w${++sheets}`;
    return Array.from({ length: count }, (_, i) => ({
      ...{ reference: `${tag}-${i}`, email: `${tag}-${i}@example.com`, first: 'Ada', last: `${tag} ${i}` },
      ...{ iban: germanIban(70_000 + 100 * sheets + i), amount: `${20 + sheets}.${10 + i}`, ...more },
    }));
  };
  const pay = async (lines: Parameters<typeof sheetOf>[0] = linesOf(2)) => {
    const { run } = await payroll.pay(payroll.sheet(`w${++sheets}.csv`, sheetOf(lines)));
    return run;
  };
  /** A run whose status changed once; nothing of it is sent. */
  const change = async () => {
    const { db } = appContext.ledger;
    const options = { onInvalid: 'skip', dryRun: false } as const;
    const id = await createRun(db, { job: 'pay-sheet', sheetId: null, merchant: 'default', maker: 'mia', options });
    await db.query(`update payrun.run set status = 'not_submitted', finished_at = now() where id = $1`, [id]);
    return id;
  };
  const start = (options: Partial<EndpointsOptions> = {}) =>
    startEndpoints(appContext, { data: messageData, everyMs: 10, ...options });
  /** Sends until nothing is due. */
  const send = async () => {
    const attempts: MessageAttempt[] = [];
    const part = start({ report: (attempt) => attempts.push(attempt) });
    const isDue = async () =>
      (await query(`select from payrun.endpoint_message where state = 'waiting' and next_at <= clock_timestamp()`))
        .length > 0;
    await eventually(async () => expect(await isDue()).toBe(false));
    await part.close();
    return attempts;
  };
  const messages = (endpoint = 'erp') =>
    selectMessages(appContext.ledger.db, { endpoint, state: null, run: null, after: null, limit: 1_000 });
  const typesOf = async (endpoint = 'erp') => (await messages(endpoint)).toReversed().map(({ type }) => type);
  const outOfPauses = () =>
    query(`update payrun.endpoint_message set next_at = clock_timestamp() where state = 'waiting'`);
  const older = (ms: number) =>
    query(`update payrun.endpoint_message set since = since - $1 * interval '1 millisecond'`, [ms]);
  const bodies = () => receiver.received.map(({ body }) => JSON.parse(body));

  it('G8: say of a run and its payments what GET says, signed, though the process that paid them is gone', async () => {
    const secret = await add();
    await change();
    const run = await pay(linesOf(3));
    const of = (prefix: string) => bodies().filter(({ type }) => type.startsWith(prefix));
    await send();
    expect(receiver.received.every((one) => isVerified(secret, one))).toBe(true);
    expect(receiver.received.every(({ headers }) => headers['content-type'] === 'application/json')).toBe(true);
    expect(of('run.paid')).toEqual([
      { type: 'run.paid', timestamp: expect.stringMatching(/^\d{4}-.*Z$/), data: await get(`/runs/${run}`) },
    ]);
    const { payments } = (await get(`/payments?run=${run}`)) as { payments: object[] };
    const told = of('payment.processed').map(({ data }) => data);
    expect(told).toHaveLength(3);
    expect(told).toEqual(expect.arrayContaining(payments));
    expect(
      of('payment.')
        .map(({ type }) => type)
        .toSorted(),
    ).toEqual([...Array(3).fill('payment.processed'), ...Array(3).fill('payment.started')]);
    expect(of('run.not_submitted')).toHaveLength(1);
    for (const body of bodies()) expect(faultsOf(MESSAGE_SCHEMAS[aboutOf(body.type)], body)).toEqual([]);
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(receiver.received.length);
    expect((await messages()).every(({ state, attempts }) => state === 'sent' && attempts === 1)).toBe(true);
  });

  it.each([
    ['fails', { outcome: 'failed', reason: 'Closed' }, ['payment.started', 'payment.failed'], 'run.nothing_paid'],
    ['is returned', { outcome: 'returned', reason: 'Closed' }, ['payment.started', 'payment.returned'], null],
  ])('tell that a payment %s', async (_, outcome, types, ends) => {
    await add();
    const lines = linesOf(1);
    await payroll.control('outcomes', [{ match: { recipientEmail: lines[0]!.email }, ...outcome }]);
    await pay(lines);
    const told = await typesOf();
    expect(told).toEqual(expect.arrayContaining([...types, ...(ends === null ? [] : [ends])]));
  });

  it('tell of rows on hold and with errors once their run is submitted, and of a draft only its status', async () => {
    await add();
    const [first, second] = linesOf(2);
    const lines = [
      first!,
      { ...second!, iban: 'DE00370400440532013000' },
      { ...first!, reference: `${first!.reference}-b` },
    ];
    const file = payroll.sheet('draft.csv', sheetOf(lines));
    const asked = { file, maker: person('mia'), dryRun: false, confirmed: false, ask: true } as const;
    const id = await createSheetRun(appContext, { ...asked, onInvalid: 'skip' });
    await resumeRuns(appContext, { run: String(id), progress: () => {} });
    expect(await typesOf()).toEqual(['run.ready_to_submit']);
    const shown = shownPlan((await planToSubmit(appContext, id))!);
    await submitRun(appContext, String(id), { by: admin, shown, businesses: false });
    expect((await typesOf()).filter((type) => type.startsWith('payment.')).toSorted()).toEqual([
      'payment.held',
      'payment.invalid',
    ]);
  });

  it('tell of each status of a payment, also of one that its batch gives it', async () => {
    const run = await pay(linesOf(1));
    await add('erp', { types: ['payment.*'] });
    const [payment] = await query('select id, batch_id from payrun.payment where run_id = $1', [run]);
    const payments = (set: string) => query(`update payrun.payment_row set ${set} where id = $1`, [payment!.id]);
    const batch = (state: string) =>
      query('update payrun.batch set state = $2 where id = $1', [payment!.batch_id, state]);
    await payments(`state = 'unknown'`);
    await payments(`state = 'batched'`);
    await batch('unknown');
    await batch('started');
    await payments(`state = 'discrepancy'`);
    await payments(`state = 'processed'`);
    await payments(`state = 'returned'`);
    await batch('settled');
    expect(await typesOf()).toEqual([
      'payment.unknown',
      'payment.started',
      'payment.unknown',
      'payment.started',
      'payment.discrepancy',
      'payment.processed',
      'payment.returned',
    ]);
  });

  it('are written with the change, or not at all', async () => {
    await add();
    const id = await change();
    const before = await typesOf();
    const undone = appContext.ledger.tx(async (db) => {
      await db.query(`update payrun.run set status = 'action_required' where id = $1`, [id]);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await typesOf()).toEqual(before);
    await query('update payrun.run set status = status where id = $1', [id]);
    expect(await typesOf()).toEqual(before);
  });

  it('are none of what no endpoint wants, and none of a dry run', async () => {
    await pay();
    expect(await query('select from payrun.endpoint_message')).toEqual([]);
    await add('desk', { types: ['payment.failed', 'run.paid'] });
    await pay();
    expect(await typesOf('desk')).toEqual(['run.paid']);
    await add('all');
    await payroll.pay(payroll.sheet('dry.csv', sheetOf(linesOf(1))), { dryRun: true });
    expect(await typesOf('all')).toEqual([]);
  });

  it('are those of the merchants of the endpoint, and say what a program of these merchants reads', async () => {
    await query(
      `insert into payrun.merchant (id, environment, country, access_fp) values ('north', 'sandbox', 'US', $1) on conflict do nothing`,
      [Buffer.from('north')],
    );
    await add('north', { merchants: ['north'] });
    await add('here', { merchants: ['default'] });
    await pay();
    expect(await typesOf('north')).toEqual([]);
    expect(await typesOf('here')).toContain('run.paid');
    // A message to an endpoint that may not see its payment says nothing.
    await query(
      `insert into payrun.endpoint_message (endpoint, type, run_id, payment_id)
       select 'north', type, run_id, payment_id from payrun.endpoint_message where endpoint = 'here'`,
    );
    const attempts = await send();
    expect(receiver.received.every(({ path }) => path === '/here')).toBe(true);
    const refused = attempts.filter(({ endpoint }) => endpoint === 'north');
    expect(refused.length).toBeGreaterThan(2);
    expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['NOT_FOUND', 'run_unknown']));
  });

  it('are signed with both secrets for a day after a rotation, and then with the new one', async () => {
    const former = await add();
    const { secret, formerUntil } = await rotateEndpoint(appContext, admin, 'erp');
    await change();
    await send();
    expect([secret, former].map((one) => isVerified(one, receiver.received[0]!))).toEqual([true, true]);
    const newest = (await rotateEndpoint(appContext, admin, 'erp')).secret;
    await change();
    await send();
    expect([newest, secret, former].map((one) => isVerified(one, receiver.received[1]!))).toEqual([true, true, false]);
    expect(formerUntil.getTime() - systemClock.now()).toBeGreaterThan(DAY_MS / 2);
    await query(`update payrun.endpoint set former_until = now() - interval '1 second'`);
    await change();
    await send();
    expect([newest, secret].map((one) => isVerified(one, receiver.received[2]!))).toEqual([true, false]);
  });

  it.each([500, 404, 302])(
    'are sent again after a growing pause if the answer is %s, with the same ID',
    async (status) => {
      await add();
      await change();
      receiver.answer(status);
      const pauses: number[] = [];
      for (let n = 0; n < 3; n++) {
        await outOfPauses();
        expect(await send()).toMatchObject([{ state: 'waiting', code: `HTTP_${status}` }]);
        const [row] = await query(
          `select extract(epoch from next_at - now())::float8 as s from payrun.endpoint_message where state = 'waiting'`,
        );
        pauses.push(Math.round(Number(row!.s) / 30));
      }
      expect(pauses).toEqual([1, 2, 4]);
      receiver.answer(204);
      await outOfPauses();
      expect(await send()).toMatchObject([{ state: 'sent', code: null }]);
      expect(receiver.received).toHaveLength(4);
      expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1);
      expect(receiver.received.every(({ path }) => path === '/erp')).toBe(true);
    },
  );

  it('are given up after three days, and replayed with their IDs, one or all', async () => {
    const secret = await add();
    await change();
    await change();
    receiver.answer(500);
    await send();
    await older(3 * DAY_MS - 60_000);
    await outOfPauses();
    expect(await send()).toMatchObject([{ state: 'waiting' }, { state: 'waiting' }]);
    await older(60_000);
    await outOfPauses();
    expect(await send()).toMatchObject([{ state: 'given_up' }, { state: 'given_up' }]);
    const ids = [...new Set(receiver.received.map(({ id }) => id))];
    receiver.clear();
    receiver.answer(200);
    await outOfPauses();
    expect(await send()).toEqual([]);
    expect(await replayEndpoint(appContext, admin, 'erp', '')).toBe(2);
    expect(await send()).toMatchObject([{ state: 'sent' }, { state: 'sent' }]);
    expect(await replayEndpoint(appContext, admin, 'erp', '')).toBe(0);
    expect(await replayEndpoint(appContext, admin, 'erp', ids[0]!)).toBe(1);
    await send();
    expect(receiver.received.map(({ id }) => id).toSorted()).toEqual([...ids, ids[0]].toSorted());
    expect(receiver.received.every((one) => isVerified(secret, one))).toBe(true);
    expect(
      await query(
        `select data->'messages' as n from payrun.event where kind = 'messages_replayed' order by seq desc limit 2`,
      ),
    ).toEqual([{ n: 1 }, { n: 2 }]);
  });

  it('are sent again by another process if one ends while it sends, and by none meanwhile', async () => {
    await add();
    await change();
    const [taken] = await takeMessages(appContext.ledger.db, 'erp', 60_000, 4);
    expect(await send()).toEqual([]);
    await outOfPauses();
    await send();
    expect(receiver.received.map(({ id }) => id)).toEqual([taken!.id]);
  });

  it('are sent once each by several processes', async () => {
    await add();
    for (let n = 0; n < 12; n++) await change();
    const parts = [start(), start(), start()];
    await eventually(async () => expect((await messages()).every(({ state }) => state === 'sent')).toBe(true));
    for (const part of parts) await part.close();
    expect(receiver.received).toHaveLength(12);
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(12);
  });

  it('come a few at a time to a receiver that refuses them, and all once it takes them', async () => {
    await add();
    for (let n = 0; n < 12; n++) await change();
    receiver.answer(503);
    const part = start({ everyMs: 60_000 });
    await eventually(() => expect(receiver.received.length).toBeGreaterThan(3));
    await systemClock.sleep(50);
    await part.close();
    expect(receiver.received).toHaveLength(4);
    receiver.answer(200);
    await outOfPauses();
    expect(await send()).toHaveLength(12);
  });

  it('come to other endpoints while one does not answer', async () => {
    const silent = await startWebhookReceiver();
    silent.answer(null);
    await addEndpoint(appContext, admin, { name: 'silent', url: silent.url, types: ['run.*'], merchants: null });
    await add();
    await change();
    const part = start();
    try {
      await eventually(() => expect([silent.received.length, receiver.received.length]).toEqual([1, 1]));
      await change();
      await eventually(() => expect(receiver.received).toHaveLength(2));
      expect(silent.received).toHaveLength(1);
      expect((await messages('silent')).map(({ last_code }) => last_code)).toEqual([null, null]);
    } finally {
      await silent.close();
      await part.close();
    }
  });

  it('are not sent by a ledger that was moved, nor from a backup long after they were given up', async () => {
    await add();
    await change();
    await query(`insert into payrun.ledger_moved (place, began_at) values ('elsewhere', now())`);
    const part = start();
    await systemClock.sleep(100);
    await part.close();
    await query('delete from payrun.ledger_moved');
    expect((await messages()).map(({ attempts }) => attempts)).toEqual([0]);
    await older(4 * DAY_MS);
    expect(await send()).toMatchObject([{ state: 'given_up', code: 'TOO_OLD' }]);
    expect(receiver.received).toEqual([]);
  });

  it.each([
    ['a name in capitals', { name: 'ERP' }, /lowercase/],
    ['plain HTTP', { url: 'http://erp.example.com/' }, /https/],
    ['a password in the URL', { url: 'https://erp:secret@erp.example.com/' }, /password/],
    ['a file', { url: 'file:///etc/passwd' }, /https/],
    ['a type that there is not', { types: ['run.great'] }, /run\.great/],
    ['the type of what awaits its start', { types: ['payment.ready'] }, /payment\.ready/],
    ['no type', { types: [] }, /message type/],
    ['a merchant that there is not', { merchants: ['nobody'] }, /nobody/],
    ['a name that there is', { name: 'known' }, /Choose another/],
  ])('are not posted by an endpoint with %s', async (_, more, says) => {
    await add('known');
    const endpoint = { name: 'new', url: receiver.url, types: ['run.*'], merchants: null, ...more };
    await expect(addEndpoint(appContext, admin, endpoint)).rejects.toThrow(says);
    expect(await listEndpoints(appContext.ledger.db)).toHaveLength(1);
  });

  it('G5: keep the secret sealed, and in no event', async () => {
    const secret = await add();
    const rows = await query(
      `select e::text as text from payrun.endpoint e union all select data::text from payrun.event`,
    );
    expect(JSON.stringify(rows)).not.toContain(secret.slice(6));
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(secret).toString('hex'));
  });
});
