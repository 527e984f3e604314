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
});
