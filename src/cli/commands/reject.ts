import { rejectRun } from '../../engine/decide.ts';
import { type Invocation, textOf } from '../command.ts';
import { requiredText } from '../required-text.ts';
import { tellOutcomes } from '../tell-outcomes.ts';

/** A person's no: the batches are deleted at the service and their payments cancelled. */
export function reject(invocation: Invocation): Promise<number> {
  const [run] = invocation.args;
  const by = requiredText(invocation.options, 'as', 'Say who rejects: --as NAME');
  const because = textOf(invocation.options, 'because') ?? '';
  return tellOutcomes(invocation, '', async (workplace, carry) => [
    await rejectRun(workplace, run!, { by, because, ...carry }),
  ]);
}
