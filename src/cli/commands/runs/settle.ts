import { loadConfig } from '../../../config.ts';
import { settleOpen } from '../../../engine/jobs/settle-open.ts';
import { hasLedger } from '../../../ledger/embedded/has-ledger.ts';
import type { Answer, Invocation } from '../../command.ts';
import { printOutcomes } from '../../print-outcomes.ts';
import { answerWithoutLedger } from '../../with-ledger.ts';

/** Follows every started payment until it is final, and checks whether paid payments were returned. */
export async function settle(invocation: Invocation): Promise<number | Answer> {
  const config = loadConfig();
  if (!hasLedger(config)) return answerWithoutLedger(config, { runs: [] });
  return printOutcomes(invocation, 'Every payment that was started is final.', (appContext, { progress, signal }) =>
    settleOpen(appContext, { progress, signal }),
  );
}
