import { limitOf } from '../../config.ts';
import { USER_ROLES, type UserRole } from '../../ledger/users/user.ts';
import type { Money } from '../../model.ts';
import { showMoney } from '../../money.ts';
import { type PermissionName, permission } from './permissions.ts';

/** Does a role include another? */
export function hasRole(role: UserRole, needed: UserRole): boolean {
  return USER_ROLES.indexOf(role) >= USER_ROLES.indexOf(needed);
}

/** Who is asked about. `limits` by currency, as amounts: `{"EUR": "5000.00"}`; null: no limit. */
export interface Person {
  readonly role: UserRole;
  readonly merchants: readonly string[] | null;
  readonly limits: Readonly<Record<string, string>> | null;
}

/** May this person see what belongs to a merchant? Where not, the page answers as if it did not exist. */
export function seesMerchant({ merchants }: Person, merchant: string): boolean {
  return merchants === null || merchants.includes(merchant);
}

/**
 * Why these amounts (what leaves the balance, by currency) are above what this person may approve; null where they are not. A
 * currency that the limits do not name is one that they may not approve.
 */
export function whyAboveLimit({ limits }: Pick<Person, 'limits'>, amounts: readonly Money[]): string | null {
  if (limits === null) return null;
  for (const { currency, minor } of amounts) {
    const limit = limitOf(limits, currency);
    if (limit === null) return `payments in ${currency} are not among what may be approved.`;
    if (minor > limit)
      return `${showMoney({ currency, minor })} is above the limit of ${showMoney({ currency, minor: limit })}.`;
  }
  return null;
}

/** May this person do it, for this merchant if one is named? For pages, which show only what their reader may; `authorize` decides. */
export function may(person: Person, deed: PermissionName, merchant?: string): boolean {
  return hasRole(person.role, permission(deed).role) && (merchant === undefined || seesMerchant(person, merchant));
}

/** Why this person may not approve these amounts, as a sentence of its own; null where they may. */
export function whyNotApprove(person: Person, amounts: readonly Money[]): string | null {
  const { role } = permission('approve');
  if (!hasRole(person.role, role)) return `It needs the role ${role}, not ${person.role}.`;
  const why = whyAboveLimit(person, amounts);
  return why && why[0]!.toUpperCase() + why.slice(1);
}
