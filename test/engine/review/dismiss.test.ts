import { expect, it } from 'vitest';
import { dismissHolds } from '../../../src/engine/review/dismiss.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { describeDatabases } from '../../support/database.ts';
import { person } from '../../support/person.ts';
import { addPayments, startTestRun } from '../../support/test-run.ts';

describeDatabases('dismissing payments on hold', (database) => {
  it('G4: dismisses no payment of another run that only has the same reference', async () => {
    const ledger = await database.open();
    const runs = [];
    for (const merchant of ['acme', 'beta']) {
      const run = await startTestRun(ledger, { merchant });
      await addPayments(ledger, run, [{ state: 'held', reference: 'INV-1' }]);
      runs.push(String(run.id));
    }
    const [run] = runs;
    const dismiss = (which: { run?: string }) =>
      dismissHolds({ ledger, clock: systemClock }, { references: ['INV-1'], ...which }, 'sent twice', person('anna'));
    const states = async () =>
      (await ledger.db.query<{ state: string }>('select state from payrun.payment order by run_id')).rows.map(
        ({ state }) => state,
      );
    await expect(dismiss({})).rejects.toMatchObject({ code: 'run_ambiguous' });
    expect(await states()).toEqual(['held', 'held']);
    await dismiss({ run: run! });
    expect(await states()).toEqual(['dismissed', 'held']);
  });

  it('G4: dismisses only the row that a user chose, of two with one reference', async () => {
    const ledger = await database.open();
    const run = await startTestRun(ledger, { merchant: 'cora' });
    const conflict = { state: 'held', reference: 'INV-2' } as const;
    const [chosen] = await addPayments(ledger, run, [conflict, conflict]);
    const which = { references: ['INV-2'], run: String(run.id), payments: [chosen!] };
    await dismissHolds({ ledger, clock: systemClock }, which, 'the other one is right', person('anna'));
    const { rows } = await ledger.db.query('select state from payrun.payment where run_id = $1 order by row', [run.id]);
    expect(rows).toEqual([{ state: 'dismissed' }, { state: 'held' }]);
  });
});
