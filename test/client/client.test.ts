import { Hono } from 'hono';
import { beforeAll, expect, it } from 'vitest';
import { api } from '../../src/api/api.ts';
import { Payrun } from '../../src/client/client.ts';
import type { AppContext } from '../../src/engine/context/app-context.ts';
import { resumeRuns } from '../../src/engine/runs/resume.ts';
import { addProgram } from '../../src/engine/users/programs.ts';
import { describeDatabases } from '../support/database.ts';
import { germanIban, testPayroll } from '../support/payroll.ts';
import { firstAdmin } from '../support/person.ts';
import { withPatience } from '../support/visited-pages.ts';

describeDatabases('the client of the API', (database) => {
  const payroll = testPayroll(database);
  let appContext: AppContext;
  let token: string;
  const app = new Hono();
  /** How many answers are lost after the request was carried out. */
  let lost = 0;
  /** How many answers say that the request is still worked on. */
  let busy = 0;
  const pauses: number[] = [];

  beforeAll(async () => {
    appContext = await payroll.appContext();
    token = await addProgram(appContext, await firstAdmin(appContext.ledger), {
      ...{ name: 'erp', role: 'maker', merchants: null, until: '2099-12-31', networks: [] },
    });
    api({ appContext: withPatience(appContext) })(app);
  });
  const client = (of = token) =>
    new Payrun({
      ...{ url: 'http://localhost/', token: of },
      fetch: async (url, request) => {
        const headers = { ...(request?.headers as Record<string, string>), Host: 'localhost' };
        if (busy-- > 0)
          return Response.json({ code: 'request_in_progress' }, { status: 409, headers: { 'Retry-After': '10' } });
        const answer = await app.request(String(url), { ...request, headers });
        lost -= 1;
        if (lost >= 0) throw new TypeError('fetch failed');
        return answer;
      },
      sleep: async (ms) => void pauses.push(ms),
    });
  const rowOf = (n: number) => ({
    ...{
      paymentReference: `C-${n}`,
      email: `c${n}@example.com`,
      type: 'individual',
      firstName: 'Ana',
      lastName: 'Diaz',
    },
    ...{ street1: 'Hauptstr. 1', city: 'Berlin', postalCode: '10115', country: 'DE' },
    ...{ amount: `${n}.50`, currency: 'EUR', iban: germanIban(8_000 + n) },
  });

  it('pays three rows, of which the answers are lost', async () => {
    const payrun = client();
    const rows = [21, 22, 23].map(rowOf);
    expect(await payrun.check({ rows })).toMatchObject({ valid: 3, problems: [] });
    lost = 2;
    const run = await payrun.makeRun({ name: 'june', rows });
    expect(pauses).toEqual([500, 1_000]);
    const { toSubmit } = await payrun.readRun(run);
    expect(toSubmit?.payments).toBe(3);
    lost = 1;
    await payrun.submit(run, toSubmit!.shown);
    await resumeRuns(appContext, { run, progress: () => {} });
    expect(await payrun.readRun(run)).toMatchObject({ outcome: 'paid', counts: { processed: 3 } });
    const listed = [];
    for await (const one of payrun.list(`runs/${run}/payments`, { limit: '2' })) listed.push(one.reference);
    expect(listed).toEqual(['C-21', 'C-22', 'C-23']);
    const runs = [];
    for await (const one of payrun.list('runs')) runs.push(one.run);
    expect(runs).toEqual([run]);
  });

  it('waits 6 minutes for a request that a server which is gone has begun', async () => {
    pauses.length = 0;
    busy = 36;
    expect(await client().makeRun({ rows: [rowOf(31)] })).toMatch(/^\d+$/);
    expect(pauses).toEqual(Array.from({ length: 36 }, () => 10_000));
    busy = 100;
    await expect(client().makeRun({ rows: [rowOf(32)] })).rejects.toMatchObject({ code: 'request_in_progress' });
    busy = 0;
  });

  it('throws what is refused, and sends nothing again', async () => {
    pauses.length = 0;
    await expect(client().makeRun({ rows: [{ amount: '1,240' }] })).rejects.toMatchObject({
      ...{ name: 'PayrunProblem', status: 422, code: 'usage' },
      message: expect.stringContaining('write an amount'),
    });
    await expect(client(`payrun_${'x'.repeat(43)}`).readRun('1')).rejects.toMatchObject({ code: 'token_unknown' });
    expect(pauses).toEqual([]);
  });
});
