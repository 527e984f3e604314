import { isSamePerson } from '../../batches/approve.ts';
import type { UserRole, UserRow } from '../../ledger/users/user.ts';
import { hasRole, seesMerchant } from '../users/access.ts';
import type { NotificationKind } from './notification-content.ts';

/** Who can act on a notice, and so gets it without having asked: the least role, or only who made the run. */
const ACTS: Readonly<Record<NotificationKind, UserRole | 'its maker'>> = {
  finished: 'its maker',
  needs_approval: 'approver',
  needs_funds: 'maker',
  needs_service_approval: 'maker',
  rows_failed: 'its maker',
  rows_held: 'approver',
  needs_person: 'approver',
  sheet_refused: 'maker',
  nothing_arrived: 'maker',
};

/** Whom a notice is about. */
export interface NotificationAbout {
  /** Merchants that it tells of; none if it is about a file of no merchant. */
  readonly merchants: readonly string[];
  /** All merchants of its sheet, if it has more. */
  readonly among?: readonly string[];
  /** Who made its runs. */
  readonly makers: readonly string[];
  /** Who has approved it as the first of two. */
  readonly approved?: readonly string[];
}

/** Of these merchants, those that a user is told of: they may see them, and have not chosen others. */
export function merchantsToldTo(user: UserRow, merchants: readonly string[]): readonly string[] {
  const { notice_merchants: chosen } = user;
  return merchants.filter((merchant) => seesMerchant(user, merchant) && (chosen?.includes(merchant) ?? true));
}

/** Is this one of those who may never approve it: its makers, and who gave the first of two approvals? */
export const isBarred = ({ name }: UserRow, { makers, approved = [] }: NotificationAbout): boolean =>
  [...makers, ...approved].some((one) => isSamePerson(one, name));

/**
 * Addresses of users who can act on it: told of exactly its merchants, so that nobody reads of one that they may not see, with the role, and
 * an approval never to who made the run or gave the first approval. Who has chosen kinds gets those, whatever their role, but an approval
 * that they may not give.
 */
export function userTargets(
  users: readonly UserRow[],
  kind: NotificationKind,
  about: NotificationAbout,
): readonly string[] {
  const { merchants, among = merchants, makers } = about;
  const acts = ACTS[kind];
  const told = users.filter((user) => {
    const { name, role, email, notice_kinds: kinds, disabled_at } = user;
    if (email === null || disabled_at !== null) return false;
    const theirs = new Set(merchantsToldTo(user, among));
    if (merchants.length > 0 && (theirs.size !== merchants.length || !merchants.every((one) => theirs.has(one))))
      return false;
    if (kind === 'needs_approval')
      return hasRole(role, 'approver') && !isBarred(user, about) && (kinds?.includes(kind) ?? true);
    if (kinds !== null) return kinds.includes(kind);
    return acts === 'its maker' ? makers.some((maker) => isSamePerson(maker, name)) : hasRole(role, acts);
  });
  return [...new Set(told.map(({ email }) => email!))];
}
