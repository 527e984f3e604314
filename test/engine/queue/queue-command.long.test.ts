import { beforeAll, expect, it } from 'vitest';
import type { AppContext } from '../../../src/engine/context/app-context.ts';
import { enqueue } from '../../../src/engine/queue/enqueue.ts';
import { queueState } from '../../../src/engine/queue/queue-state.ts';
import { createSheetRun } from '../../../src/engine/runs/create-sheet-run.ts';
import { getRun } from '../../../src/ledger/runs/run.ts';
import { describeDatabases } from '../../support/database.ts';
import { people, sheetOf, testPayroll } from '../../support/payroll.ts';
import { person } from '../../support/person.ts';
import { runPayrun } from '../../support/run-payrun.ts';

describeDatabases('payrun worker', (database) => {
  const payroll = testPayroll(database, { pricingMs: 0, settleMs: 3_600_000 });
  let place: AppContext;
  beforeAll(async () => {
    place = await payroll.appContext();
  });
  const leave = async (name: string, count: number) => {
    const lines = people(count, (n) => ({ reference: `${name}-${n}`, email: `${name}${n}@example.com` }));
    const file = payroll.sheet(`${name}.csv`, sheetOf(lines));
    const run = String(await createSheetRun(place, { file, maker: person('mia'), dryRun: false, confirmed: true }));
    await enqueue(place, { kind: 'run', run });
    return run;
  };

  it('executes what waits, logs it, and ends cleanly when asked to; the rest waits for the next worker', async () => {
    const [first, second] = [await leave('first', 1), await leave('second', 20)];
    let output = '';
    const ended = await runPayrun(['worker', '--concurrency', '2'], {
      cwd: payroll.folder,
      env: payroll.env(),
      onStderr: (text, process) => {
        output += text;
        if (output.includes(`Run ${first} for default: Processing.`)) void payroll.control('settle', {});
        // Once: a second signal would end it at once.
        if (text.includes(`Run ${first} for default: Paid.`)) process.kill('SIGTERM');
      },
    });
    expect(ended).toMatchObject({ code: 0, signal: null });
    expect(ended.stdout).toBe('');
    expect(ended.stderr).toContain(`Run ${first} for default: Processing.`);
    expect(ended.stderr).toMatch(
      new RegExp(`Run ${first} for default: Paid\\. Results: .*first\\.run-${first}\\.results\\.xlsx`),
    );
    expect(ended.stderr).toContain('Stopping.');
    for (const line of ended.stderr.trim().split('\n')) expect(JSON.parse(line)).toHaveProperty('msg');
    expect(ended.stderr).not.toMatch(/DE\d{8}|example\.com/);

    const left = await getRun(place.ledger.db, second);
    expect(left.lease_owner).toBeNull();
    if (left.finished_at === null) expect((await queueState(place)).active).toBe(0);
    await payroll.resume(second, { PAYRUN_SETTLE_WAIT_MS: '0' });
    await payroll.control('settle', {});
    const [outcome] = await payroll.resume(second);
    expect(outcome).toMatchObject({ state: 'done', counts: { processed: 20 } });
    const paid = (await payroll.ledger()).payments.map(({ timesPaid }) => timesPaid);
    expect(paid).toEqual(Array(21).fill(1));
  });
});
