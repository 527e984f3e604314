import { PayrunError } from '../../errors.ts';
import { appendEvent } from '../../ledger/audit/audit-chain.ts';
import type { Db } from '../../ledger/db/db.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { listMerchants } from '../../ledger/merchants/merchant.ts';
import { forgiveUser } from '../../ledger/users/login-attempts.ts';
import { isReservedName, isSamePerson } from '../../ledger/users/name-key.ts';
import {
  findLookAlike,
  findUser,
  hasAdmin,
  insertUser,
  isAccountTaken,
  lockAdmins,
  setUserDisabled,
  setUserNotifications,
  setUserPassword,
  setUserRights,
  type UserRow,
} from '../../ledger/users/user.ts';
import { removeTotp } from '../../ledger/users/user-totp.ts';
import { selectLockouts } from '../../ledger/views/user-lockouts.ts';
import { parseMinor } from '../../money.ts';
import { type Actor, trace } from '../../permissions/actor.ts';
import { authorize } from '../../permissions/authorize.ts';
import type { Clock } from '../../platform/clock.ts';
import { usageError } from '../../references/usage-error.ts';
import { DEFAULT_MERCHANTS } from '../context/merchant-keys.ts';
import { checkedEmail } from './checked-email.ts';
import { createPasswords, type Passwords } from './password.ts';
import { loadPasswordFault } from './password-fault.ts';

export interface UserDeps {
  readonly ledger: Pick<Ledger, 'db' | 'tx' | 'vault'>;
  readonly clock: Clock;
  readonly passwords: Passwords;
}

/** The dependencies of a decision about a user. */
export const userDeps = ({ ledger, clock }: Pick<UserDeps, 'ledger' | 'clock'>): UserDeps => ({
  ...{ ledger, clock },
  passwords: createPasswords(),
});

/** The user who makes a change, and the origin: an IP address or `command line`. */
export interface ChangedBy {
  readonly by: string;
  readonly from: string;
}

/** The same for an actor, with its trace. */
export function changedBy(actor: Actor): ChangedBy & { readonly trace: Readonly<Record<string, string>> } {
  return { by: actor.name, from: actor.from ?? 'command line', trace: trace(actor) };
}

/**
 * Events of users and logins have a chain of their own, so that they do not wait for runs. They never contain a
 * password or a code.
 */
const CHAIN = 'users';

/** Appends an event to the audit log in the caller's transaction. */
export function recordUserEvent(
  db: Db,
  { clock }: Pick<UserDeps, 'clock'>,
  { by, from, trace }: ChangedBy & { readonly trace?: Readonly<Record<string, string>> },
  kind: string,
  data: Record<string, unknown>,
): Promise<void> {
  return appendEvent(db, {
    chain: CHAIN,
    at: new Date(clock.now()),
    actor: by,
    kind,
    data: { ...data, ...trace, from },
  });
}

export type NewUserInput = Pick<UserRow, 'name' | 'role' | 'merchants' | 'limits'> & {
  /** Null if the user logs in with the identity provider. */
  readonly password: string | null;
  /** True if another user knows the password, so that a new one must be chosen at the first login. */
  readonly toChange?: boolean;
  /** The operating system account, if its name differs from the user's. */
  readonly osUser?: string | null;
  /** The address of their notifications; by default they get none. */
  readonly email?: string | null;
};

/**
 * Adds a user. Throws `usage` for an invalid name, limit or address, `password_weak`, what `checkNewName` throws,
 * `os_user_taken`, `merchant_unknown`, `admin_first`, and what `authorize` throws.
 */
export async function addUser(deps: UserDeps, by: Actor, user: NewUserInput): Promise<UserRow> {
  // A password costs time to hash.
  await authorize(deps.ledger.db, by, 'users');
  const name = userName(user.name);
  const limits = checkLimits(user.limits);
  const email = checkedEmail(user.email ?? null);
  const password = user.password === null ? null : await newHash(deps, name, user.password);
  const toChange = password !== null && user.toChange === true;
  const at = new Date(deps.clock.now());
  return deps.ledger.tx(async (db) => {
    await authorize(db, by, 'users');
    const merchants = await checkMerchants(db, user.merchants);
    const os_user = osUserOf(user.osUser);
    const added = { name, role: user.role, merchants, limits, password, password_to_change: toChange, os_user };
    if (os_user !== null && (await isAccountTaken(db, os_user)))
      throw new PayrunError('os_user_taken', { osUser: os_user });
    // The lock keeps two users that are added at the same time from missing each other.
    await lockAdmins(db);
    await checkNewName(db, name);
    const row = await insertUser(db, added, at);
    if (!row) throw new PayrunError('user_exists', { name });
    await requireAdmin(db);
    const login = password === null ? 'provider' : 'password';
    const rights = { role: user.role, merchants, limits };
    await recordUserEvent(db, deps, changedBy(by), 'user_added', {
      user: name,
      ...rights,
      login,
      ...account(os_user),
      ...onlyIf({ toChange }),
    });
    if (email === null) return row;
    await setUserNotifications(db, name, { email, kinds: null });
    await recordUserEvent(db, deps, changedBy(by), 'user_notices_changed', { user: name, told: true, kinds: null });
    return { ...row, email };
  });
}

