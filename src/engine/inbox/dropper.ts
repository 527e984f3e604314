import type { BigIntStats } from 'node:fs';
import type { Db } from '../../ledger/db/db.ts';
import type { InboxFile } from '../../ledger/operations/inbox-file.ts';
import { findUserOfAccount, hasUsers } from '../../ledger/users/user.ts';
import { accountName } from '../users/account-name.ts';
import { type Actor, dropperActor, inboxActor } from '../users/actor.ts';
import { isSamePerson } from '../users/same-person.ts';

/** What the operating system says of the owners of files. */
export interface FileOwners {
  /** The account that this process runs as: a file that was copied by it belongs to it too. */
  readonly own: number;
  readonly nameOf: (uid: number) => Promise<string>;
}

export const realOwners: FileOwners = { own: process.getuid?.() ?? -1, nameOf: accountName };

/** Why nobody knows who dropped a sheet; kept with its run. */
export type UnknownDropper = 'owner_silent' | 'no_user' | 'others_may_write' | 'folder_disagrees' | 'owner_changed';

export interface Dropper {
  readonly actor: Actor;
  /** Null: they are known. */
  readonly unknown: UnknownDropper | null;
}

/** Owners of files on network mounts: the administrator, and nobody. Their files say as little as those of Payrun's own account. */
const NETWORK_OWNERS: readonly number[] = [0, 65_534, 4_294_967_294];

const GROUP_MAY_WRITE = 0o020n;
const OTHERS_MAY_WRITE = 0o002n;

/** Whether somebody else than its owner may have written the file. Many systems give each account a group of its own, of the same number. */
function othersMayWrite({ mode, uid, gid }: BigIntStats): boolean {
  return (mode & OTHERS_MAY_WRITE) !== 0n || ((mode & GROUP_MAY_WRITE) !== 0n && gid !== uid);
}

/**
 * Who dropped a file: its owner, or the user in whose folder it was dropped if the owner says nothing. If both say something and they
 * disagree, nobody knows; then `maker` stands for them. `stat` is of the file that is read now.
 */
export async function dropperOf(
  db: Db,
  owners: FileOwners,
  file: Pick<InboxFile, 'owner_uid' | 'user_folder'>,
  stat: BigIntStats,
  maker: string,
): Promise<Dropper> {
  const { user_folder: folder } = file;
  const known = (name: string, account: string | null): Dropper => ({
    actor: dropperActor(name, account),
    unknown: null,
  });
  const unknown = (why: UnknownDropper, account: string | null = null): Dropper => ({
    actor: { ...inboxActor(maker), osUser: account },
    unknown: why,
  });
  if (stat.uid !== file.owner_uid) return unknown('owner_changed');
  const uid = Number(stat.uid);
  if (uid === owners.own || NETWORK_OWNERS.includes(uid))
    return folder === null ? unknown('owner_silent') : known(folder, null);
  const account = await owners.nameOf(uid);
  const name = (await findUserOfAccount(db, account))?.name ?? ((await hasUsers(db)) ? null : account);
  if (name === null) return unknown('no_user', account);
  if (folder !== null) return isSamePerson(folder, name) ? known(name, account) : unknown('folder_disagrees', account);
  return othersMayWrite(stat) ? unknown('others_may_write', account) : known(name, account);
}
