import { beforeAll, expect, it } from 'vitest';
import type { AppContext } from '../../src/engine/context/app-context.ts';
import { rejectRun } from '../../src/engine/review/take-back.ts';
import { addUser, setEnabled } from '../../src/engine/users/users.ts';
import { approvalHash } from '../../src/ledger/batches/approval-hash.ts';
import { getBatches } from '../../src/ledger/batches/batch.ts';
import type { NewUser } from '../../src/ledger/users/user.ts';
import { verifyLedger } from '../../src/reports/verify.ts';
import { approveRun } from '../support/approve-run.ts';
import { describeDatabases } from '../support/database.ts';
import { sheetOf, testPayroll } from '../support/payroll.ts';
import { firstAdmin, person } from '../support/person.ts';
import { cheapPasswords } from '../support/web-visit.ts';

const RULES = { 'approval.policy': 'manual', 'approval.two': 'EUR=500.00' };

describeDatabases('the permission to approve:', (database) => {
  const payroll = testPayroll(database);
  let appContext: AppContext;
  let sheets = 0;

  beforeAll(async () => {
    appContext = await payroll.appContext(RULES);
  });
  const waits = async (amount: string) => {
    const id = `sheet-${++sheets}`;
    const file = payroll.sheet(`${id}.csv`, sheetOf([{ reference: id, email: `${id}@example.com`, amount }]));
    const { run, exitCode } = await payroll.pay(file, { env: RULES });
    expect(exitCode).toBe(4);
    return run;
  };
  const batchOf = async (run: string) => (await getBatches(appContext.ledger.db, BigInt(run)))[0]!;
  const startsOf = async (run: string) => {
    const { tag } = await batchOf(run);
    return (await payroll.ledger()).batches.find(({ tags }) => tags.includes(tag))?.startCalls ?? 0;
  };
  const approve = (run: string, by: string) => approveRun(appContext, run, { by: person(by), progress: () => {} });
  const expire = (run: string, more = '') =>
    appContext.ledger.db.query(`update payrun.batch set quote_expires_at = now() ${more} where run_id = $1`, [run]);

  it('above the amount two are required, and a new price that is equal keeps the first approval', async () => {
    const run = await waits('500.01');
    // Its quote is over by the time of the first yes, so that it is quoted anew right after it.
    await expire(run, `, quote = quote || '{"expiresAt": "2026-01-01T00:00:00Z"}'`);
    const shown = (await approvalHash(appContext.ledger.db, await batchOf(run))).toString('hex');
    expect(await approve(run, 'cleo')).toMatchObject({ state: 'waiting_approval', exitCode: 4 });
    await expect(approve(run, 'Cleo')).rejects.toMatchObject({ code: 'approver_is_same', exitCode: 4 });
    await expect(approve(run, 'mia')).rejects.toMatchObject({ code: 'maker_is_approver' });
    const quoted = await batchOf(run);
    expect(quoted.first_hash?.toString('hex')).not.toBe(shown);
    expect(quoted.first_hash).toEqual(await approvalHash(appContext.ledger.db, quoted));
    expect(quoted).toMatchObject({
      state: 'quoted',
      first_by: 'cleo',
      approved_by: null,
      note: expect.stringContaining('cleo approved.'),
    });
    expect(await startsOf(run)).toBe(0);
    expect(await approve(run, 'dora')).toMatchObject({ state: 'done', counts: { processed: 1 } });
    expect(await startsOf(run)).toBe(1);
    expect(await batchOf(run)).toMatchObject({ first_by: 'cleo', approved_by: 'dora' });
  });

  it('another price requires both again', async () => {
    const run = await waits('600.00');
    await approve(run, 'cleo');
    await expire(run, `, quote = jsonb_set(quote, '{debitMinor}', '"1"')`);
    await payroll.resume(run, RULES);
    expect(await batchOf(run)).toMatchObject({
      state: 'quoted',
      first_by: null,
      note: expect.stringContaining('must be approved again'),
    });
    expect(await approve(run, 'dora')).toMatchObject({ state: 'waiting_approval' });
    expect(await approve(run, 'cleo')).toMatchObject({ state: 'done' });
    expect(await startsOf(run)).toBe(1);
  });

  it('two who approve at the same moment are two, and it starts once', async () => {
    const run = await waits('700.00');
    const both = await Promise.allSettled([approve(run, 'cleo'), approve(run, 'dora')]);
    for (const one of both)
      if (one.status === 'rejected')
        expect(one.reason).toMatchObject({ code: expect.stringMatching(/^(run_busy|fenced)$/) });
    for (const by of ['cleo', 'dora']) await approve(run, by).catch(() => {});
    const { approved_by, first_by } = await batchOf(run);
    expect([approved_by, first_by].sort()).toEqual(['cleo', 'dora']);
    expect(await startsOf(run)).toBe(1);
  });

  it('a user decides up to their limit, for their merchants, while enabled, on every channel', async () => {
    const run = await waits('100.00');
    const deps = { ...appContext, passwords: cheapPasswords };
    const add = async (name: string, given: Partial<NewUser>) =>
      addUser(deps, await firstAdmin(appContext.ledger), {
        name,
        role: 'approver',
        merchants: null,
        limits: null,
        password: 'seven blue kites fly',
        ...given,
      });
    await add('limited', { limits: { EUR: '99.99' } });
    await add('elsewhere', { merchants: ['sandbox'] });
    await add('a viewer', { role: 'viewer' });
    await add('gone', {});
    await setEnabled(deps, await firstAdmin(appContext.ledger), 'gone', false);
    for (const [name, says] of [
      ['limited', '100.00 EUR is above the limit of 99.99 EUR.'],
      ['LIMITED', '100.00 EUR is above the limit of 99.99 EUR.'],
      ['elsewhere', 'they do not have access to merchant default.'],
      ['a viewer', 'it requires the role approver, not viewer.'],
      ['gone', 'the user is disabled.'],
    ] as const)
      await expect(approve(run, name)).rejects.toMatchObject({
        code: 'may_not_decide',
        message: expect.stringContaining(says),
      });
    for (const name of ['elsewhere', 'a viewer', 'gone'])
      await expect(
        rejectRun(appContext, run, { by: person(name), because: 'wrong month', progress: () => {} }),
      ).rejects.toMatchObject({
        code: 'may_not_decide',
      });
    // The fees that the merchant bears leave the balance too.
    await add('up to it', { limits: { EUR: '100.00' } });
    await appContext.ledger.db.query(
      `update payrun.batch set quote = jsonb_set(quote, '{debitMinor}', '"10001"') where run_id = $1`,
      [run],
    );
    await expect(approve(run, 'up to it')).rejects.toMatchObject({
      code: 'may_not_decide',
      message: expect.stringContaining('100.01 EUR is above the limit of 100.00 EUR.'),
    });
    await appContext.ledger.db.query(
      `update payrun.batch set quote = jsonb_set(quote, '{debitMinor}', '"10000"') where run_id = $1`,
      [run],
    );
    expect(await startsOf(run)).toBe(0);
    await add('enough', { limits: { EUR: '100.00' }, merchants: ['default'] });
    expect(await approve(run, 'enough')).toMatchObject({ state: 'done' });
    expect(await startsOf(run)).toBe(1);
  });

  it('the ledger verifies afterwards', async () => {
    const report = await verifyLedger(appContext);
    expect(report).toMatchObject({ findings: [] });
  });
});
