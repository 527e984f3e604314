import { basename } from 'node:path';
import { expect, it } from 'vitest';
import { outcomeAnswer } from '../../src/cli/outcome-answer.ts';
import { selectByReference } from '../../src/ledger/views/payment-view.ts';
import { selectRunList } from '../../src/ledger/views/run-list.ts';
import { describeDatabases } from '../support/database.ts';
import { listPayments } from '../support/list-payments.ts';
import { people, sheetOf, testPayroll } from '../support/payroll.ts';

describeDatabases('a dry run', (database) => {
  const payroll = testPayroll(database);
  const sheet = (name: string) =>
    payroll.sheet(`${name}.csv`, sheetOf(people(2, (n) => ({ reference: `${name}-${n}`, email: `${n}@example.com` }))));

  it('takes no number of a run, and is in no list of runs', async () => {
    const first = await payroll.pay(sheet('first'));
    const dry = await payroll.pay(sheet('dry'), { dryRun: true });
    const { document, lines } = outcomeAnswer(dry);
    expect(document).toMatchObject({ run: null, outcome: 'nothing_paid' });
    expect(lines[0]).toBe('Dry run, nothing was sent. 2 rows: 2 on hold. 0 calls.');
    expect(lines.join('\n')).not.toMatch(/[Rr]un \d{4}/);
    expect(basename(dry.results!)).toBe('dry.dry-run.results.xlsx');
    const again = await payroll.pay(sheet('dry'), { dryRun: true });
    expect(again.sameSheet).toBeNull();

    const next = await payroll.pay(sheet('next'));
    expect(Number(next.run)).toBe(Number(first.run) + 1);
    const { db } = (await payroll.appContext()).ledger;
    expect(new Set((await listPayments(db)).map(({ run }) => String(run)))).toEqual(new Set([next.run, first.run]));
    expect(await listPayments(db, { run: dry.run })).toHaveLength(2);
    expect(await selectByReference(db, null, ['dry-1', 'first-1'], 10)).toMatchObject([{ reference: 'first-1' }]);
    expect((await selectRunList(db, null, { limit: 10 })).map(({ id }) => String(id))).toEqual([next.run, first.run]);
  });
});
