import { randomBytes } from 'node:crypto';
import { BlockList, isIP } from 'node:net';
import { PayrunError } from '../../errors.ts';
import { type ApiTokenRow, insertApiToken, revokeApiToken } from '../../ledger/users/api-token.ts';
import { findUser, insertUser, lockAdmins, setUserDisabled, type UserRow } from '../../ledger/users/user.ts';
import type { Actor } from '../../permissions/actor.ts';
import { authorize } from '../../permissions/authorize.ts';
import { usageError } from '../../references/usage-error.ts';
import {
  changedBy,
  checkMerchants,
  checkNewName,
  recordUserEvent,
  requireAdmin,
  type UserDeps,
  userName,
} from './users.ts';

/** The roles of programs: decisions are for people. */
export const PROGRAM_ROLES = ['viewer', 'maker'] as const;

/** The prefix of every token, so that leaked tokens are recognized. */
export const TOKEN_PREFIX = 'payrun_';

export interface NewProgram {
  readonly name: string;
  readonly role: string | undefined;
  /** Null: all. */
  readonly merchants: UserRow['merchants'];
  /** The last day on which its token is accepted, in UTC. */
  readonly until: string;
  /** Addresses, or addresses with a prefix such as 10.0.0.0/8; empty: all. */
  readonly networks: readonly string[];
}

type ProgramDeps = Pick<UserDeps, 'ledger' | 'clock'>;

/**
 * Adds a program with a token, which is stored as a hash: this is the only time that it is known. Throws `usage` for
 * what is not valid, what `checkNewName` throws, `merchant_unknown`, `admin_first`, and what `authorize` throws.
 */
export async function addProgram(deps: ProgramDeps, by: Actor, program: NewProgram): Promise<string> {
  const name = userName(program.name);
  const role = PROGRAM_ROLES.find((one) => one === program.role);
  if (role === undefined) throw usageError('role_invalid', { roles: PROGRAM_ROLES.join(', ') });
  const { until } = program;
  const expires_at = new Date(`${until}T23:59:59.999Z`);
  const made_at = new Date(deps.clock.now());
  if (!/^\d{4}-\d\d-\d\d$/.test(until) || Number.isNaN(expires_at.getTime()))
    throw usageError('day_invalid', { day: until });
  if (expires_at <= made_at) throw usageError('token_expired_before', { day: until });
  const networks = program.networks.length === 0 ? null : program.networks;
  const wrong = networks?.find((network) => networkOf(network) === null);
  if (wrong !== undefined) throw usageError('network_invalid', { network: wrong });
  const token = `${TOKEN_PREFIX}${randomBytes(32).toString('base64url')}`;
  await deps.ledger.tx(async (db) => {
    await authorize(db, by, 'users');
    const merchants = await checkMerchants(db, program.merchants);
    await lockAdmins(db);
    await requireAdmin(db);
    await checkNewName(db, name);
    const added = { name, role, merchants, limits: {}, password: null, is_program: true };
    if (!(await insertUser(db, added, made_at))) throw new PayrunError('user_exists', { name });
    await insertApiToken(db, { name, token, networks, made_by: by.name, made_at, expires_at });
    const data = { user: name, role, merchants, networks, until };
    await recordUserEvent(db, deps, changedBy(by), 'token_added', data);
  });
  return token;
}

/** Revokes the token of a program at once. Throws `token_unknown`, and what `authorize` throws. */
export async function revokeProgram(deps: ProgramDeps, by: Actor, name: string): Promise<void> {
  await deps.ledger.tx(async (db) => {
    await authorize(db, by, 'users');
    const user = await findUser(db, name);
    if (!user || !(await revokeApiToken(db, user.name))) throw new PayrunError('token_unknown', { name });
    await setUserDisabled(db, user.name, new Date(deps.clock.now()));
    await recordUserEvent(db, deps, changedBy(by), 'token_revoked', { user: user.name });
  });
}

/** The reason that a token is refused; null if it is accepted. `now` in ms UTC. */
export function tokenRefusal(
  { networks, expires_at }: Pick<ApiTokenRow, 'networks' | 'expires_at'>,
  { now, address }: { readonly now: number; readonly address: string },
): 'expired' | 'address' | null {
  if (expires_at.getTime() < now) return 'expired';
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  const isWithin = networks === null || networks.some((one) => networkOf(one)?.check(address, family));
  return isWithin ? null : 'address';
}

/** Null if it is no network. */
function networkOf(text: string): BlockList | null {
  const [, address = '', prefix] = /^([0-9a-fA-F.:]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const version = isIP(address);
  const bits = version === 6 ? 128 : 32;
  const length = prefix === undefined ? bits : Number(prefix);
  if (version === 0 || length > bits) return null;
  const list = new BlockList();
  list.addSubnet(address, length, version === 6 ? 'ipv6' : 'ipv4');
  return list;
}
