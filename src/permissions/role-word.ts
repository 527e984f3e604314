import type { UserRole } from '../ledger/users/user.ts';

/** A role as people read it: `Approver`. */
export function roleWord(role: UserRole): string {
  return `${role[0]!.toUpperCase()}${role.slice(1)}`;
}
