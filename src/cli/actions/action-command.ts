import type { Action, RunAction } from '../../actions/action.ts';
import type { CommandEntry } from '../command.ts';
import { ACTING, SECRET_KEY } from '../shared-options.ts';

/** The command of an action, with its options and help. */
export function actionCommand(action: Action): CommandEntry {
  const { of, name, command } = action;
  const { arguments: args, summary, options = [], examples, makesLedger } = command;
  return {
    name: command.name ?? (of === 'user' ? `users ${name}` : name),
    arguments: args,
    ...{ summary, examples },
    options: [...options, ...('takesSecretKey' in action ? SECRET_KEY : []), ...ACTING],
    ...(makesLedger ? {} : { needsLedger: true }),
    ...(isOfRun(action) ? { resumes: true } : {}),
    load: async () => {
      if (isOfRun(action)) {
        const { act } = await import('./act.ts');
        return (invocation) => act(action, invocation);
      }
      const { actOnLedger } = await import('./act-on-ledger.ts');
      return (invocation) => actOnLedger(action, invocation);
    },
  };
}

const isOfRun = (action: Action): action is RunAction =>
  action.of === 'payments' || action.of === 'run' || action.of === 'batches';
