import { beforeAll, expect, it } from 'vitest';
import type { AppContext } from '../../../src/engine/context/app-context.ts';
import { removeFromRun } from '../../../src/engine/review/remove-from-run.ts';
import { approvalSummary } from '../../../src/reports/approval-summary.ts';
import { verifyLedger } from '../../../src/reports/verify.ts';
import { approveRun } from '../../support/approve-run.ts';
import { describeDatabases } from '../../support/database.ts';
import { sheetOf, testPayroll } from '../../support/payroll.ts';
import { person } from '../../support/person.ts';

/** Someone of their own for each payment. */
const line = (reference: string) => ({
  reference,
  email: `${reference}@example.com`,
  amount: '11.00',
  memo: reference,
});

const MANUAL = { 'approval.policy': 'manual' };

describeDatabases('a payment that is taken out of a run that awaits approval', (database) => {
  const payroll = testPayroll(database);
  let appContext: AppContext;
  beforeAll(async () => {
    appContext = await payroll.appContext(MANUAL);
  });
  const waiting = async (name: string, count: number, env: Readonly<Record<string, string>> = MANUAL) => {
    const lines = Array.from({ length: count }, (_, n) => line(`${name}-${n + 1}`));
    return (await payroll.pay(payroll.sheet(`${name}.csv`, sheetOf(lines)), { env, maker: person('mia') })).run;
  };
  const remove = (references: readonly string[], because = 'Credit note', by = person('mia')) =>
    removeFromRun(appContext, { references, because, by, progress: () => {} });
  const states = async (run: string) => {
    const { rows } = await appContext.ledger.db.query<{ reference: string; state: string; reason: string | null }>(
      'select reference, state, reason from payrun.payment where run_id = $1 order by row',
      [run],
    );
    return rows.map(({ reference, state, reason }) => [reference, state, reason]);
  };

  it('is canceled with the reason and gone in the service; the rest is priced and approved for what it is now', async () => {
    const run = await waiting('one', 3);
    const before = await approvalSummary(appContext.ledger, run);
    await remove(['one-2']);
    await payroll.resume(run, MANUAL);
    expect(await states(run)).toEqual([
      ['one-1', 'batched', null],
      ['one-2', 'canceled', 'Removed from the run by mia: Credit note'],
      ['one-3', 'batched', null],
    ]);
    const now = await approvalSummary(appContext.ledger, run);
    expect(now.hash).not.toBe(before.hash);
    // Whoever still looks at the page of before approves nothing.
    await expect(
      approveRun(appContext, run, { by: person('carla'), shown: before.hash, progress: () => {} }),
    ).rejects.toMatchObject({ code: 'approval_outdated' });
    const outcome = await approveRun(appContext, run, { by: person('carla'), shown: now.hash, progress: () => {} });
    expect(outcome).toMatchObject({ state: 'done', counts: { processed: 2, canceled: 1 } });
    await expect(remove(['one-1'])).rejects.toMatchObject({ code: 'not_removable' });
    expect((await verifyLedger({ ledger: appContext.ledger })).findings).toEqual([]);
  });

  it('takes the approval of each batch with it, of other currencies too', async () => {
    const currencies = ['EUR', 'EUR', 'USD'];
    const lines = currencies.map((currency, n) => ({ ...line(`batches-${n + 1}`), currency }));
    const { run } = await payroll.pay(payroll.sheet('batches.csv', sheetOf(lines)), {
      env: MANUAL,
      maker: person('mia'),
    });
    await appContext.ledger.db.query('update payrun.batch set approvers_needed = 2 where run_id = $1', [run]);
    const { hash } = await approvalSummary(appContext.ledger, run);
    await approveRun(appContext, run, { by: person('carla'), shown: hash, progress: () => {} });
    await remove(['batches-1'], 'Credit note', person('cleo'));
    await payroll.resume(run, MANUAL);
    const { rows } = await appContext.ledger.db.query(
      'select currency, state, first_by, quote is not null as priced from payrun.batch where run_id = $1 order by currency',
      [run],
    );
    expect(rows).toEqual([
      { currency: 'EUR', state: 'quoted', first_by: null, priced: true },
      { currency: 'USD', state: 'quoted', first_by: null, priced: true },
    ]);
    // So its approvers are notified again.
    const { rows: voided } = await appContext.ledger.db.query(
      `select data->'void' as void, data->>'why' as why from payrun.event where chain = $1 and kind = 'approval_void'`,
      [`run-${run}`],
    );
    const why = 'A payment was removed from the run: it must be approved again.';
    expect(voided).toEqual(Array(2).fill({ void: ['carla'], why }));
    await approveRun(appContext, run, { by: person('cleo'), progress: () => {} });
    expect((await states(run)).map(([, state]) => state)).toEqual(['canceled', 'batched', 'batched']);
    const outcome = await approveRun(appContext, run, { by: person('carla'), progress: () => {} });
    expect(outcome).toMatchObject({ state: 'done', counts: { processed: 2, canceled: 1 } });
  });

  it('survives a crash between the record and the deletion in the service', async () => {
    const run = await waiting('crash', 2);
    const cut: typeof fetch = async (input, init) => {
      if (init?.method === 'DELETE') throw new TypeError('fetch failed');
      return fetch(input, init);
    };
    const cutOff = await payroll.appContext(MANUAL, cut);
    const options = { references: ['crash-1'], because: 'x', by: person('mia'), progress: () => {} };
    await removeFromRun(cutOff, options).catch(() => {});
    await payroll.resume(run, MANUAL);
    expect((await states(run)).map(([, state]) => state)).toEqual(['canceled', 'batched']);
  });
});
