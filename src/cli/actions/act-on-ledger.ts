import {
  type Apply,
  getPermission,
  type LedgerAction,
  type LedgerPlace,
  type OperatorActionAtService,
  type Typed,
} from '../../actions/action.ts';
import { isSamePerson } from '../../ledger/users/name-key.ts';
import { systemClock } from '../../platform/clock.ts';
import { usageError } from '../../references/usage-error.ts';
import { actingUser } from '../acting-user.ts';
import type { Answer, Invocation } from '../command.ts';
import { givenPassword } from '../new-password.ts';
import { givenSecretKey } from '../secret-key.ts';
import { bannerLines } from '../terminal/banner-lines.ts';
import { withAppContext } from '../with-app-context.ts';
import { withLedger } from '../with-ledger.ts';
import { LEDGER_REVIEWS } from './ledger-reviews.ts';
import { readActionInput } from './read-action-input.ts';

/** Decides about no run: about a user, a merchant, the rules or the ledger. */
export async function actOnLedger(
  action: LedgerAction | OperatorActionAtService,
  invocation: Invocation,
): Promise<Answer> {
  const input = readActionInput(action, invocation);
  const secret = 'takesSecretKey' in action ? { secretKey: await givenSecretKey(invocation.options) } : {};
  if ('secretKey' in secret && secret.secretKey === undefined) throw usageError('secret_key_missing');
  const typed = { ...input, ...secret };
  if ('callsService' in action)
    return withAppContext(invocation.terminal, (appContext) =>
      decide(appContext, action, action.apply, typed, invocation),
    );
  return withLedger((ledger, config) =>
    decide({ ledger, config, clock: systemClock }, action, action.apply, typed, invocation),
  );
}

async function decide<Place extends LedgerPlace>(
  place: Place,
  action: LedgerAction | OperatorActionAtService,
  apply: Apply<Place>,
  input: Typed,
  invocation: Invocation,
): Promise<Answer> {
  const { args, options, terminal, signal } = invocation;
  const [name] = args;
  const permissionBy = (by: string) =>
    action.of === 'user' && action.own && isSamePerson(by, name ?? by) ? action.own : getPermission(action);
  const isOnlyShown = options.dryRun === true || ('showsFirst' in action && !options.yes && !terminal.interactive);
  const by = isOnlyShown ? null : await actingUser(place, permissionBy, invocation);
  const review = (await LEDGER_REVIEWS[action.name]?.(place, input, invocation)) ?? null;
  if (review?.nothing !== undefined) return { document: review.document, lines: [review.nothing] };
  if (review && by === null) return { document: review.document, lines: [...review.lines, review.left] };
  for (const line of review?.lines ?? []) terminal.note(line);
  if (review && !options.yes && !(await review.agrees())) return { document: review.document, lines: [review.left] };
  const banner = action.of === 'merchant' ? await bannerLines(place) : [];
  const done = await apply(
    place,
    { references: [], user: action.of === 'user' ? name : undefined, merchant: name },
    { ...input, ...review?.input },
    { by: by!, signal, progress: () => {}, givenPassword: (user) => givenPassword(options, terminal, user) },
  );
  return { document: done.answer?.document, lines: [...banner, ...(done.answer?.lines ?? [])] };
}
