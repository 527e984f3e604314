import type { Db } from '../db/db.ts';
import { nameKey, nameShape } from './name-key.ts';

/** From the fewest rights to the most: each role includes the rights of those before it, except as `hasRole` says. */
export const USER_ROLES = ['viewer', 'auditor', 'maker', 'approver', 'admin'] as const;
export type UserRole = (typeof USER_ROLES)[number];

export interface UserRow {
  readonly name: string;
  readonly role: UserRole;
  /** Null: all merchants. */
  readonly merchants: readonly string[] | null;
  /** Approval limits by currency, `{"EUR": "5000.00"}`; null: no limit. */
  readonly limits: Readonly<Record<string, string>> | null;
  /** scrypt hash with its parameters; null: the user logs in at the identity provider. */
  readonly password: string | null;
  /** Another user set the password: the owner must choose a new one before anything else. */
  readonly password_to_change: boolean;
  readonly totp_sealed: Buffer | null;
  readonly totp_confirmed_at: Date | null;
  readonly provider_subject: string | null;
  /** Their account of the operating system; null: the one with the same name as the user. */
  readonly os_user: string | null;
  /** Address for notifications; null: none are sent. */
  readonly email: string | null;
  /** Kinds of notifications that they receive; null: all that they can act on. */
  readonly notification_kinds: readonly string[] | null;
  /** It acts by its token only, and logs in nowhere. */
  readonly is_program: boolean;
  readonly disabled_at: Date | null;
  readonly epoch: number;
  readonly created_at: Date;
  readonly seen_at: Date | null;
}

const COLUMNS = `name, role, merchants, limits, password, password_to_change, totp_sealed, totp_confirmed_at,
  provider_subject, os_user, email, notification_kinds, is_program, disabled_at, epoch, created_at, seen_at`;

/** The user with this name in any spelling (see `nameKey`); null if none. */
export async function findUser(db: Db, name: string): Promise<UserRow | null> {
  const { rows } = await db.query<UserRow>(`select ${COLUMNS} from payrun.user_account where name_key = $1`, [
    nameKey(name),
  ]);
  return rows[0] ?? null;
}

/** The name of a user, enabled or not, that looks like this one; null if none. */
export async function findLookAlike(db: Db, name: string): Promise<string | null> {
  const { rows } = await db.query<{ name: string }>('select name from payrun.user_account order by name');
  const shape = nameShape(name);
  return rows.find((user) => nameShape(user.name) === shape)?.name ?? null;
}

/**
 * The user of an account of the operating system: the one that it is assigned to, or else the one with the same name
 * and no assigned account; null if none. Names from an identity provider, where users choose them, match no account.
 */
export async function findAccountUser(db: Db, account: string): Promise<UserRow | null> {
  const { rows } = await db.query<UserRow>(
    `select ${COLUMNS} from payrun.user_account where os_user = $1 or (os_user is null and provider_subject is null and not is_program and name_key = $2) order by os_user limit 1`,
    [account, nameKey(account)],
  );
  return rows[0] ?? null;
}

/** By run, the users of the accounts of the operating system from which they were made. */
export async function usersOfMakerAccounts(db: Db, runs: readonly bigint[]): Promise<ReadonlyMap<bigint, string>> {
  const { rows } = await db.query<{ run: bigint; name: string | null }>(
    'select run, payrun.account_user(payrun.maker_account(run)) as name from unnest($1::bigint[]) as r (run)',
    [runs],
  );
  return new Map(rows.flatMap(({ run, name }) => (name === null ? [] : [[run, name]])));
}

/** The same for one run; null if there is none. */
export async function userOfMakerAccount(db: Db, run: bigint): Promise<string | null> {
  return (await usersOfMakerAccounts(db, [run])).get(run) ?? null;
}

/** Is this account of the operating system assigned to a user? */
export async function isAccountTaken(db: Db, account: string): Promise<boolean> {
  return (await db.query('select 1 from payrun.user_account where os_user = $1', [account])).rows.length > 0;
}

/** The user with this subject at the identity provider; null if none. */
export async function findUserOfProvider(db: Db, subject: string): Promise<UserRow | null> {
  const { rows } = await db.query<UserRow>(`select ${COLUMNS} from payrun.user_account where provider_subject = $1`, [
    subject,
  ]);
  return rows[0] ?? null;
}

/** Every user who logs in, by name. */
export async function listUsers(db: Db): Promise<readonly UserRow[]> {
  return (await db.query<UserRow>(`select ${COLUMNS} from payrun.user_account where not is_program order by name_key`))
    .rows;
}

