import { approveRun } from '../../engine/decide.ts';
import type { Invocation } from '../command.ts';
import { requiredText } from '../required-text.ts';
import { tellOutcomes } from '../tell-outcomes.ts';

/** A person's yes: binds it to the payments and the quote, and carries the run on. */
export function approve(invocation: Invocation): Promise<number> {
  const [run] = invocation.args;
  const by = requiredText(invocation.options, 'as', 'Say who approves: --as NAME');
  return tellOutcomes(invocation, '', async (workplace, carry) => [
    await approveRun(workplace, run!, { by, ...carry }),
  ]);
}
