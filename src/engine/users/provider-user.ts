import type { Config } from '../../config.ts';
import type { Db } from '../../ledger/db/db.ts';
import { isReservedName } from '../../ledger/users/name-key.ts';
import { endSessionsOf } from '../../ledger/users/session.ts';
import {
  findLookAlike,
  findUser,
  findUserOfProvider,
  hasUsers,
  insertUser,
  linkUser,
  lockAdmins,
  setUserRights,
  USER_ROLES,
  type UserRow,
} from '../../ledger/users/user.ts';
import { type ChangedBy, recordUserEvent, type UserDeps, userName } from './users.ts';

type Rights = Pick<UserRow, 'role' | 'merchants' | 'limits'>;

/** The claims of the identity provider about a user. */
export interface ProviderClaims {
  readonly issuer: string;
  readonly subject: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly groups: readonly string[];
  /** When the user last proved their identity to the provider; null if it does not say. */
  readonly provedAt: Date | null;
}

/**
 * The user for the claims of the identity provider: the one linked to the provider's subject; or one that an admin
 * added without a password under the verified e-mail; or a new one, if the claims give a role. If the settings map
 * claims to roles, rights are updated at every login. A user with a password cannot be entered this way. Returns a
 * sentence if login is refused.
 */
export async function getProviderUser(
  deps: UserDeps,
  settings: NonNullable<Config['oidc']>,
  claims: ProviderClaims,
  from: string,
): Promise<UserRow | string> {
  const { email, emailVerified, groups } = claims;
  const verified = emailVerified ? email : null;
  const domain = verified?.split('@').at(-1)?.toLowerCase() ?? '';
  const isOfDomain = settings.domains.length === 0 || settings.domains.some((one) => one.toLowerCase() === domain);
  const rights = rightsOf(settings, groups);
  const subject = `${claims.issuer} ${claims.subject}`;
  return deps.ledger.tx(async (db): Promise<UserRow | string> => {
    const known = await findUserOfProvider(db, subject);
    // The provider's claims decide: a user who has left all mapped groups may not log in.
    const hasRole = settings.roleClaim === undefined || rights !== null;
    if (known && (known.disabled_at || !isOfDomain || !hasRole)) {
      await endSessions(db, deps, known, from);
      return isOfDomain ? NOT_ALLOWED : NOT_OF_DOMAIN;
    }
    if (known) return settings.roleClaim === undefined ? known : withRights(db, deps, known, rights!, from);
    if (!isOfDomain) return NOT_OF_DOMAIN;
    const name = claims.name === null ? null : orNull(() => userName(claims.name!));
    // A name that the provider does not verify could be anybody's, because users choose their preferred names.
    if (name === null) return 'The identity provider did not send your name.';
    if (settings.nameClaim === 'email' && name.toLowerCase() !== verified?.toLowerCase())
      return 'The identity provider has not confirmed your email address.';
    const by: ChangedBy = { by: name, from };
    const prepared = await findUser(db, name);
    if (prepared) {
      const isVerifiedName = verified !== null && prepared.name.toLowerCase() === verified.toLowerCase();
      if (prepared.disabled_at || !isVerifiedName || !(await linkUser(db, prepared.name, subject))) return NOT_ALLOWED;
      await recordUserEvent(db, deps, by, 'user_linked', { user: prepared.name, subject });
      return rights === null ? prepared : withRights(db, deps, prepared, rights, from);
    }
    if (rights === null) return NOT_ALLOWED;
    await lockAdmins(db);
    const isAdmin = rights.role === 'admin' && rights.merchants === null;
    if (!isAdmin && !(await hasUsers(db))) return NO_ADMIN_YET;
    if (isReservedName(name) || (await findLookAlike(db, name)) !== null) return LOOKS_ALIKE;
    const at = new Date(deps.clock.now());
    const row = await insertUser(db, { name, ...rights, password: null, provider_subject: subject }, at);
    if (!row) return NOT_ALLOWED;
    await recordUserEvent(db, deps, by, 'user_added', { user: name, ...rights, login: 'provider', subject });
    return row;
  });
}

const NOT_ALLOWED =
  'Your account at the identity provider is not allowed to log in here. Ask an admin of this installation.';

/** For a user who could otherwise log in: the provider lets users choose names that look like another user's. */
export const LOOKS_ALIKE =
  'Your name at the identity provider looks like another user’s, or like one that Payrun itself uses. Ask an admin of this installation.';

const NOT_OF_DOMAIN = 'Your account at the identity provider has no confirmed email address in an allowed domain.';

/** A user whom the provider refuses now loses the access of earlier logins. */
async function endSessions(db: Db, deps: UserDeps, { name }: UserRow, from: string): Promise<void> {
  const sessions = await endSessionsOf(db, name);
  if (sessions === 0) return;
  await recordUserEvent(db, deps, { by: 'identity provider', from }, 'logout_elsewhere', { user: name, sessions });
}

const NO_ADMIN_YET =
  'This installation has no users yet, and the first one must be an admin of all merchants. Ask an admin to log in first.';

/** The highest role of the groups that the settings map; null if they map none. */
function rightsOf({ roles }: NonNullable<Config['oidc']>, groups: readonly string[]): Rights | null {
  const found = groups.flatMap((group) => (Object.hasOwn(roles, group) ? [roles[group]!] : []));
  return found.reduce<Rights | null>(
    (best, one) => (best === null || USER_ROLES.indexOf(one.role) > USER_ROLES.indexOf(best.role) ? one : best),
    null,
  );
}

async function withRights(
  db: Parameters<typeof findUser>[0],
  deps: UserDeps,
  user: UserRow,
  rights: Rights,
  from: string,
): Promise<UserRow> {
  const { role, merchants, limits } = user;
  const { role: newRole, merchants: newMerchants, limits: newLimits } = rights;
  const after = { role: newRole, merchants: newMerchants, limits: newLimits };
  const plain = ({ role, merchants, limits }: Rights) =>
    JSON.stringify([role, merchants && [...merchants].sort(), limits && Object.entries(limits).sort()]);
  if (plain(user) === plain(after)) return user;
  await setUserRights(db, user.name, after);
  const before = { role, merchants, limits };
  await recordUserEvent(db, deps, { by: 'identity provider', from }, 'user_rights_changed', {
    user: user.name,
    before,
    after,
  });
  return (await findUser(db, user.name))!;
}

function orNull<T>(make: () => T): T | null {
  try {
    return make();
  } catch {
    return null;
  }
}
