import { isSamePerson } from '../../batches/approve.ts';
import { PayrunError } from '../../errors.ts';
import { appendEvent } from '../../ledger/audit/events.ts';
import type { Db } from '../../ledger/db/db.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import {
  findLookAlike,
  findUser,
  insertUser,
  isAccountTaken,
  lockAdmins,
  setUserDisabled,
  setUserPassword,
  setUserRights,
  type UserRow,
} from '../../ledger/users/user.ts';
import { forgiveUser } from '../../ledger/users/user-attempt.ts';
import { removeTotp } from '../../ledger/users/user-totp.ts';
import { parseMinor } from '../../money.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Actor, trace } from './actor.ts';
import { authorize } from './authorize.ts';
import { type Passwords, passwordFault } from './password.ts';

export interface UserDeps {
  readonly ledger: Pick<Ledger, 'db' | 'tx' | 'vault'>;
  readonly clock: Clock;
  readonly passwords: Passwords;
}

/** Who changes something, and from where: an address, or `command line`. */
export interface ChangedBy {
  readonly by: string;
  readonly from: string;
}

/** The same of an actor. */
export function changedBy(actor: Actor): ChangedBy & { readonly trace: Readonly<Record<string, string>> } {
  return { by: actor.name, from: actor.from ?? 'command line', trace: trace(actor) };
}

/** What happens to users and logins, in a chain of its own, so that it does not wait for runs. Never a password or a code. */
const CHAIN = 'users';

/** An entry in the audit, in the caller's transaction. */
export function tellOfUser(
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
  /** Null: logs in at the identity provider. */
  readonly password: string | null;
  /** Somebody else knows the password: at the first login another one has to be chosen before anything else. */
  readonly toChange?: boolean;
  /** Their account of the operating system, if it is not called like them. */
  readonly osUser?: string | null;
};

/** Adds a user. Throws `usage` for a name or a limit that cannot be one, `password_weak`, `user_exists`, `user_look_alike`, `os_user_taken`, and what `authorize` throws, as everything below. */
export async function addUser(deps: UserDeps, by: Actor, user: NewUserInput): Promise<UserRow> {
  const name = userName(user.name);
  const limits = checkLimits(user.limits);
  const merchants = checkMerchants(user.merchants);
  const password = user.password === null ? null : await newHash(deps, name, user.password);
  const toChange = password !== null && user.toChange === true;
  const at = new Date(deps.clock.now());
  return deps.ledger.tx(async (db) => {
    await authorize(db, by, 'users');
    const os_user = osUserOf(user.osUser);
    const added = { name, role: user.role, merchants, limits, password, password_to_change: toChange, os_user };
    if (os_user !== null && (await isAccountTaken(db, os_user)))
      throw new PayrunError('os_user_taken', { osUser: os_user });
    // Two who are added at once do not miss each other.
    await lockAdmins(db);
    await checkNewName(db, name);
    const row = await insertUser(db, added, at);
    if (!row) throw new PayrunError('user_exists', { name });
    const login = password === null ? 'provider' : 'password';
    const rights = { role: user.role, merchants, limits };
    await tellOfUser(db, deps, changedBy(by), 'user_added', {
      user: name,
      ...rights,
      login,
      ...account(os_user),
      ...onlyIf({ toChange }),
    });
    return row;
  });
}

/** Throws `user_exists`, `user_look_alike` for a name that nobody new may have. */
export async function checkNewName(db: Db, name: string): Promise<void> {
  if (await findUser(db, name)) throw new PayrunError('user_exists', { name });
  const other = await findLookAlike(db, name);
  if (other !== null) throw new PayrunError('user_look_alike', { name, other });
}

/** Other rights; what is not given stays. Their sessions are over. Throws `user_unknown`, `last_admin`, `usage`. */
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
    const merchants = rights.merchants === undefined ? user.merchants : checkMerchants(rights.merchants);
    if (role !== 'admin' || merchants !== null) keepAnAdmin(admins, user);
    const limits = rights.limits === undefined ? user.limits : checkLimits(rights.limits);
    const before = { role: user.role, merchants: user.merchants, limits: user.limits };
    await setUserRights(db, user.name, { role, merchants, limits });
    const after = { role, merchants, limits };
    await tellOfUser(db, deps, changedBy(by), 'user_rights_changed', { user: user.name, before, after });
    return { ...user, ...after };
  });
}

/**
 * Another password; their sessions are over. `toChange`: somebody else knows it, so that they choose another one when they log in
 * with it. Throws `user_unknown`, `user_of_provider`, `password_weak`.
 */
