import { isSamePerson } from '../../batches/approve.ts';
import type { Db } from '../../ledger/open-ledger.ts';
import { listUsers, type UserRole } from '../../ledger/user.ts';
import { hasRole, seesMerchant } from '../users/access.ts';
import type { NoticeKind } from './notice.ts';
import type { Target } from './targets.ts';

/** Who can act on a notice, and so gets it without having asked: the least role, or only who made the run. */
const ACTS: Readonly<Record<NoticeKind, UserRole | 'its maker'>> = {
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
export interface NoticeAbout {
  readonly merchants: readonly string[];
  /** Who made its runs. */
  readonly makers: readonly string[];
  /** Who has approved it as the first of two. */
  readonly approved?: readonly string[];
}

/**
 * Users with an address who can act on it: of its merchants, with the role, and an approval never to who made the run or gave the first
 * approval. Who has chosen kinds gets those, whatever their role, but an approval that they may not give.
 */
export async function userTargets(
  db: Db,
  kind: NoticeKind,
  { merchants, makers, approved = [] }: NoticeAbout,
): Promise<readonly Target[]> {
  const acts = ACTS[kind];
  const among = (name: string, names: readonly string[]) => names.some((one) => isSamePerson(one, name));
  const users = (await listUsers(db)).filter((user) => {
    const { name, role, email, notice_kinds: kinds, disabled_at } = user;
    if (email === null || disabled_at !== null) return false;
    if (merchants.length > 0 && !merchants.some((merchant) => seesMerchant(user, merchant))) return false;
    if (kind === 'needs_approval')
      return hasRole(role, 'approver') && !among(name, [...makers, ...approved]) && (kinds?.includes(kind) ?? true);
    if (kinds !== null) return kinds.includes(kind);
    return acts === 'its maker' ? among(name, makers) : hasRole(role, acts);
  });
  return [...new Set(users.map(({ email }) => email!))].map((target) => ({ channel: 'email' as const, target }));
}
