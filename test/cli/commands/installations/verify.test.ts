import { beforeAll, expect, it } from 'vitest';
import { describeDatabases } from '../../../support/database.ts';
import { people, sheetOf, testPayroll } from '../../../support/payroll.ts';
import { runHere } from '../../../support/run-here.ts';
import { documentOf } from '../../../support/run-payrun.ts';
import { signedFetch } from '../../../support/signed-fetch.ts';

describeDatabases('payrun verify on the command line', (database) => {
  const payroll = testPayroll(database, { pricingMs: 0 });
  const verify = (...args: string[]) => runHere(['verify', ...args], { cwd: payroll.folder, env: payroll.env() });

  beforeAll(async () => {
    await payroll.pay(payroll.sheet('june.csv', sheetOf(people(2))));
  });

  it('reports in one line that all checks hold, and ends with 0', async () => {
    const ended = await verify('--remote');
    expect([ended.code, ended.stderr]).toEqual([0, '']);
    expect(ended.stdout).toMatch(/^SANDBOX, NO MONEY MOVES\nAll \d+ checks passed\.\n$/);
  });

  it('returns what was checked, for programs', async () => {
    const ended = await verify('1', '--json');
    expect([ended.code, documentOf(ended)]).toEqual([
      0,
      {
        ok: true,
        findings: [],
        checked: expect.arrayContaining([
          { guarantee: 'G4', what: 'rows in = rows by state, for every run', count: 1 },
        ]),
      },
    ]);
  });

  it('G8: names a discrepancy with the payout service by a code, and no longer once it was accepted', async () => {
    const call = signedFetch({ url: payroll.sandbox.url, keys: payroll.sandbox.merchant });
    await call('POST', '/v1/batches', { sourceCurrency: 'EUR', tags: ['payrun-lost'] });
    const found = await verify('--remote');
    const code = /is not in the ledger .* \(([0-9A-Z]{16})\)\n/.exec(found.stdout)?.[1] ?? '';
    expect([found.code, found.stdout]).toEqual([4, expect.stringContaining('`payrun accept CODE')]);
    const accept = ['accept', code, '--as', 'anna', '--because', 'refunded by the bank'];
    const accepted = await runHere(accept, { cwd: payroll.folder, env: payroll.env() });
    expect([accepted.code, accepted.stdout]).toEqual([
      0,
      expect.stringContaining(`Accepted (${code}): A batch of merchant default`),
    ]);
    const silent = await verify('--remote');
    expect([silent.code, silent.stdout]).toEqual([
      0,
      expect.stringMatching(/1 discrepancy was accepted: --all lists it\.\nAll \d+ checks passed\.\n$/),
    ]);
    expect((await verify('--remote', '--all')).stdout).toContain('refunded by the bank');
  });

  it('says which row breaks which check, and ends with 4', async () => {
    const { ledger } = await payroll.appContext();
    await ledger.tx(async (db) => {
      await db.query('set local session_replication_role = replica');
      await db.query('delete from payrun.payment where row = 3');
    });
    const ended = await verify();
    expect(ended.code).toBe(4);
    expect(ended.stdout).toContain('G4  Row 3 of run 1: it was imported, but its payment is missing.\n');
    expect(ended.stdout).toMatch(/\n\d errors in \d+ checks\. Action required; nothing was changed\.\n$/);
    const answered = await verify('--json');
    expect(answered.code).toBe(4);
    expect(documentOf(answered).findings).toContainEqual({
      guarantee: 'G4',
      run: '1',
      row: 3,
      payment: null,
      batch: null,
      what: 'Row 3 of run 1: it was imported, but its payment is missing.',
    });
  });

  it('refuses a run that does not exist', async () => {
    const ended = await verify('99', '--json');
    expect([ended.code, documentOf(ended).error?.code]).toEqual([2, 'run_unknown']);
  });
});
