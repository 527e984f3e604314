import { settleOpen } from '../../engine/settle-open.ts';
import type { Invocation } from '../command.ts';
import { tellOutcomes } from '../tell-outcomes.ts';

/** Asks the service about everything that was started and is not final, and whether payments came back. */
export function settle(invocation: Invocation): Promise<number> {
  return tellOutcomes(invocation, 'Every payment that was started is final.', (workplace, { progress, signal }) =>
    settleOpen(workplace, { progress, signal }),
  );
}
