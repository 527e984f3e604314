import { expect, it } from 'vitest';
import type { AppContext } from '../../../src/engine/context/app-context.ts';
import { findOrphanBatches } from '../../../src/engine/jobs/search-orphan-batches.ts';
import { settleOpen } from '../../../src/engine/jobs/settle-open.ts';
import { rejectRun } from '../../../src/engine/review/take-back.ts';
import { verifyLedger } from '../../../src/reports/verify.ts';
import { describeDatabases } from '../../support/database.ts';
import { sheetOf, testPayroll } from '../../support/payroll.ts';
import { person } from '../../support/person.ts';
import { signedFetch } from '../../support/signed-fetch.ts';

const watch = { progress: () => {} };

describeDatabases('a batch that appears in the service after it was taken back', (database) => {
  const payroll = testPayroll(database, { pricingMs: 0 });
  const sent: string[] = [];
  const watched: typeof fetch = (input, init) => {
    sent.push(`${init?.method ?? 'GET'} ${new URL(String(input)).pathname.replace(/B-\w+/, ':id')}`);
    return fetch(input, init);
  };
  const call = () => signedFetch({ url: payroll.sandbox.url, keys: payroll.sandbox.merchant });

  /** A run of two batches; what was sent to create the second is lost on its way, and a person says no. */
  const takenBack = async (name: string) => {
    let body: object = {};
    const wire: typeof fetch = async (input, init) => {
      const text = init?.body ? Buffer.from(init.body as Uint8Array).toString('utf8') : '';
      if (!(String(input).endsWith('/v1/batches') && text.includes('"sourceCurrency":"USD"')))
        return fetch(input, init);
      body = JSON.parse(text);
      throw new TypeError('fetch failed', { cause: Object.assign(new Error('reset'), { code: 'ECONNRESET' }) });
    };
    const lines = ['EUR', 'USD'].map((currency) => ({
      reference: `${name}-${currency}`,
      email: `${name}-${currency}@example.com`.toLowerCase(),
      amount: '50.00',
      currency,
    }));
    await expect(payroll.pay(payroll.sheet(`${name}.csv`, sheetOf(lines)), { wire })).rejects.toThrow();
    const appContext = await payroll.appContext({}, watched);
    const { rows } = await appContext.ledger.db.query<{ run: string }>('select max(id)::text as run from payrun.run');
    const { run } = rows[0]!;
    await rejectRun(appContext, run, { by: person('anna'), because: 'wrong month', ...watch });
    expect((await payroll.resume(run))[0]).toMatchObject({ state: 'done', counts: { canceled: 2 } });
    /** The service was still at work on it. */
    const land = async () => ((await call()('POST', '/v1/batches', body)).body as { batch: { id: string } }).batch.id;
    return { appContext, run, land };
  };
  const timePasses = ({ ledger }: AppContext) =>
    ledger.db.query(`update payrun.lost_batch set look_at = look_at - interval '2 hours' where ended is null`);
  const statusOf = async (id: string) => (await payroll.ledger()).batches.find((batch) => batch.id === id)?.status;
  const seek = async (appContext: AppContext) => {
    sent.length = 0;
    return (await findOrphanBatches(appContext, watch)).map(({ document, exitCode }) => ({ ...document, exitCode }));
  };

  it('is deleted there by the next settle, and reported', async () => {
    const { appContext, run, land } = await takenBack('settled');
    const id = await land();
    expect((await verifyLedger(appContext, { remote: true })).findings).toMatchObject([{ guarantee: 'G1', run }]);
    expect(await seek(appContext)).toEqual([]);
    expect(sent, 'the service may still be at work on it').toEqual([]);
    await timePasses(appContext);
    const what = `Run ${run}: a withdrawn batch appeared in the payout service later (${id}). Payrun deleted it there before it could be sent.`;
    const outcomes = await settleOpen(appContext, watch);
    expect(outcomes).toEqual([{ document: { run, batch: id, end: 'deleted', what }, lines: [what], exitCode: 0 }]);
    expect(await statusOf(id)).toBeUndefined();
    expect((await verifyLedger(appContext, { remote: true })).findings).toEqual([]);
    await timePasses(appContext);
    expect(await seek(appContext)).toEqual([]);
    expect(sent).toEqual([]);
  });

  it('is searched for twice if it does not appear, with a call each, and then no more', async () => {
    const { appContext } = await takenBack('absent');
    for (const calls of [1, 1, 0]) {
      await timePasses(appContext);
      expect(await seek(appContext)).toEqual([]);
      expect(sent).toEqual(Array(calls).fill('GET /v1/batches'));
      // Not before its time.
      expect(await seek(appContext)).toEqual([]);
      expect(sent).toEqual([]);
    }
  });

  it('is left if someone has sent it, and reported', async () => {
    const { appContext, land } = await takenBack('sent');
    const id = await land();
    await call()('POST', `/v1/batches/${id}/generate-quote`, {});
    await call()('POST', `/v1/batches/${id}/start-processing`, {});
    await timePasses(appContext);
    const [found] = await seek(appContext);
    expect(found).toMatchObject({ batch: id, end: 'begun', exitCode: 4 });
    expect(found!.what).toContain('Action is required before its payments are sent again');
    expect(sent).toEqual(['GET /v1/batches']);
    expect(await statusOf(id)).toMatch(/processing|complete/);
  });
});
