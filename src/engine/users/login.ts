import {
  type AttemptKey,
  forgetOldAttempts,
  forgiveAttempt,
  returnAttempt,
  takeAttempt,
} from '../../ledger/users/login-attempts.ts';
import { nameKey } from '../../ledger/users/name-key.ts';
import { findUser, rehashUserPassword, type UserRow } from '../../ledger/users/user.ts';
import { totpSecret, useRecoveryCode, useTotpStep } from '../../ledger/users/user-totp.ts';
import { addressBlock } from '../../platform/address-block.ts';
import { plainRecoveryCode, totpStep } from './totp.ts';
import { recordUserEvent, type UserDeps } from './users.ts';

/** `wait`: too many failed attempts. The password or code was not checked. */
export type LoginAnswer =
  | { readonly kind: 'right'; readonly user: UserRow }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'wait'; readonly until: Date };

/**
 * Checks a user's password. Takes the same time for every name and does not reveal whether the user exists. Failed
 * attempts are counted by name and by address, with growing waits for both; those of a known device and confirmations
 * by the user alone, so that failed logins of others lock no one out. Throws `login_busy`; then none is counted.
 */
export async function checkPassword(
  deps: UserDeps,
  given: {
    readonly name: string;
    readonly password: string;
    readonly from: string;
    /** For the audit log. */
    readonly purpose: 'login' | 'confirmation';
    /** The user logged in from this device before. */
    readonly knownDevice?: boolean;
  },
): Promise<LoginAnswer> {
  const { ledger, passwords } = deps;
  const { password, from, purpose, knownDevice = false } = given;
  const turn = purpose === 'confirmation' ? purpose : knownDevice ? 'device' : 'login';
  const user = await findUser(ledger.db, given.name);
  // Every spelling of an unknown name is one name, as with a user's.
  const text = user?.name ?? nameKey(given.name).slice(0, 200);
  const keys: readonly AttemptKey[] =
    turn === 'login'
      ? [
          { kind: 'address', text: addressBlock(from) },
          { kind: 'name', text },
        ]
      : [{ kind: turn === 'device' ? 'device' : 'again', text }];
  const until = await takeAll(deps, keys);
  if (until) return { kind: 'wait', until };
  const open = user?.disabled_at ? null : user;
  const { right, stale } = await passwords
    .check(password, open?.password ?? null, turn, keys[0]!.text)
    .catch(async (error: unknown) => {
      await returnAll(deps, keys);
      throw error;
    });
  if (!open || !right) {
    // A password may be typed as the name, so only the name of an existing user is recorded.
    await ledger.tx((db) =>
      recordUserEvent(db, deps, { by: user?.name ?? 'payrun', from }, 'login_failed', {
        user: user?.name ?? null,
        purpose,
      }),
    );
    await forgetOldAttempts(ledger.db, new Date(deps.clock.now()));
    return { kind: 'wrong' };
  }
  for (const key of keys) await forgiveAttempt(ledger.db, ledger.vault, key);
  if (stale)
    await rehashUserPassword(ledger.db, open.name, open.password!, await passwords.hash(password, turn, keys[0]!.text));
  return { kind: 'right', user: open };
}

/**
 * Checks a code of the user's authenticator app, or a recovery code. Each works once. Failed attempts are counted
 * separately from those of passwords, so a correct password does not reset them.
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
  // The password was right, so this user alone waits.
  const keys: readonly AttemptKey[] = [{ kind: 'code', text: name }];
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
      await recordUserEvent(db, deps, { by: name, from }, 'login_failed', { user: name, purpose: 'code', why });
      return { right: false };
    }
    await recordUserEvent(db, deps, { by: name, from }, 'recovery_code_used', { user: name, left });
    return { right: true, left };
  });
  if (!answer.right) return { kind: 'wrong' };
  for (const key of keys) await forgiveAttempt(ledger.db, ledger.vault, key);
  return { kind: 'right', user, ...(answer.left === undefined ? {} : { recoveryLeft: answer.left }) };
}

async function takeAll({ ledger, clock }: UserDeps, keys: readonly AttemptKey[]): Promise<Date | null> {
  for (const [n, key] of keys.entries()) {
    const until = await takeAttempt(ledger.db, ledger.vault, key, new Date(clock.now()));
    if (!until) continue;
    await returnAll({ ledger }, keys.slice(0, n));
    return until;
  }
  return null;
}

async function returnAll({ ledger }: Pick<UserDeps, 'ledger'>, keys: readonly AttemptKey[]): Promise<void> {
  for (const key of keys) await returnAttempt(ledger.db, ledger.vault, key);
}