export interface NewUser extends Pick<UserRow, 'name' | 'role' | 'merchants' | 'limits' | 'password'> {
  readonly provider_subject?: string | null;
  readonly password_to_change?: boolean;
  readonly os_user?: string | null;
  readonly is_program?: boolean;
}

/** Null if the name in any spelling, or the account of the operating system, is taken. */
export async function insertUser(db: Db, user: NewUser, at: Date): Promise<UserRow | null> {
  const { name, role, merchants, limits, password, provider_subject = null, os_user = null } = user;
  const { password_to_change = false, is_program = false } = user;
  const { rows } = await db.query<UserRow>(
    `insert into payrun.user_account (name, name_key, role, merchants, limits, password, provider_subject, created_at,
       password_to_change, os_user, is_program)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict do nothing returning ${COLUMNS}`,
    [
      ...[name, nameKey(name), role, merchants, limits && JSON.stringify(limits), password, provider_subject, at],
      ...[password_to_change, os_user, is_program],
    ],
  );
  return rows[0] ?? null;
}

/** Sets the rights of a user and ends their sessions. */
export async function setUserRights(
  db: Db,
  name: string,
  { role, merchants, limits }: Pick<UserRow, 'role' | 'merchants' | 'limits'>,
): Promise<void> {
  await db.query(
    'update payrun.user_account set role = $2, merchants = $3, limits = $4, epoch = epoch + 1 where name = $1',
    [name, role, merchants, limits && JSON.stringify(limits)],
  );
}

/** Notification settings of a user; null: no address, every kind they can act on, every merchant they may see. */
export interface UserNotifications {
  readonly email: string | null;
  readonly kinds: readonly string[] | null;
}

/** Does not end their sessions. */
export async function setUserNotifications(db: Db, name: string, { email, kinds }: UserNotifications): Promise<void> {
  await db.query('update payrun.user_account set email = $2, notification_kinds = $3 where name = $1', [
    name,
    email,
    kinds,
  ]);
}

/** Sets the password and ends the user's sessions. `toChange`: the user must choose a new one first. */
export async function setUserPassword(db: Db, name: string, password: string, toChange: boolean): Promise<void> {
  await db.query(
    'update payrun.user_account set password = $2, password_to_change = $3, epoch = epoch + 1 where name = $1',
    [name, password, toChange],
  );
}

/** Stores the same password hashed with new parameters, without ending sessions. `from`: the hash that it replaces. */
export async function rehashUserPassword(db: Db, name: string, from: string, password: string): Promise<void> {
  await db.query('update payrun.user_account set password = $3 where name = $1 and password = $2', [
    name,
    from,
    password,
  ]);
}

/** Disables a user, or enables them if `at` is null. Ends their sessions either way. */
export async function setUserDisabled(db: Db, name: string, at: Date | null): Promise<void> {
  await db.query('update payrun.user_account set disabled_at = $2, epoch = epoch + 1 where name = $1', [name, at]);
}

/** Links a user to the `subject` at the identity provider. False if the user has a subject or a password already. */
export async function linkUser(db: Db, name: string, subject: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `update payrun.user_account set provider_subject = $2 where name = $1 and provider_subject is null and password is null and not is_program`,
    [name, subject],
  );
  return rowCount === 1;
}

/**
 * Enabled admins of all merchants; one must remain. Locks their rows, so that two admins cannot remove each other at
 * once.
 */
export async function lockAdmins(db: Db): Promise<readonly string[]> {
  const { rows } = await db.query<{ name: string }>(
    `select name from payrun.user_account where role = 'admin' and merchants is null and disabled_at is null order by name for update`,
  );
  return rows.map(({ name }) => name);
}

/** Is an admin of all merchants enabled? */
export async function hasAdmin(db: Db): Promise<boolean> {
  const admin = `role = 'admin' and merchants is null and disabled_at is null`;
  return (await db.query(`select 1 from payrun.user_account where ${admin} limit 1`)).rows.length > 0;
}

/** Does any user exist? */
export async function hasUsers(db: Db): Promise<boolean> {
  return (await db.query('select 1 from payrun.user_account limit 1')).rows.length > 0;
}

/** The user who added the token of a program; null if this is none. */
export async function getTokenCreator(db: Db, name: string): Promise<string | null> {
  const { rows } = await db.query<{ made_by: string }>('select made_by from payrun.api_token where name = $1', [name]);
  return rows[0]?.made_by ?? null;
}