/** Throws `user_exists`, `user_name_reserved`, or `user_look_alike` for a name that resembles another user's. */
export async function checkNewName(db: Db, name: string): Promise<void> {
  if (await findUser(db, name)) throw new PayrunError('user_exists', { name });
  if (isReservedName(name)) throw new PayrunError('user_name_reserved', { name });
  const other = await findLookAlike(db, name);
  if (other !== null) throw new PayrunError('user_look_alike', { name, other });
}

/**
 * Changes the rights of a user; rights that are not given stay. Ends the user's sessions. Throws `user_unknown`,
 * `last_admin`, `merchant_unknown`, `usage`, and what `authorize` throws.
 */
export async function setRights(
  deps: UserDeps,
  by: Actor,
  name: string,
  rights: Partial<Pick<UserRow, 'role' | 'merchants' | 'limits'>>,
): Promise<UserRow> {
  return deps.ledger.tx(async (db) => {
    await authorize(db, by, 'users');
    const admins = await lockAdmins(db);
    const user = await requireUser(db, name);
    const role = rights.role ?? user.role;
    const merchants =
      rights.merchants === undefined ? user.merchants : await checkMerchants(db, rights.merchants, user.merchants);
    if (role !== 'admin' || merchants !== null) requireAnAdmin(admins, user);
    const limits = rights.limits === undefined ? user.limits : checkLimits(rights.limits);
    const before = { role: user.role, merchants: user.merchants, limits: user.limits };
    await setUserRights(db, user.name, { role, merchants, limits });
    await requireAdmin(db);
    const after = { role, merchants, limits };
    await recordUserEvent(db, deps, changedBy(by), 'user_rights_changed', { user: user.name, before, after });
    return { ...user, ...after };
  });
}

/**
 * Changes a password and ends the user's sessions. `toChange`: another user knows the password, so the user must choose
 * a new one at the next login. Throws `user_unknown`, `user_of_provider`, `password_weak`, and what `authorize` throws.
 */
export async function setPassword(
  deps: UserDeps,
  by: Actor,
  name: string,
  password: string,
  { toChange = false }: { readonly toChange?: boolean } = {},
): Promise<void> {
  const user = await requireUser(deps.ledger.db, name);
  // Users may change their own password.
  if (by.owner || !isSamePerson(by.name, user.name)) {
    await authorize(deps.ledger.db, by, 'users');
    await requireAdmin(deps.ledger.db);
  }
  if (user.provider_subject !== null) throw new PayrunError('user_of_provider', { name: user.name });
  const hash = await newHash(deps, user.name, password);
  await deps.ledger.tx(async (db) => {
    await setUserPassword(db, user.name, hash, toChange);
    await forgiveUser(db, deps.ledger.vault, user.name);
    await recordUserEvent(db, deps, changedBy(by), 'user_password_changed', {
      user: user.name,
      ...onlyIf({ toChange }),
    });
  });
}

/**
 * Enables or disables a user. A disabled user cannot log in or decide anything, and their sessions end. Enabling also
 * clears the waits after failed logins, even if the user was already enabled. Throws `user_unknown`, `last_admin`, and
 * what `authorize` throws.
 */
export async function setEnabled(
  deps: UserDeps,
  by: Actor,
  name: string,
  enabled: boolean,
): Promise<'changed' | 'unchanged'> {
  return deps.ledger.tx(async (db) => {
    await authorize(db, by, 'users');
    const admins = await lockAdmins(db);
    const user = await requireUser(db, name);
    if (enabled) await endLockout(db, deps, by, user);
    if ((user.disabled_at === null) === enabled) return 'unchanged';
    if (!enabled) requireAnAdmin(admins, user);
    await setUserDisabled(db, user.name, enabled ? null : new Date(deps.clock.now()));
    await requireAdmin(db);
    await recordUserEvent(db, deps, changedBy(by), enabled ? 'user_enabled' : 'user_disabled', { user: user.name });
    return 'changed';
  });
}

