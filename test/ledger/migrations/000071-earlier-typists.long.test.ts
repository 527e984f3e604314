import { beforeAll, expect, it } from 'vitest';
import type { AppContext } from '../../../src/engine/context/app-context.ts';
import { approveRun } from '../../../src/engine/review/approvals.ts';
import { addUser } from '../../../src/engine/users/users.ts';
import { readMigrations } from '../../../src/ledger/migrations/migrate.ts';
import type { Actor } from '../../../src/permissions/actor.ts';
import { describeDatabases } from '../../support/database.ts';
import { testPayroll } from '../../support/payroll.ts';
import { firstAdmin, person } from '../../support/person.ts';
import { denying, sheetWith } from '../../support/recorded-unpaid.ts';
import { cheapPasswords } from '../../support/web-visit.ts';

describeDatabases('an author of bank details whose account was not recorded', (database) => {
  const payroll = testPayroll(database, { pricingMs: 0 });
  const { sql } = readMigrations().find(({ version }) => version === 71)!;
  let appContext: AppContext;

  beforeAll(async () => {
    appContext = await payroll.appContext({ PAYRUN_APPROVAL: 'manual' });
    await appContext.service(appContext.defaultMerchant);
    const deps = { ...appContext, passwords: cheapPasswords };
    const admin = await firstAdmin(appContext.ledger);
    for (const name of ['mia', 'oskar', 'carla', 'dora', 'alice'])
      await addUser(deps, admin, {
        name,
        role: 'approver',
        merchants: null,
        limits: null,
        password: null,
        osUser: null,
      });
  });

  const at = (account: string | null): Actor => ({
    ...person('alice'),
    channel: account === null ? 'page' : 'cli',
    osUser: account ?? 'payrun',
  });
  /** Alice asks for a payment from each of these accounts, then Mia asks for it, as a ledger had it before. */
  async function askedBy(reference: string, ...accounts: readonly (string | null)[]): Promise<string> {
    for (const [n, account] of accounts.entries())
      await payroll.pay(sheetWith(payroll, reference, `${reference} ${n}`), { maker: at(account), wire: denying });
    const { run, state } = await payroll.pay(sheetWith(payroll, reference, `${reference} by mia`), {
      env: { PAYRUN_APPROVAL: 'manual' },
      wire: denying,
    });
    expect(state).toBe('waiting_approval');
    const { rowCount } = await appContext.ledger.db.query(
      'update payrun.typed_by set account = null where run_id = $1',
      [run],
    );
    expect(rowCount).toBe(1);
    return run;
  }
  const upgrade = () => appContext.ledger.db.query(sql);
  const approve = (by: string, run: string) => approveRun(appContext, run, { by: person(by), progress: () => {} });

  it('is found by the account of the run that first requested the payment, and its user does not approve', async () => {
    const run = await askedBy('ONE', 'oskar');
    await upgrade();
    await expect(approve('oskar', run)).rejects.toMatchObject({ code: 'typist_is_approver' });
    await expect(approve('alice', run)).rejects.toMatchObject({ code: 'typist_is_approver' });
    expect(await approve('carla', run)).toMatchObject({ state: 'done' });
  });

  it('and who was logged in on a page needs no account', async () => {
    const run = await askedBy('PAGE', null);
    await upgrade();
    expect(await approve('oskar', run)).toMatchObject({ state: 'done' });
  });

  it.each([
    ['used several accounts', 'MANY', ['oskar', 'petra']],
    ['came by a run that does not say how', 'SILENT', ['oskar']],
  ] as const)('and who %s is unknown: two approvers are required', async (_, reference, accounts) => {
    const run = await askedBy(reference, ...accounts);
    if (reference === 'SILENT') {
      const { db } = appContext.ledger;
      await db.query('alter table payrun.event disable trigger event_append_only');
      await db.query(
        `update payrun.event set data = data - 'door' - 'osUser' where kind = 'run_created' and chain in (
           select 'run-' || e.run_id from payrun.payment e where e.reference = $1)`,
        [reference],
      );
      await db.query('alter table payrun.event enable trigger event_append_only');
    }
    await upgrade();
    expect(await approve('carla', run)).toMatchObject({ state: 'waiting_approval' });
    expect(await approve('dora', run)).toMatchObject({ state: 'done' });
  });
});
