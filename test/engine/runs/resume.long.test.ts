import { existsSync, rmSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import { claimRun, getRun, releaseLease } from '../../../src/ledger/runs/run.ts';
import { describeDatabases } from '../../support/database.ts';
import { people, sheetOf, testPayroll } from '../../support/payroll.ts';

describeDatabases('resuming', (database) => {
  const payroll = testPayroll(database);
  let ledger: Ledger;
  beforeAll(async () => {
    ({ ledger } = await payroll.appContext());
  });

  /** A run that was confirmed and then stopped before its sheet was in. */
  const stopped = async (name: string): Promise<string> => {
    const file = payroll.sheet(
      `${name}.csv`,
      sheetOf(people(2, (n) => ({ reference: `${name}-${n}`, email: `${name}${n}@example.com` }))),
    );
    const signal = AbortSignal.abort(new Error('stopped'));
    await expect(payroll.pay(file, { signal })).rejects.toThrow('stopped');
    const { rows } = await ledger.db.query<{ id: bigint }>('select max(id) as id from payrun.run');
    return String(rows[0]!.id);
  };
  const paid = async (name: string) =>
    (await payroll.ledger()).payments
      .filter(({ recipientEmail }) => recipientEmail.startsWith(name))
      .map(({ timesPaid }) => timesPaid);

  it('of all runs is not stopped by one whose sheet is damaged, and reports it at the end', async () => {
    const [damaged, whole] = [await stopped('damaged'), await stopped('whole')];
    await ledger.db.query(
      `update payrun.sheet_part set content_sealed = content_sealed || '\\x00'
       where sheet_id = (select sheet_id from payrun.run where id = $1)`,
      [damaged],
    );
    await expect(payroll.resume()).rejects.toMatchObject({ code: 'vault_damaged' });
    expect(await getRun(ledger.db, whole)).toMatchObject({ status: 'paid' });
    expect(await getRun(ledger.db, damaged)).toMatchObject({
      status: 'action_required',
      note: expect.stringMatching(/encrypted value/),
    });
    expect([await paid('damaged'), await paid('whole')]).toEqual([[], [1, 1]]);
    await ledger.db.query(`update payrun.run set status = 'nothing_paid', finished_at = now() where id = $1`, [
      damaged,
    ]);
  });

  describe('a run that another process executes', () => {
    it('is left to it, and the others continue', async () => {
      const [busy, free] = [await stopped('busy'), await stopped('free')];
      const fence = await claimRun(ledger.db, BigInt(busy), 'other-host:1:1', 600_000, null);
      expect((await payroll.resume()).map(({ run }) => run)).toEqual([free]);
      await expect(payroll.resume(busy)).rejects.toMatchObject({ code: 'run_busy' });
      await releaseLease(ledger.db, BigInt(busy), fence!);
      expect(await payroll.resume()).toMatchObject([{ run: busy, state: 'done' }]);
    });
  });

  it('writes the results of a run whose process ended between its last payment and its results', async () => {
    const run = await stopped('unwritten');
    const [first] = await payroll.resume(run);
    // What the ledger holds at that moment: the run is done, and nothing says that it was reported.
    await ledger.db.query('update payrun.run set reported_at = null where id = $1', [run]);
    rmSync(first!.results!);
    expect(await payroll.resume()).toMatchObject([{ run, state: 'done', results: first!.results }]);
    expect(existsSync(first!.results!)).toBe(true);
    expect(await payroll.resume()).toEqual([]);
  });

  it('ends if the service cannot be reached, because the next run cannot reach it either', async () => {
    const runs = [await stopped('away-a'), await stopped('away-b')];
    const away = { PAYRUN_SERVICE_URL: 'http://127.0.0.1:9', PAYRUN_CALL_TIMEOUT_MS: '500' };
    await expect(payroll.resume(undefined, away)).rejects.toMatchObject({ code: 'service_unreachable', exitCode: 5 });
    expect((await getRun(ledger.db, runs[1]!)).intake_at).toBeNull();
    expect(await payroll.resume()).toHaveLength(2);
  });

  it.each(['999999', 'seven', '-1'])('of the unknown run %s is refused', async (run) => {
    await expect(payroll.resume(run)).rejects.toMatchObject({ code: 'run_unknown' });
  });
});