/** Clears the waits after failed logins. The lockout is recorded. */
async function endLockout(db: Db, deps: UserDeps, by: Actor, { name }: UserRow): Promise<void> {
  const { vault } = deps.ledger;
  const locked = await selectLockouts(db, vault, [name], new Date(deps.clock.now()));
  await forgiveUser(db, vault, name);
  if (locked.size > 0) await recordUserEvent(db, deps, changedBy(by), 'user_lockout_ended', { user: name });
}

/**
 * Turns off two-factor authentication until the user sets it up again. Throws `user_unknown`, and what `authorize`
 * throws.
 */
export async function resetTotp(deps: UserDeps, by: Actor, name: string): Promise<void> {
  await deps.ledger.tx(async (db) => {
    await authorize(db, by, 'users');
    await requireAdmin(db);
    const user = await requireUser(db, name);
    await removeTotp(db, user.name);
    await forgiveUser(db, deps.ledger.vault, user.name);
    await recordUserEvent(db, deps, changedBy(by), 'user_codes_removed', { user: user.name });
  });
}

const NAME = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} ._@'+-]{0,63}$/u;

/** A name in its stored form. Throws `usage`. */
export function userName(given: string): string {
  const name = given.normalize('NFKC').trim().replace(/ +/g, ' ');
  if (NAME.test(name)) return name;
  throw usageError('user_name_invalid');
}

/** A user who logs in, not a program. Throws `user_unknown`. */
export async function requireUser(db: Db, name: string): Promise<UserRow> {
  const user = await findUser(db, name);
  if (!user || user.is_program) throw new PayrunError('user_unknown', { name });
  return user;
}

/** A valid name of an operating system account; null if none is given. Throws `usage`. */
function osUserOf(given: string | null | undefined): string | null {
  if (given === null || given === undefined) return null;
  if (/^[^\s:/]{1,64}$/u.test(given)) return given;
  throw usageError('account_name_invalid', { account: given });
}

const account = (osUser: string | null) => (osUser === null ? {} : { account: osUser });

/** Included in an event only if true. */
const onlyIf = ({ toChange }: { readonly toChange: boolean }) => (toChange ? { toChange } : {});

/**
 * No change leaves an installation that has users without an admin of all merchants; so the first user is one. Throws
 * `admin_first`.
 */
export async function requireAdmin(db: Db): Promise<void> {
  if (!(await hasAdmin(db))) throw new PayrunError('admin_first');
}

function requireAnAdmin(admins: readonly string[], { name }: UserRow): void {
  if (admins.length === 1 && admins[0] === name) throw new PayrunError('last_admin', { name });
}

async function newHash({ passwords }: UserDeps, name: string, password: string): Promise<string> {
  const fault = (await loadPasswordFault())(password, name);
  if (fault !== null) throw new PayrunError('password_weak', { detail: fault });
  return passwords.hash(password);
}

function checkLimits(limits: UserRow['limits']): UserRow['limits'] {
  for (const [currency, amount] of Object.entries(limits ?? {})) {
    const minor = /^[A-Z]{3}$/.test(currency) ? parseMinor(amount, currency) : 'form';
    if (typeof minor !== 'bigint' && minor !== 'zero')
      throw usageError('limit_invalid', { limit: `${currency}=${amount}` });
  }
  return limits;
}

/**
 * Throws `usage` for what cannot be a merchant, and `merchant_unknown`: rights for a merchant that does not exist would
 * wait for one that is called so. A user keeps those that they have.
 */
export async function checkMerchants(
  db: Db,
  merchants: UserRow['merchants'],
  has: UserRow['merchants'] = null,
): Promise<UserRow['merchants']> {
  const wrong = merchants?.find((name) => !/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name));
  if (wrong !== undefined) throw usageError('merchant_invalid', { merchant: wrong });
  const [merchant] = await unknownMerchants(
    db,
    (merchants ?? []).filter((name) => !has?.includes(name)),
  );
  if (merchant !== undefined) throw new PayrunError('merchant_unknown', { merchant });
  return merchants;
}

/** Those that no sheet can be paid by. */
export async function unknownMerchants(db: Db, names: readonly string[]): Promise<readonly string[]> {
  if (names.length === 0) return [];
  const known = new Set([...DEFAULT_MERCHANTS, ...(await listMerchants(db)).map(({ id }) => id)]);
  return names.filter((name) => !known.has(name));
}
