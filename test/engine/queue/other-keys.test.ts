import { expect, it } from 'vitest';
import { runNightly } from '../../../src/engine/jobs/nightly.ts';
import { processRunTask } from '../../../src/engine/queue/process-run-task.ts';
import { createSheetRun } from '../../../src/engine/runs/create-sheet-run.ts';
import { resumeRuns } from '../../../src/engine/runs/resume.ts';
import { environmentBanner } from '../../../src/ledger/merchants/environment-seen.ts';
import { getRun } from '../../../src/ledger/runs/run.ts';
import { runOutcome } from '../../../src/reports/payment-run-outcome.ts';
import { describeDatabases } from '../../support/database.ts';
import { people, sheetOf, testPayroll } from '../../support/payroll.ts';
import { person } from '../../support/person.ts';

const REFUSED =
  /are for the payout service’s production environment.* Nothing is paid\. An operator of this installation must set keys for the sandbox environment\. .* with another database\.$/;

describeDatabases('live keys in a configuration for the sandbox', (database) => {
  const payroll = testPayroll(database, { provider: 'currencycloud' });

  it('pay nobody, and the run says that it was refused and what to do', async () => {
    const appContext = await payroll.appContext();
    const { db } = appContext.ledger;
    const file = payroll.sheet('live.csv', sheetOf(people(2)));
    const run = await createSheetRun(appContext, { file, maker: person('mia'), dryRun: false, confirmed: true });
    const signal = new AbortController().signal;
    expect(await processRunTask(appContext, { kind: 'run', run: String(run) }, signal)).toMatchObject({
      state: 'needs_person',
      outcome: 'action_required',
      error: { code: 'keys_environment' },
      again: expect.any(Number),
    });
    // Its readers have no command line.
    expect(await runOutcome(db, run)).toMatchObject({ note: expect.stringMatching(REFUSED), exitCode: 4 });
    await expect(resumeRuns(appContext, { run: String(run), progress: () => {} })).rejects.toMatchObject({
      code: 'keys_environment',
    });
    expect(await getRun(db, run)).toMatchObject({ status: 'action_required', note: expect.stringMatching(REFUSED) });
    expect(await environmentBanner(appContext)).not.toMatch(/no money/i);
    const { recipients, payments, batches } = await payroll.ledger();
    expect([recipients, payments, batches].map((all) => [all].flat())).toEqual([[0], [], []]);

    // With the right keys it continues, also in the night.
    const corrected = await payroll.appContext({}, async (...request) => {
      const response = await fetch(...request);
      return new Response((await response.text()).replaceAll('currencycloud', 'sandbox'), response);
    });
    await runNightly(corrected, { maker: person('mia'), progress: () => {}, signal });
    expect(await getRun(db, run)).toMatchObject({ status: 'paid', note: null, refused: null });
  });
});
