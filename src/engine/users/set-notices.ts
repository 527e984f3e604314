import { z } from 'zod';
import { PayrunError } from '../../errors.ts';
import { setUserNotices, type UserRow } from '../../ledger/user.ts';
import { NOTICE_KINDS } from '../../setting-forms.ts';
import type { Actor } from './actor.ts';
import { authorize } from './authorize.ts';
import { changedBy, requireUser, tellOfUser, type UserDeps } from './users.ts';

/** Where somebody is told, and of which kinds; null: no address, or everything that they can act on. */
export interface UserNotices {
  readonly email: string | null;
  readonly kinds: readonly string[] | null;
}

const address = z.email();

/** Sets where and of what a user is told. Throws `user_unknown`, `usage`, and what `authorize` throws. */
export async function setNotices(
  deps: UserDeps,
  by: Actor,
  name: string,
  { email, kinds }: UserNotices,
): Promise<UserRow> {
  if (email !== null && !address.safeParse(email).success)
    throw new PayrunError('usage', { detail: `"${email}" is no e-mail address.` });
  const unknown = (kinds ?? []).find((kind) => !(NOTICE_KINDS as readonly string[]).includes(kind));
  if (unknown !== undefined)
    throw new PayrunError('usage', { detail: `"${unknown}" is none of the kinds ${NOTICE_KINDS.join(', ')}.` });
  return deps.ledger.tx(async (db) => {
    await authorize(db, by, 'users');
    const user = await requireUser(db, name);
    await setUserNotices(db, user.name, { email, kinds });
    await tellOfUser(db, deps, changedBy(by), 'user_notices_changed', { user: user.name, told: email !== null, kinds });
    return { ...user, email, notice_kinds: kinds };
  });
}
