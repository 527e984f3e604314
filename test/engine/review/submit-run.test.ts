import { expect, it } from 'vitest';
import { planToSubmit, shownPlan, submitRun } from '../../../src/engine/review/submit-run.ts';
import { createSheetRun } from '../../../src/engine/runs/create-sheet-run.ts';
import { readUploadedSheet } from '../../../src/engine/runs/read-uploaded-sheet.ts';
import { reopenIntake } from '../../../src/ledger/runs/reopen-intake.ts';
import { describeDatabases } from '../../support/database.ts';
import { people, sheetOf, testPayroll } from '../../support/payroll.ts';
import { person } from '../../support/person.ts';

describeDatabases('an upload', (database) => {
  const payroll = testPayroll(database);

  it('G7: that was read again since a user saw its plan is not submitted, even if its sums are the same', async () => {
    const appContext = await payroll.appContext();
    const file = payroll.sheet('june.csv', sheetOf(people(2)));
    const asked = { file, maker: person('mia'), dryRun: false, confirmed: false, ask: true } as const;
    const id = await createSheetRun(appContext, { ...asked, onInvalid: 'skip' });
    await readUploadedSheet(appContext, id);
    const seen = (await planToSubmit(appContext, id))!;
    // As after other columns were chosen for its accounts.
    expect(await appContext.ledger.tx((db) => reopenIntake(db, id))).toBe(true);
    await readUploadedSheet(appContext, id);
    const { totals, payable } = (await planToSubmit(appContext, id))!;
    expect({ totals, payable }).toEqual({ totals: seen.totals, payable: seen.payable });
    await expect(
      submitRun(appContext, String(id), { by: person('moe'), shown: shownPlan(seen), businesses: false }),
    ).rejects.toMatchObject({ code: 'approval_outdated' });
  });
});
