import { isSamePerson } from '../../ledger/users/name-key.ts';
import type { UserRole, UserRow } from '../../ledger/users/user.ts';
import { hasRole, seesMerchant } from '../../permissions/access.ts';
import type { NotificationKind } from './notification-content.ts';

/**
 * The users who can act on a notification and get it by default: those with at least this role, or only the uploader of
 * the run. `its maker or makers`: if the uploader is unknown, as with a dropped file, every maker can act on it.
 */
const ACTS: Readonly<Record<NotificationKind, UserRole | 'its maker' | 'its maker or makers'>> = {
  finished: 'its maker',
  needs_approval: 'approver',
  needs_funds: 'maker',
  needs_service_approval: 'maker',
  rows_failed: 'its maker or makers',
  rows_held: 'approver',
  needs_person: 'approver',
  pay_date_moved: 'its maker or makers',
  sheet_refused: 'maker',
  nothing_arrived: 'maker',
};

/** The subject of a notification. */
export interface NotificationAbout {
  /** The merchants that it covers; empty if it is about a file of no merchant. */
  readonly merchants: readonly string[];
  /** All merchants of its sheet, if it has more. */
  readonly among?: readonly string[];
  /** The uploaders of its runs. */
  readonly makers: readonly string[];
  /** The approvers who may approve none of its runs. */
  readonly barred?: readonly string[];
  /** Users whom it concerns whatever their role, as those who approved the run. */
  readonly concerned?: readonly string[];
  /** The user who caused it and so needs no notification. */
  readonly by?: string | null;
}

/** The merchants of a list that a user is notified about: those that the user may see. */
export function merchantsNotifiedTo(user: UserRow, merchants: readonly string[]): readonly string[] {
  return merchants.filter((merchant) => seesMerchant(user, merchant));
}

/** Whether the user may not approve it. */
export const isBarred = ({ name }: UserRow, { makers, barred = [] }: NotificationAbout): boolean =>
  [...makers, ...barred].some((one) => isSamePerson(one, name));

/**
 * The addresses of users who can act on a notification. It must cover exactly the merchants that the user is notified
 * about, so that no one reads about a merchant they may not see. Users who chose kinds get those, whatever their role;
 * the others get the kinds of their role. A request for approval only goes to approvers who may give it.
 */
export function userTargets(
  users: readonly UserRow[],
  kind: NotificationKind,
  about: NotificationAbout,
): readonly string[] {
  const { merchants, among = merchants, makers, concerned = [], by = null } = about;
  const isAmong = (names: readonly string[], { name }: UserRow) => names.some((one) => isSamePerson(one, name));
  const isMaker = (user: UserRow) => isAmong(makers, user);
  const isMadeByUser = users.some((user) => user.disabled_at === null && isMaker(user));
  const acts = ACTS[kind] === 'its maker or makers' ? (isMadeByUser ? 'its maker' : 'maker') : ACTS[kind];
  const notified = users.filter((user) => {
    const { role, email, notification_kinds: kinds, disabled_at } = user;
    if (email === null || disabled_at !== null || (by !== null && isAmong([by], user))) return false;
    const userMerchants = new Set(merchantsNotifiedTo(user, among));
    if (
      merchants.length > 0 &&
      (userMerchants.size !== merchants.length || !merchants.every((one) => userMerchants.has(one)))
    )
      return false;
    if (kind === 'needs_approval')
      return hasRole(role, 'approver') && !isBarred(user, about) && (kinds?.includes(kind) ?? true);
    if (kinds !== null) return kinds.includes(kind);
    return isAmong(concerned, user) || (acts === 'its maker' ? isMaker(user) : hasRole(role, acts));
  });
  return [...new Set(notified.map(({ email }) => email!))];
}
