import { Hono } from 'hono';
import { beforeAll, expect, it } from 'vitest';
import { api } from '../../src/api/api.ts';
import type { AppContext } from '../../src/engine/context/app-context.ts';
import { addProgram } from '../../src/engine/users/programs.ts';
import type { Actor } from '../../src/permissions/actor.ts';
import { describeDatabases } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { testPayroll } from '../support/payroll.ts';
import { firstAdmin } from '../support/person.ts';
import { MINUTE, movableClock } from '../support/web-visit.ts';

describeDatabases('the requests of a program', (database) => {
  const payroll = testPayroll(database);
  const clock = movableClock();
  const stopping = new AbortController();
  const app = new Hono();
  let appContext: AppContext;
  let token = '';
  let admin: Actor;
  let isAway = false;

  beforeAll(async () => {
    appContext = await payroll.appContext();
    admin = await firstAdmin(appContext.ledger);
    token = await addProgram(appContext, admin, {
      ...{ name: 'erp', role: 'viewer', merchants: null, until: '2099-12-31', networks: [] },
    });
    const { ledger } = appContext;
    const tx: typeof ledger.tx = (work) => (isAway ? Promise.reject(new Error('away')) : ledger.tx(work));
    const opened = { ...appContext, clock: { ...appContext.clock, now: clock.now }, ledger: { ...ledger, tx } };
    api({ appContext: opened, stopping: stopping.signal })(app);
  });

  const ask = async (path: string, by = token) => {
    const headers = { Host: 'localhost', Authorization: `Bearer ${by}` };
    return (await app.request(`http://localhost/api/v1${path}`, { headers })).status;
  };
  const events = async () => {
    const { rows } = await appContext.ledger.db.query<{ said: string }>(
      `select actor || ' ' || (data->>'request') || ' ' || (data->>'requests') as said from payrun.event
       where kind = 'program_requests' order by seq`,
    );
    return rows.map(({ said }) => said);
  };

  it('are an event before the first of its kind is answered, and one for all others of its hour', async () => {
    expect(
      await Promise.all(['/runs', '/runs', '/runs?limit=1', '/runs/12/payments'].map((path) => ask(path))),
    ).toEqual([...[200, 200, 200, 404]]);
    expect((await events()).toSorted()).toEqual(['erp GET /runs 1', 'erp GET /runs/:run/payments 1']);
    clock.pass(60 * MINUTE);
    await ask('/payments');
    expect((await events()).slice(2)).toEqual(['erp GET /payments 1', 'erp GET /runs 2']);
  });

  it('are events if a token is refused that is known', async () => {
    const far = await addProgram(appContext, admin, {
      ...{ name: 'far', role: 'viewer', merchants: null, until: '2099-12-31', networks: ['10.0.0.0/8'] },
    });
    expect([await ask('/runs', far), await ask('/runs', `${far}x`)]).toEqual([401, 401]);
    expect((await events()).at(-1)).toBe('far Refused: its token is not accepted from this address 1');
    expect(await events()).toHaveLength(5);
  });

  it('are not answered if they cannot be recorded', async () => {
    isAway = true;
    expect(await ask('/exceptions')).toBe(500);
    isAway = false;
    expect(await events()).toHaveLength(5);
    expect(await ask('/exceptions')).toBe(200);
    expect((await events()).at(-1)).toBe('erp GET /exceptions 1');
  });

  it('are all events when the server stops', async () => {
    await ask('/payments');
    stopping.abort();
    await eventually(async () => expect(await events()).toHaveLength(7));
    expect((await events()).at(-1)).toBe('erp GET /payments 1');
  });
});
