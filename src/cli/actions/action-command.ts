import type { Action } from '../../actions/action.ts';
import type { CommandEntry } from '../command.ts';
import { ACTING } from '../command-groups/shared-options.ts';

/** The command of an action, with its options and help. */
export function actionCommand(action: Action): CommandEntry {
  const { name, command } = action;
  return {
    name,
    arguments: command.arguments,
    summary: command.summary,
    options: [...command.options, ...ACTING],
    examples: command.examples,
    needsLedger: true,
    resumes: true,
    load: async () => {
      const { act } = await import('./act.ts');
      return (invocation) => act(action, invocation);
    },
  };
}
