import { limitOf } from '../../config.ts';
import { USER_ROLES, type UserRole } from '../../ledger/user.ts';
import type { Money } from '../../model.ts';
import { showMoney } from '../../money.ts';

/** THE TABLE of who may do what: the least role that may. */
export const MAY = {
  see: 'viewer',
  upload: 'maker',
  fix: 'maker',
  rerun: 'maker',
  resume: 'maker',
  approve: 'approver',
  reject: 'approver',
  release: 'approver',
  resolve: 'approver',
  accept: 'approver',
  settings: 'admin',
  users: 'admin',
} as const satisfies Record<string, UserRole>;

export type Deed = keyof typeof MAY;

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

/** May this person do it, for this merchant where one is named? */
export function may(person: Person, deed: Deed, merchant?: string): boolean {
  return hasRole(person.role, MAY[deed]) && (merchant === undefined || seesMerchant(person, merchant));
}

/** May this person see what belongs to a merchant? Where not, the page answers as if it did not exist. */
export function seesMerchant({ merchants }: Person, merchant: string): boolean {
  return merchants === null || merchants.includes(merchant);
}

/**
 * Why this person may not approve these amounts (what leaves the balance, by currency); null where they may. A currency that the limits
 * do not name is one that they may not approve.
 */
export function whyNotApprove(person: Person, amounts: readonly Money[]): string | null {
  if (!hasRole(person.role, MAY.approve)) return `It needs the role ${MAY.approve}, not ${person.role}.`;
  if (person.limits === null) return null;
  for (const { currency, minor } of amounts) {
    const limit = limitOf(person.limits, currency);
    if (limit === null) return `Payments in ${currency} are not among what may be approved.`;
    if (minor > limit)
      return `${showMoney({ currency, minor })} is above the limit of ${showMoney({ currency, minor: limit })}.`;
  }
  return null;
}
