import type { UserAction } from '../../actions/action.ts';
import { EXIT } from '../../errors.ts';
import { isSamePerson } from '../../ledger/users/name-key.ts';
import { systemClock } from '../../platform/clock.ts';
import { actingUser } from '../acting-user.ts';
import type { Invocation } from '../command.ts';
import { givenPassword } from '../new-password.ts';
import { withLedger } from '../with-ledger.ts';
import { inputOf } from './input-of.ts';

/** Decides about a user, without the payout service. Returns the exit code. */
export function actOnUser(action: UserAction, invocation: Invocation): Promise<number> {
  const { args, options, terminal } = invocation;
  const [user] = args;
  const input = inputOf(action, invocation);
  const permissionBy = (by: string) =>
    action.own !== undefined && isSamePerson(by, user ?? by) ? action.own : 'users';
  return withLedger(async (ledger, config) => {
    const by = await actingUser({ ledger, config }, permissionBy, invocation);
    const { answer } = await action.apply({ ledger, config, clock: systemClock }, { references: [], user }, input, {
      by,
      progress: () => {},
      givenPassword: (name) => givenPassword(options, terminal, name),
    });
    for (const line of answer?.lines ?? []) terminal.print(line);
    terminal.document(answer?.document);
    return EXIT.done;
  });
}
