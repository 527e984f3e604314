import type { Action, Typed } from '../../actions/action.ts';
import { PayrunError } from '../../errors.ts';
import { type Invocation, optionText } from '../command.ts';

/** The input of an action: its options, or what its command makes of them. Throws `because_missing`, `usage`. */
export function readActionInput(
  { fields = {}, command }: Action,
  { args, options }: Pick<Invocation, 'args' | 'options'>,
): Typed {
  if ('because' in fields && !optionText(options, 'because')?.trim()) throw new PayrunError('because_missing');
  if (command.input) return command.input(args, options);
  return Object.fromEntries(Object.keys(options).map((name) => [name, optionText(options, name)]));
}
