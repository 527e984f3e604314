import { USER_ROLES, type UserRole } from '../ledger/users/user.ts';
import type { Money } from '../model.ts';
import { getLimit, showMoney } from '../money.ts';
import { type PermissionName, permission } from './permissions.ts';

/** Whether a role includes another one. Only admins also have the additional read access of an auditor. */
export function hasRole(role: UserRole, needed: UserRole): boolean {
  if (needed === 'auditor') return role === 'auditor' || role === 'admin';
  return USER_ROLES.indexOf(role) >= USER_ROLES.indexOf(needed);
}

/**
 * The rights of a user. `limits` are amounts by currency, `{"EUR": "5000.00"}`; null for no limit. `merchants` null for
 * all.
 */
export interface Person {
  readonly role: UserRole;
  readonly merchants: readonly string[] | null;
  readonly limits: Readonly<Record<string, string>> | null;
}

/** Whether the user may see a merchant's data. If not, pages respond as if it did not exist. */
export function seesMerchant({ merchants }: Pick<Person, 'merchants'>, merchant: string): boolean {
  return merchants === null || merchants.includes(merchant);
}

/**
 * The reason that these total debits by currency exceed the user's limits; null if they do not. A currency without a
 * limit may not be approved.
 */
export function aboveLimitReason({ limits }: Pick<Person, 'limits'>, amounts: readonly Money[]): string | null {
  if (limits === null) return null;
  for (const { currency, minor } of amounts) {
    const limit = getLimit(limits, currency);
    if (limit === null) return `payments in ${currency} are not among what may be approved.`;
    if (minor > limit)
      return `${showMoney({ currency, minor })} is above the limit of ${showMoney({ currency, minor: limit })}.`;
  }
  return null;
}

/**
 * Whether the user may do this, for this merchant if given. For pages that show only permitted actions; `authorize`
 * decides.
 */
export function may(person: Person, name: PermissionName, merchant?: string): boolean {
  return hasRole(person.role, permission(name).role) && (merchant === undefined || seesMerchant(person, merchant));
}

/** The reason that the user may not approve these amounts, as a full sentence; null if they may. */
export function amountsRefusal(person: Person, amounts: readonly Money[]): string | null {
  const { role } = permission('approve');
  if (!hasRole(person.role, role)) return `It requires the role ${role}, not ${person.role}.`;
  const why = aboveLimitReason(person, amounts);
  return why && why[0]!.toUpperCase() + why.slice(1);
}
