import { loadConfig } from '../../../config.ts';
import { settleOpen } from '../../../engine/jobs/settle-open.ts';
import { hasLedger } from '../../../ledger/embedded/has-ledger.ts';
import type { Invocation } from '../../command.ts';
import { printOutcomes } from '../../print-outcomes.ts';
import { answerWithoutLedger } from '../../with-ledger.ts';

/** Follows every started payment until it is final, and checks whether paid payments were returned. */
export async function settle(invocation: Invocation): Promise<number> {
  const config = loadConfig();
  if (!hasLedger(config)) return answerWithoutLedger(config, { terminal: invocation.terminal, document: { runs: [] } });
  return printOutcomes(invocation, 'Every payment that was started is final.', (appContext, { progress, signal }) =>
    settleOpen(appContext, { progress, signal }),
  );
}
