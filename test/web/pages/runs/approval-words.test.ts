import { expect, it } from 'vitest';
import { loadConfig } from '../../../../src/config.ts';
import type { AppContext } from '../../../../src/engine/context/app-context.ts';
import { newestRules } from '../../../../src/ledger/operations/money-rules.ts';
import type { Environment } from '../../../../src/model.ts';
import { approvalNote, approvalWords } from '../../../../src/web/pages/runs/approval-words.ts';
import { describeDatabases } from '../../../support/database.ts';

const NONE = { perPayment: {}, perRun: {}, two: {} };

it.each([
  ['manual', NONE, 'Another approver must approve it before anything is paid.'],
  ['auto', NONE, 'Approval is required only if bank details changed and were not verified.'],
  [
    'auto',
    { ...NONE, two: { EUR: '1.00' } },
    'Approval is required only if an approval threshold is exceeded or bank details changed and were not verified.',
  ],
] as const)('whoever submits a run reads whether it needs an approval: %s', (policy, limits, words) => {
  expect(approvalWords({ ...NONE, ...limits, policy } as Parameters<typeof approvalWords>[0])).toBe(words);
});

describeDatabases('a page that says whether a run needs an approval', (database) => {
  it('reads the defaults if the ledger has none, and gives it none', async () => {
    const ledger = await database.open();
    const config = loadConfig({ PAYRUN_HOME: database.home }, database.home);
    const said = async (environment: Environment) =>
      approvalNote({ ledger, config: { ...config, environment } } as AppContext);
    expect(await said('production')).toBe('Another approver must approve it before anything is paid.');
    expect(await said('sandbox')).toMatch(/^Approval is required only if/);
    expect(await newestRules(ledger.db)).toBeNull();
  });
});
