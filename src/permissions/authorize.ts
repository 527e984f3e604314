import { PayrunError } from '../errors.ts';
import type { Db } from '../ledger/db/db.ts';
import { isSamePerson } from '../ledger/users/name-key.ts';
import {
  findUser,
  getTokenCreator,
  hasAdmin,
  hasUsers,
  listUsers,
  type UserRow,
  userOfMakerAccount,
} from '../ledger/users/user.ts';
import type { Money } from '../model.ts';
import { aboveLimitReason, hasRole, seesMerchant } from './access.ts';
import type { Actor } from './actor.ts';
import { type PermissionName, permission } from './permissions.ts';

/** The text of a refusal: the user, the refused action, and the command with which someone else does it. */
interface Refusal {
  readonly name: string;
  readonly deed: string;
  readonly payments: number;
  readonly command: string;
  /** Added to the next step if no other user may do it yet. */
  readonly missing: string;
}

const OWN_ACCOUNT = ' (from their operating system account)';
const OWN_TOKEN = ' (through a program whose token they added)';

const REFUSALS = {
  maker: ({ name, deed, command, missing }: Refusal) =>
    new PayrunError('maker_is_approver', { name, from: '', deed, command, missing }),
  account: ({ name, deed, command, missing }: Refusal) =>
    new PayrunError('maker_is_approver', { name, from: OWN_ACCOUNT, deed, command, missing }),
  token: ({ name, deed, command, missing }: Refusal) =>
    new PayrunError('maker_is_approver', { name, from: OWN_TOKEN, deed, command, missing }),
  author: ({ name, payments, command, missing }: Refusal) =>
    new PayrunError('account_author_is_approver', { name, payments, command, missing }),
  editor: ({ name, command, missing }: Refusal) =>
    new PayrunError('details_editor_is_approver', { name, command, missing }),
} as const;

/** A user who made the object, or entered or changed its bank details. */
export interface PartTaken {
  readonly name: string;
  readonly part: keyof typeof REFUSALS;
  /** The number of payments concerned. */
  readonly payments?: number;
}

/**
 * The makers of a run: its uploader, the user of the operating system account, and if a program created it, the user
 * who added its token and has seen it.
 */
export async function getMakers(db: Db, run: bigint, maker: string): Promise<readonly PartTaken[]> {
  const user = await userOfMakerAccount(db, run);
  const admin = await getTokenCreator(db, maker);
  return [
    { name: maker, part: 'maker' },
    ...(user === null ? [] : [{ name: user, part: 'account' as const }]),
    ...(admin === null ? [] : [{ name: admin, part: 'token' as const }]),
  ];
}

/** A user who does something now, or who did it before. */
export type ActingUser = Pick<Actor, 'name'> & Partial<Pick<Actor, 'channel' | 'owner' | 'unattended'>>;

/** The object of an operation. */
export interface PermissionObject {
  /** Every merchant that it concerns. */
  readonly merchants?: readonly string[];
  /** The total debits by currency, with the known fees. */
  readonly amounts?: readonly Money[];
  /** Users who may not decide because they took part. */
  readonly parts?: readonly PartTaken[];
  /** The words after `payrun` with which another user does it: `approve 12`. */
  readonly command?: string;
  /** Thrown if the object is not in a state for the operation. */
  readonly wrongState?: PayrunError | null | false;
}

/**
 * Checks every operation: the user exists and is enabled, and has the role, the merchants and the limits; the object is
 * in the right state; four eyes. Returns the user; null for an unattended actor, and in an installation without users,
 * where states and four eyes still apply. Throws `may_not_decide`, `maker_is_approver`, `account_author_is_approver`,
 * `details_editor_is_approver`, and `wrongState`.
 */
export async function authorize(
  db: Db,
  actor: ActingUser,
  name: PermissionName,
  { merchants = [], amounts = [], parts = [], command = '', wrongState }: PermissionObject = {},
): Promise<UserRow | null> {
  const { words, role, scope, limited, fourEyes, unattended, first } = permission(name);
  const refuse = (detail: string) => new PayrunError('may_not_decide', { name: actor.name, action: words, detail });
  if (first && actor.owner && actor.channel === 'cli' && !(await hasAdmin(db))) return null;
  const user = actor.unattended ? null : await userOf(db, actor, refuse);
  if (first && actor.channel === 'cli' && !user && !actor.unattended) return null;
  if (actor.unattended && !unattended) throw refuse('only a person can do this.');
  if (user) {
    if (!hasRole(user.role, role)) throw refuse(`it requires the role ${role}, not ${user.role}.`);
    if (scope === 'installation' && user.merchants !== null) throw refuse('it requires an admin of all merchants.');
    const other = merchants.find((merchant) => !seesMerchant(user, merchant));
    if (other !== undefined) throw refuse(`they do not have access to merchant ${other}.`);
  }
  if (wrongState) throw wrongState;
  const taken = fourEyes ? parts.find((one) => isSamePerson(actor.name, one.name)) : undefined;
  if (taken) {
    const missing = (await hasAnother(db, actor.name, role)) ? '' : NO_OTHER;
    throw REFUSALS[taken.part]({ name: actor.name, deed: words, payments: taken.payments ?? 0, command, missing });
  }
  const above = user && limited ? aboveLimitReason(user, amounts) : null;
  if (above !== null) throw refuse(above);
  return user;
}

const NO_OTHER = ', and no other user can yet (add one with `payrun users add NAME --role approver`)';

/** Whether a user other than this one has the role. */
async function hasAnother(db: Db, name: string, needed: UserRow['role']): Promise<boolean> {
  const users = await listUsers(db);
  return users.some(
    ({ name: other, role, disabled_at }) => !disabled_at && hasRole(role, needed) && !isSamePerson(other, name),
  );
}

/** Null if the installation has no users yet. */
async function userOf(
  db: Db,
  { name, channel = 'api' }: ActingUser,
  refuse: (detail: string) => PayrunError,
): Promise<UserRow | null> {
  const user = await findUser(db, name);
  if (user?.is_program && channel !== 'api') throw refuse('a program can act only with its token.');
  if (user?.disabled_at) throw refuse('the user is disabled.');
  if (user) return user;
  if (await hasUsers(db)) throw refuse('there is no such user.');
  return null;
}
