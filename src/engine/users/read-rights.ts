import { USER_ROLES, type UserRow } from '../../ledger/users/user.ts';
import { readLimits } from '../../money-rules.ts';
import { usageError } from '../../references/usage-error.ts';

/** The role of this name. Throws `usage`. */
function readRole(text: string | undefined): UserRow['role'] {
  const role = USER_ROLES.find((one) => one === text);
  if (role) return role;
  throw usageError('role_invalid', { roles: USER_ROLES.join(', ') });
}

/** Rights as typed; those that are not given stay. Throws `usage`. */
export function readRights({
  role,
  merchants,
  limit,
}: Readonly<Record<string, string | undefined>>): Pick<UserRow, 'role'> &
  Partial<Pick<UserRow, 'merchants' | 'limits'>> {
  return {
    role: readRole(role),
    ...(merchants === undefined ? {} : { merchants: readMerchants(merchants) }),
    ...(limit === undefined ? {} : { limits: readApprovalLimits(limit) }),
  };
}

/** `acme, north`; null for `all`. Empty is not all: a field left empty must not grant rights. Throws `usage`. */
export function readMerchants(text: string): UserRow['merchants'] {
  const names = text.split(/[,;]/).flatMap((one) => one.trim() || []);
  if (names.length === 0) throw usageError('merchants_not_given');
  return names.length === 1 && names[0]!.toLowerCase() === 'all' ? null : names;
}

/** `EUR=5000.00, USD=6000.00`; null for `none` or `no limit`. Throws `usage`. */
function readApprovalLimits(text: string): UserRow['limits'] {
  const typed = text.trim();
  if (typed === '') throw usageError('limits_not_given');
  if (/^(none|no limit)$/i.test(typed)) return null;
  const limits = readLimits(typed);
  if (limits === null) throw usageError('limit_invalid', { limit: typed });
  return limits;
}
