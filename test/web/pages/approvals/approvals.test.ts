import type { Hono } from 'hono';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { AppContext } from '../../../../src/engine/context/app-context.ts';
import { getBatches } from '../../../../src/ledger/batches/batch.ts';
import { createApp } from '../../../../src/web/app.ts';
import type { CurrentUser } from '../../../../src/web/current-user.ts';
import { pages } from '../../../../src/web/pages/pages.ts';
import { describeDatabases } from '../../../support/database.ts';
import { people, sheetOf, testPayroll } from '../../../support/payroll.ts';
import { PASSWORD, signedIn } from '../../../support/signed-in.ts';
import { withPatience } from '../../../support/visited-pages.ts';

describeDatabases('the list of approvals', (database) => {
  const payroll = testPayroll(database, { pricingMs: 0 });
  const MANUAL = { 'approval.policy': 'manual' };
  let appContext: AppContext;
  let app: Hono;
  let who: Partial<CurrentUser> = {};
  let sheets = 0;

  beforeAll(async () => {
    appContext = await payroll.appContext(MANUAL);
    app = createApp([signedIn(() => who), pages({ appContext: withPatience(appContext) })], appContext.log);
  });
  beforeEach(() => {
    who = {};
  });

  /** A run that awaits approval, and the hash of what the list shows of it. */
  const waiting = async () => {
    const name = `l${++sheets}`;
    const lines = people(2, (n) => ({ reference: `${name}-${n}`, email: `${name}.${n}@example.com`, memo: name }));
    const { run } = await payroll.pay(payroll.sheet(`${name}.csv`, sheetOf(lines)), { env: MANUAL });
    const hash = new RegExp(`name="run-${run}" value="([0-9a-f]{64})"`).exec(await list())?.[1] ?? '';
    expect(hash).not.toBe('');
    return { run, hash };
  };
  const list = async () => (await app.request('/approvals')).text();
  const approve = async (form: Record<string, string>) => {
    const response = await app.request('/approvals', { method: 'POST', body: new URLSearchParams(form) });
    return { status: response.status, text: await response.text(), to: response.headers.get('location') };
  };
  const stateOf = async (run: string) =>
    (await getBatches(appContext.ledger.db, BigInt(run))).map(({ state, approved_by }) => [state, approved_by]);
  const another = (hash: string) => (hash.startsWith('0') ? '1' : '0') + hash.slice(1);

  it('approves the chosen runs at once, and no other', async () => {
    const [first, second, third] = [await waiting(), await waiting(), await waiting()];
    const output = await approve({
      password: PASSWORD,
      [`run-${first.run}`]: first.hash,
      [`run-${second.run}`]: second.hash,
    });
    expect([output.status, output.to]).toEqual([303, expect.stringContaining('notice=Approved')]);
    expect((await (await app.request(output.to!)).text()).replaceAll(/<[^>]+>/g, '')).toContain('Approved 2 runs.');
    for (const { run } of [first, second]) expect((await stateOf(run))[0]![0], run).toBe('approved');
    expect(await stateOf(third.run)).toEqual(await stateOf((await waiting()).run));
    expect(await list()).not.toContain(`name="run-${first.run}"`);
  });

  it('does not approve a run that differs from what was shown, and says so; the others are approved', async () => {
    const [changed, same] = [await waiting(), await waiting()];
    const before = await stateOf(changed.run);
    const { status, text } = await approve({
      password: PASSWORD,
      [`run-${changed.run}`]: another(changed.hash),
      [`run-${same.run}`]: same.hash,
    });
    expect(status).toBe(409);
    expect(text).toContain(`Run ${changed.run} was not approved.`);
    expect(text).toContain('Approved 1 run.');
    expect(await stateOf(changed.run)).toEqual(before);
    expect((await stateOf(same.run))[0]![0]).toBe('approved');
  });

  it('approves nothing without the password, without a choice, or without the permission', async () => {
    const { run, hash } = await waiting();
    const before = await stateOf(run);
    const chosen = { [`run-${run}`]: hash };
    expect(await approve({ password: 'another', ...chosen })).toMatchObject({ status: 422 });
    expect((await approve({ password: PASSWORD })).text).toContain('Select at least one run.');
    who = { role: 'maker' };
    expect(await approve({ password: PASSWORD, ...chosen })).toMatchObject({ status: 403 });
    expect(await list()).not.toContain('type="checkbox"');
    who = { merchants: ['another'] };
    const { status, text } = await approve({ password: PASSWORD, ...chosen });
    expect([status, text.includes(`There is no run ${run}.`)]).toEqual([409, true]);
    expect(await list()).not.toContain(`Run ${run}`);
    expect(await stateOf(run)).toEqual(before);
  });

  it('does not let the maker of a run choose it', async () => {
    const { run, hash } = await waiting();
    const { rows } = await appContext.ledger.db.query<{ maker: string }>('select maker from payrun.run where id = $1', [
      run,
    ]);
    who = { name: rows[0]!.maker };
    expect(await list()).not.toContain(`name="run-${run}"`);
    const { status } = await approve({ password: PASSWORD, [`run-${run}`]: hash });
    expect(status).toBe(409);
    expect((await stateOf(run))[0]![1]).toBeNull();
  });
});
