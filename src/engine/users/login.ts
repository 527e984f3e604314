import { findUser, rehashUserPassword, type UserRow } from '../../ledger/users/user.ts';
import { type AttemptKey, forgetOldAttempts, forgiveAttempt, takeAttempt } from '../../ledger/users/user-attempt.ts';
import { totpSecret, useRecoveryCode, useTotpStep } from '../../ledger/users/user-totp.ts';
import { plainRecoveryCode, totpStep } from './totp.ts';
import { tellOfUser, type UserDeps } from './users.ts';

/** `wait`: there were too many wrong ones; whether this one is right is not looked at. */
export type LoginAnswer =
  | { readonly kind: 'right'; readonly user: UserRow }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'wait'; readonly until: Date };

/**
 * Is this the password of the user? It takes the same time whoever is asked for, and whether there is such a user at all is not
 * told. Wrong ones are counted by name and by address, and both have to wait longer each time. `deed`: what it is asked for,
 * for the audit. Throws `login_busy`.
 */
export async function checkPassword(
  deps: UserDeps,
  given: {
    readonly name: string;
    readonly password: string;
    readonly from: string;
    readonly deed: 'login' | 'confirmation';
  },
): Promise<LoginAnswer> {
  const { ledger, passwords } = deps;
  const { password, from, deed } = given;
  const user = await findUser(ledger.db, given.name);
  const keys: readonly AttemptKey[] = [
    { kind: 'address', text: from },
    { kind: deed === 'login' ? 'name' : 'again', text: user?.name ?? given.name.trim().toLowerCase().slice(0, 200) },
  ];
  const until = await takeAll(deps, keys);
  if (until) return { kind: 'wait', until };
  const open = user?.disabled_at ? null : user;
  const { right, stale } = await passwords.check(password, open?.password ?? null);
  if (!open || !right) {
    // What was typed as a name may be a password: only the name of a user is kept.
    await ledger.tx((db) =>
      tellOfUser(db, deps, { by: user?.name ?? 'payrun', from }, 'login_failed', { user: user?.name ?? null, deed }),
    );
    await forgetOldAttempts(ledger.db, new Date(deps.clock.now()));
    return { kind: 'wrong' };
  }
  for (const key of keys) await forgiveAttempt(ledger.db, ledger.vault, key);
  if (stale) await rehashUserPassword(ledger.db, open.name, open.password!, await passwords.hash(password));
  return { kind: 'right', user: open };
}

/**
 * Is this the code of the user's device now, or one of the recovery codes? Each is right once. Wrong ones are counted apart from
 * passwords: a right password does not make them forgotten.
 */
export async function checkCode(
  deps: UserDeps,
  given: { readonly name: string; readonly code: string; readonly from: string },
): Promise<LoginAnswer & { readonly recoveryLeft?: number }> {
  const { ledger, clock } = deps;
  const { code, from } = given;
  const user = await findUser(ledger.db, given.name);
  if (!user || user.disabled_at || !user.totp_confirmed_at) return { kind: 'wrong' };
  const { name } = user;
  const keys: readonly AttemptKey[] = [
    { kind: 'address', text: from },
    { kind: 'code', text: name },
  ];
  const until = await takeAll(deps, keys);
  if (until) return { kind: 'wait', until };
  const now = clock.now();
  const step = totpStep(totpSecret(ledger.vault, user)!, code, now);
  const recovery = step === null ? plainRecoveryCode(code) : null;
  const answer = await ledger.tx(async (db) => {
    if (step !== null && (await useTotpStep(db, name, step))) return { right: true };
    const left =
      recovery === null ? null : await useRecoveryCode(db, ledger.vault, { name, code: recovery, at: new Date(now) });
    if (left === null) {
      const why = step === null ? 'wrong' : 'used before';
      await tellOfUser(db, deps, { by: name, from }, 'login_failed', { user: name, deed: 'code', why });
      return { right: false };
    }
    await tellOfUser(db, deps, { by: name, from }, 'recovery_code_used', { user: name, left });
    return { right: true, left };
  });
  if (!answer.right) return { kind: 'wrong' };
  for (const key of keys) await forgiveAttempt(ledger.db, ledger.vault, key);
  return { kind: 'right', user, ...(answer.left === undefined ? {} : { recoveryLeft: answer.left }) };
}

async function takeAll({ ledger, clock }: UserDeps, keys: readonly AttemptKey[]): Promise<Date | null> {
  for (const key of keys) {
    const until = await takeAttempt(ledger.db, ledger.vault, key, new Date(clock.now()));
    if (until) return until;
  }
  return null;
}
