import { rerunFailed } from '../../../engine/runs/rerun.ts';
import { getRun } from '../../../ledger/runs/run.ts';
import { paymentStateNamed } from '../../../outcomes/status-words.ts';
import { usageError } from '../../../references/usage-error.ts';
import { actingUser } from '../../acting-user.ts';
import { type Invocation, textOf } from '../../command.ts';
import { printOutcomes } from '../../print-outcomes.ts';
import { confirmPaying } from '../../terminal/confirm-paying.ts';
import { showPlan } from '../../terminal/show-plan.ts';

/** Retries failed rows of a run as a new run. The rows come from the ledger. */
export function rerun(invocation: Invocation): Promise<number> {
  const { args, options, terminal } = invocation;
  const list = (name: string) => (textOf(options, name) ?? '').split(',').flatMap((item) => item.trim() || []);
  const states = list('state').map((state) => paymentStateNamed(state) ?? state);
  return printOutcomes(invocation, '', async (appContext, { bar, ...context }) => {
    const { id } = await getRun(appContext.ledger.db, args[0]!);
    if (!options.yes && !options.dryRun && !terminal.interactive) throw usageError('no_terminal_to_pay');
    const outcome = await rerunFailed(appContext, {
      run: String(id),
      maker: await actingUser(appContext, 'rerun', invocation),
      states: states.length > 0 ? states : ['failed'],
      references: list('reference'),
      dryRun: options.dryRun === true,
      announce: (plan) => {
        bar.end();
        for (const line of showPlan(plan)) terminal.note(line);
      },
      confirm: options.yes ? 'yes' : async () => !options.dryRun && confirmPaying(terminal, context.signal),
      ...context,
    });
    return [outcome];
  });
}
