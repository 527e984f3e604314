import type { Action } from '../../actions/action.ts';
import type { CommandEntry } from '../command.ts';
import { ACTING } from '../shared-options.ts';

/** The command of an action, with its options and help. */
export function actionCommand(action: Action): CommandEntry {
  const { of, name, command } = action;
  const { arguments: args, summary, options = [], examples, makesLedger } = command;
  const isOfLedger = action.of === 'user' || action.of === 'installation';
  return {
    name: command.name ?? (of === 'user' ? `users ${name}` : name),
    arguments: args,
    ...{ summary, examples },
    options: [...options, ...ACTING],
    ...(makesLedger ? {} : { needsLedger: true }),
    ...(isOfLedger ? {} : { resumes: true }),
    load: async () => {
      if (isOfLedger) {
        const { actOnLedger } = await import('./act-on-ledger.ts');
        return (invocation) => actOnLedger(action, invocation);
      }
      const { act } = await import('./act.ts');
      return (invocation) => act(action, invocation);
    },
  };
}
