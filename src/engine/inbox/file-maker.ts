import type { BigIntStats } from 'node:fs';
import type { Db } from '../../ledger/db/db.ts';
import type { InboxFile } from '../../ledger/operations/inbox-file.ts';
import { isSamePerson } from '../../ledger/users/name-key.ts';
import { findUserOfAccount, hasUsers } from '../../ledger/users/user.ts';
import { type Actor, fileOwnerActor, inboxActor } from '../../permissions/actor.ts';
import { osAccountName } from '../users/os-account-name.ts';

/** The operating system's answers about the owners of files. */
export interface FileOwners {
  /** The account that this process runs as. Files that this process copied belong to it too. */
  readonly own: number;
  readonly nameOf: (uid: number) => Promise<string>;
}

export const realOwners: FileOwners = { own: process.getuid?.() ?? -1, nameOf: osAccountName };

/** Why the dropper of a sheet is not known; stored with its run. */
export type UnknownFileMaker = 'owner_silent' | 'no_user' | 'others_may_write' | 'folder_disagrees' | 'owner_changed';

export interface FileMaker {
  readonly actor: Actor;
  /** Null if the dropper is known. */
  readonly unknown: UnknownFileMaker | null;
}

/** Owners of files on network mounts: root and nobody. Like Payrun's own account, they tell nothing of the dropper. */
const NETWORK_OWNERS: readonly number[] = [0, 65_534, 4_294_967_294];

const GROUP_MAY_WRITE = 0o020n;
const OTHERS_MAY_WRITE = 0o002n;

/**
 * Whether another account than the owner may have written the file. Many systems give each account a group with the
 * same number.
 */
function othersMayWrite({ mode, uid, gid }: BigIntStats): boolean {
  return (mode & OTHERS_MAY_WRITE) !== 0n || ((mode & GROUP_MAY_WRITE) !== 0n && gid !== uid);
}

/**
 * The dropper of a file: its owner, or the user whose folder it is in if the owner says nothing. If the two disagree,
 * the dropper is unknown and `maker` takes their place. `stat` is of the file as it is read now.
 */
export async function fileMakerOf(
  db: Db,
  owners: FileOwners,
  file: Pick<InboxFile, 'owner_uid' | 'user_folder'>,
  stat: BigIntStats,
  maker: string,
): Promise<FileMaker> {
  const { user_folder: folder } = file;
  const known = (name: string, account: string | null): FileMaker => ({
    actor: fileOwnerActor(name, account),
    unknown: null,
  });
  const unknown = (why: UnknownFileMaker, account: string | null = null): FileMaker => ({
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
