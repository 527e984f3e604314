import { type LedgerAction, permissionOf } from '../../actions/action.ts';
import { EXIT } from '../../errors.ts';
import { isSamePerson } from '../../ledger/users/name-key.ts';
import { systemClock } from '../../platform/clock.ts';
import { actingUser } from '../acting-user.ts';
import type { Invocation } from '../command.ts';
import { givenPassword } from '../new-password.ts';
import { withLedger } from '../with-ledger.ts';
import { inputOf } from './input-of.ts';
import { reviewRules } from './review-rules.ts';

/** Decides without the payout service: about a user, or the rules. Returns the exit code. */
export function actOnLedger(action: LedgerAction, invocation: Invocation): Promise<number> {
  const { args, options, terminal } = invocation;
  const user = action.of === 'user' ? args[0] : undefined;
  const input = inputOf(action, invocation);
  const permissionBy = (by: string) =>
    action.of === 'user' && action.own && isSamePerson(by, user ?? by) ? action.own : permissionOf(action);
  const answer = (document: unknown, lines: readonly string[]) => {
    for (const line of lines) terminal.print(line);
    terminal.document(document);
    return EXIT.done;
  };
  return withLedger(async (ledger, config) => {
    const place = { ledger, config, clock: systemClock };
    const by = await actingUser(place, permissionBy, invocation);
    const review = action.name === 'rules' ? await reviewRules(place, input, invocation) : null;
    if (review?.nothing) return answer(review.document, [review.nothing]);
    for (const line of review?.lines ?? []) terminal.note(line);
    if (review && !options.yes && !(await review.agrees())) return answer(review.document, [review.left]);
    const done = await action.apply(
      place,
      { references: [], user },
      { ...input, ...review?.input },
      {
        by,
        progress: () => {},
        givenPassword: (name) => givenPassword(options, terminal, name),
      },
    );
    return answer(done.answer?.document, done.answer?.lines ?? []);
  });
}
