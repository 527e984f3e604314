import { expect, it } from 'vitest';
import { processRunTask } from '../../../src/engine/queue/process-run-task.ts';
import { createSheetRun } from '../../../src/engine/runs/create-sheet-run.ts';
import { environmentBanner } from '../../../src/ledger/merchants/environment-seen.ts';
import { getRun } from '../../../src/ledger/runs/run.ts';
import { describeDatabases } from '../../support/database.ts';
import { people, sheetOf, testPayroll } from '../../support/payroll.ts';
import { person } from '../../support/person.ts';

describeDatabases('live keys in a configuration for the sandbox', (database) => {
  const payroll = testPayroll(database, { provider: 'currencycloud' });

  it('pay nobody, and no page says that no money moves', async () => {
    const appContext = await payroll.appContext();
    const file = payroll.sheet('live.csv', sheetOf(people(2)));
    const run = await createSheetRun(appContext, { file, maker: person('mia'), dryRun: false, confirmed: true });
    const signal = new AbortController().signal;
    expect(await processRunTask(appContext, { kind: 'run', run: String(run) }, signal)).toMatchObject({
      state: 'working',
      error: { code: 'keys_environment' },
      again: expect.any(Number),
    });
    // Its readers have no command line.
    expect((await getRun(appContext.ledger.db, run)).note).toMatch(
      /belong to the production environment .* Nothing is paid\. An operator of this installation has to correct it/,
    );
    expect(await environmentBanner(appContext)).not.toMatch(/no money/i);
    const { recipients, payments, batches } = await payroll.ledger();
    expect([recipients, payments, batches].map((all) => [all].flat())).toEqual([[0], [], []]);
  });
});
