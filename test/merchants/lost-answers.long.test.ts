import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { resumeRuns } from '../../src/engine/runs/resume.ts';
import { getMerchant, merchantKeys } from '../../src/ledger/merchants/merchant.ts';
import { type Receiver, startReceiver } from '../conformance/receiver.ts';
import { describeDatabases } from '../support/database.ts';
import { type Cells, partnerWorld, SAMPLE_ROWS, sheetOfMerchants } from './partner-world.ts';

describeDatabases('sub-merchants after lost responses', (database) => {
  const world = partnerWorld(database);
  const { payroll } = world;
  let receiver: Receiver | null = null;
  afterEach(async () => {
    await payroll.control('faults', []);
    await receiver?.close();
    receiver = null;
  });

  const SOME = /^(?!bank|debit|fee|revenue|paypal)/;
  /** Few settings, so that a run is a few calls. */
  const sheet = (name: string, more: Cells = {}) => {
    const row = Object.fromEntries(Object.entries(SAMPLE_ROWS[0]!).filter(([column]) => SOME.test(column)));
    return payroll.sheet(`${name}.csv`, sheetOfMerchants([{ ...row, merchant: name, name, ...more }]));
  };
  const made = async (name: string) => {
    const { merchants } = (await payroll.control('merchants')) as { merchants: { name: string; status: string }[] };
    return merchants.filter((one) => one.name === name && one.status !== 'deleted').length;
  };
  const drop = (method: string, path: string, effect: 'before' | 'after', times = 1) =>
    payroll.control('faults', [{ match: { method, path }, times, do: 'drop', effect }]);

  it('a creation whose response is lost is reported with the next step, and never repeated automatically', async () => {
    await drop('POST', '^/v1/profile/sandbox', 'after');
    const file = sheet('lost-one');
    const first = await world.run('onboard-merchants', { file, parent: 'hub' });
    expect(first).toMatchObject({ state: 'needs_person', exitCode: 4, merchants: [{ state: 'unknown' }] });
    expect(first.merchants[0]!.reason).toContain('"createAgain": ["lost-one"]');
    expect(await made('lost-one')).toBe(1);
    await world.changes();

    const again = await world.run('onboard-merchants', { file, parent: 'hub' });
    expect(again.merchants[0]).toMatchObject({ state: 'unknown', reason: first.merchants[0]!.reason });
    const appContext = await payroll.appContext();
    await resumeRuns(appContext, { progress: () => {} });
    expect(await world.changes()).toEqual([]);
    expect(await made('lost-one')).toBe(1);

    // A person has looked, and deleted it there.
    const output = await world.run('onboard-merchants', { file, parent: 'hub', createAgain: ['lost-one'] });
    expect(output.merchants[0]!.state).toBe('done');
    expect((await world.changes()).filter((call) => call.includes('/v1/profile/'))).toHaveLength(1);
    // The runs that waited for it go on.
    const outcomes = await resumeRuns(appContext, { progress: () => {} });
    expect(outcomes.map(({ state }) => state)).toEqual(['done', 'done']);
    await appContext.calls.flush();
    expect(await world.changes()).toEqual([]);
  });

  it('keys are stored even by a process that was overtaken while it waited for them', async () => {
    const { db, vault } = await database.open();
    const wire: typeof fetch = async (input, init) => {
      const answer = await fetch(input, init);
      if (String(input).endsWith('/v1/profile/sandbox')) await db.query('update payrun.run set fence = fence + 1');
      return answer;
    };
    await expect(
      world.run('onboard-merchants', { file: sheet('overtaken'), parent: 'hub' }, { wire }),
    ).rejects.toMatchObject({
      code: 'fenced',
    });
    expect(merchantKeys(vault, await getMerchant(db, 'overtaken'))?.secretKey).toMatch(/^SK-/);
    const again = await world.run('onboard-merchants', { file: sheet('overtaken'), parent: 'hub' });
    expect(again.merchants[0]!.state).toBe('done');
    expect(await made('overtaken')).toBe(1);
  });

  it('keys that the database cannot take are in a sealed file, and are stored when it can', async () => {
    const { db, vault } = await database.open();
    const wire: typeof fetch = async (input, init) => {
      const answer = await fetch(input, init);
      // Meanwhile someone gives the name to another account.
      if (String(input).endsWith('/v1/profile/sandbox'))
        await db.query(
          `insert into payrun.merchant (id, environment, country, access_fp) values ('in-the-way', 'sandbox', 'US', 'x')`,
        );
      return answer;
    };
    const file = sheet('in-the-way');
    const first = await world.run('onboard-merchants', { file, parent: 'hub' }, { wire });
    expect(first.merchants[0]).toMatchObject({
      state: 'unknown',
      reason: expect.stringContaining('sealed in PAYRUN_HOME'),
    });
    const folder = join(database.home, 'new-keys');
    const [kept] = readdirSync(folder);
    expect(readFileSync(join(folder, kept!)).toString('latin1')).not.toMatch(/SK-|AK-|in-the-way/);
    await db.query(`delete from payrun.merchant where id = 'in-the-way'`);
    await world.changes();
    const appContext = await payroll.appContext();
    const [outcome] = await resumeRuns(appContext, { run: first.run, progress: () => {} });
    expect(outcome).toMatchObject({ state: 'done', merchants: [{ state: 'done' }] });
    await appContext.calls.flush();
    expect((await world.changes()).filter((call) => call.includes('/v1/profile/'))).toEqual([]);
    expect(merchantKeys(vault, await getMerchant(db, 'in-the-way'))?.secretKey).toMatch(/^SK-/);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('a lost response to a subscription is found by reading', async () => {
    receiver = await startReceiver();
    const file = sheet('subscribed', { webhooks: `payment processed ${receiver.url}` });
    await drop('POST', '^/v1/subscriptions', 'after');
    await world.changes();
    const outcome = await world.run('onboard-merchants', { file, parent: 'hub' });
    expect(outcome.merchants[0]).toMatchObject({ state: 'done', merchant: 'subscribed' });
    expect((await world.changes()).filter((call) => call.startsWith('POST /v1/subscriptions'))).toHaveLength(1);
    const again = await world.run('merchant-settings', { file });
    expect(again.merchants[0]!.settings.every(({ state }) => state === 'same')).toBe(true);
    expect(await world.changes()).toEqual([]);
  });

  it('a run that is interrupted in the middle continues where it was', async () => {
    const { db } = await database.open();
    let calls = 0;
    const wire: typeof fetch = (input, init) => {
      const isChange = init?.method !== 'GET' && !String(input).endsWith('/search');
      if (isChange && ++calls > 4)
        return Promise.reject(Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } }));
      return fetch(input, init);
    };
    const file = sheet('halfway', { feeCovers: 'ach USD 1.00; wire USD 5.00; sepa EUR 0.50; fps GBP 1.00' });
    await expect(world.run('onboard-merchants', { file, parent: 'hub' }, { wire })).rejects.toMatchObject({
      exitCode: 5,
    });
    await world.changes();
    const appContext = await payroll.appContext();
    const [outcome] = await resumeRuns(appContext, {
      run: (await db.query<{ id: bigint }>('select max(id) as id from payrun.run')).rows[0]!.id.toString(),
      progress: () => {},
    });
    expect(outcome).toMatchObject({ state: 'done', exitCode: 0, merchants: [{ state: 'done' }] });
    await appContext.calls.flush();
    expect((await world.changes()).filter((call) => call.includes('/v1/profile/'))).toEqual([]);
    expect(await made('halfway')).toBe(1);
  });
});
