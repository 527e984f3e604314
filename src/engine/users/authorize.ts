import { isSamePerson } from '../../batches/approve.ts';
import { PayrunError } from '../../errors.ts';
import type { Db } from '../../ledger/db/db.ts';
import { findUser, hasAdmin, hasUsers, type UserRow } from '../../ledger/users/user.ts';
import type { Money } from '../../model.ts';
import { hasRole, seesMerchant, whyAboveLimit } from './access.ts';
import type { Actor } from './actor.ts';
import { type PermissionName, permission } from './permissions.ts';

const REFUSALS = {
  maker: (name: string) => new PayrunError('maker_is_approver', { name }),
  typist: (name: string, payments: number) => new PayrunError('typist_is_approver', { name, payments }),
  bringer: (name: string) => new PayrunError('bringer_is_approver', { name }),
} as const;

/** Somebody who made what is decided about, or typed or brought its bank details. */
export interface PartTaken {
  readonly name: string;
  readonly part: keyof typeof REFUSALS;
  /** Of how many payments. */
  readonly payments?: number;
}

/** What a deed is about. */
export interface PermissionObject {
  /** Every merchant that it concerns. */
  readonly merchants?: readonly string[];
  /** Leaves the balance by it, by currency, with the fees that are known. */
  readonly amounts?: readonly Money[];
  /** Who may not decide because they had a part in it. */
  readonly parts?: readonly PartTaken[];
  /** Thrown where the object is not in a state for the deed. */
  readonly wrongState?: PayrunError | null | false;
}

/**
 * Stands before every deed: the user exists and is enabled, has the role, the merchants and the limits; the object is in a state
 * for it; and four eyes. Returns the user; null in an installation without users, where four eyes and states still count, and for
 * an actor without a person. Throws `may_not_decide`, `maker_is_approver`, `typist_is_approver`, `bringer_is_approver`, and `wrongState`.
 */
export async function authorize(
  db: Db,
  actor: Actor,
  deed: PermissionName,
  { merchants = [], amounts = [], parts = [], wrongState }: PermissionObject = {},
): Promise<UserRow | null> {
  const { words, role, scope, limited, fourEyes, unattended, first } = permission(deed);
  const refuse = (detail: string) => new PayrunError('may_not_decide', { name: actor.name, deed: words, detail });
  const user = actor.unattended ? null : await userOf(db, actor, refuse);
  // If no admin is left, a known user makes one; the very first user is added by whoever sits at the machine.
  if (first && actor.door === 'cli' && !(await hasAdmin(db))) return user;
  if (actor.unattended && !unattended) throw refuse('a person decides this.');
  if (user) {
    if (!hasRole(user.role, role)) throw refuse(`it needs the role ${role}, not ${user.role}.`);
    if (scope === 'installation' && user.merchants !== null) throw refuse('it needs an admin of all merchants.');
    const other = merchants.find((merchant) => !seesMerchant(user, merchant));
    if (other !== undefined) throw refuse(`merchant ${other} is not one of theirs.`);
  }
  if (wrongState) throw wrongState;
  for (const { name, part, payments = 0 } of fourEyes ? parts : [])
    if (isSamePerson(actor.name, name)) throw REFUSALS[part](actor.name, payments);
  const above = user && limited ? whyAboveLimit(user, amounts) : null;
  if (above !== null) throw refuse(above);
  return user;
}

/** Null where the installation has no users yet. */
async function userOf(db: Db, { name }: Actor, refuse: (detail: string) => PayrunError): Promise<UserRow | null> {
  const user = await findUser(db, name);
  if (user?.disabled_at) throw refuse('the user is disabled.');
  if (user) return user;
  if (await hasUsers(db)) throw refuse('there is no such user.');
  return null;
}