export async function setPassword(
  deps: UserDeps,
  by: Actor,
  name: string,
  password: string,
  { toChange = false }: { readonly toChange?: boolean } = {},
): Promise<void> {
  const user = await requireUser(deps.ledger.db, name);
  // Everybody changes their own.
  if (!isSamePerson(by.name, user.name)) await authorize(deps.ledger.db, by, 'users');
  if (user.provider_subject !== null) throw new PayrunError('user_of_provider', { name: user.name });
  const hash = await newHash(deps, user.name, password);
  await deps.ledger.tx(async (db) => {
    await setUserPassword(db, user.name, hash, toChange);
    await forgiveUser(db, deps.ledger.vault, user.name);
    await tellOfUser(db, deps, changedBy(by), 'user_password_changed', { user: user.name, ...onlyIf({ toChange }) });
  });
}

/**
 * A disabled user cannot log in, decides nothing, and what they are logged in with is over. Who is enabled does not have to wait
 * for wrong logins of before, also where they were enabled already. Throws `user_unknown`, `last_admin`.
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
    if (enabled) await forgiveUser(db, deps.ledger.vault, user.name);
    if ((user.disabled_at === null) === enabled) return 'unchanged';
    if (!enabled) keepAnAdmin(admins, user);
    await setUserDisabled(db, user.name, enabled ? null : new Date(deps.clock.now()));
    await tellOfUser(db, deps, changedBy(by), enabled ? 'user_enabled' : 'user_disabled', { user: user.name });
    return 'changed';
  });
}

/** No codes are asked for any more, until they are set up again. Throws `user_unknown`. */
export async function resetTotp(deps: UserDeps, by: Actor, name: string): Promise<void> {
  await deps.ledger.tx(async (db) => {
    await authorize(db, by, 'users');
    const user = await requireUser(db, name);
    await removeTotp(db, user.name);
    await forgiveUser(db, deps.ledger.vault, user.name);
    await tellOfUser(db, deps, changedBy(by), 'user_codes_removed', { user: user.name });
  });
}

const NAME = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} ._@'+-]{0,63}$/u;

/** A name as it is kept. Throws `usage`. */
export function userName(given: string): string {
  const name = given.normalize('NFKC').trim().replace(/ +/g, ' ');
  if (NAME.test(name)) return name;
  throw new PayrunError('usage', {
    detail: "A user has a name of 1 to 64 letters, digits, spaces and . _ @ - + ', with a letter or digit first.",
  });
}

export async function requireUser(db: Db, name: string): Promise<UserRow> {
  const user = await findUser(db, name);
  if (!user) throw new PayrunError('user_unknown', { name });
  return user;
}

/** What the operating system calls somebody. Throws `usage`. */
function osUserOf(given: string | null | undefined): string | null {
  if (given === null || given === undefined) return null;
  if (/^[^\s:/]{1,64}$/u.test(given)) return given;
  throw new PayrunError('usage', { detail: `"${given}" cannot be an account of the operating system.` });
}

const account = (osUser: string | null) => (osUser === null ? {} : { account: osUser });

/** In the audit it stands where it is so. */
const onlyIf = ({ toChange }: { readonly toChange: boolean }) => (toChange ? { toChange } : {});

function keepAnAdmin(admins: readonly string[], { name }: UserRow): void {
  if (admins.length === 1 && admins[0] === name) throw new PayrunError('last_admin', { name });
}

function newHash({ passwords }: UserDeps, name: string, password: string): Promise<string> {
  const fault = passwordFault(password, name);
  if (fault !== null) throw new PayrunError('password_weak', { detail: fault });
  return passwords.hash(password);
}

function checkLimits(limits: UserRow['limits']): UserRow['limits'] {
  for (const [currency, amount] of Object.entries(limits ?? {})) {
    const minor = /^[A-Z]{3}$/.test(currency) ? parseMinor(amount, currency) : 'form';
    if (typeof minor !== 'bigint' && minor !== 'zero')
      throw new PayrunError('usage', { detail: `"${currency}=${amount}" is no limit; one is written EUR=5000.00.` });
  }
  return limits;
}

function checkMerchants(merchants: UserRow['merchants']): UserRow['merchants'] {
  const wrong = merchants?.find((name) => !/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name));
  if (wrong === undefined) return merchants;
  throw new PayrunError('usage', { detail: `"${wrong}" cannot be the name of a merchant.` });
}
