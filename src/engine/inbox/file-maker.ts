import type { Db } from '../../ledger/db/db.ts';
import type { InboxFile } from '../../ledger/operations/inbox-file.ts';
import { isSamePerson } from '../../ledger/users/name-key.ts';
import { findAccountUser, hasUsers } from '../../ledger/users/user.ts';
import { type Actor, fileOwnerActor, inboxActor } from '../../permissions/actor.ts';
import { osAccountName } from '../users/os-account-name.ts';

/** The operating system's answers about the owners of files. */
export interface FileOwners {
  /** The account that this process runs as. The copies that it writes belong to it. */
  readonly own: number;
  /** Owners of files on network mounts: root and `nobody`, which do not identify the uploader. */
  readonly silent: readonly number[];
  readonly nameOf: (uid: number) => Promise<string>;
}

export const realOwners: FileOwners = {
  own: process.getuid?.() ?? -1,
  silent: [0, 65_534, 4_294_967_294],
  nameOf: osAccountName,
};

/** The reason that the uploader of a sheet is not known; stored with its run. */
export type UnknownFileMaker = 'owner_silent' | 'no_user' | 'others_may_write' | 'folder_disagrees';

export interface FileMaker {
  readonly actor: Actor;
  /** Null if the uploader is known. */
  readonly unknown: UnknownFileMaker | null;
}

/**
 * The uploader of a file: its owner, or the user whose folder it is in if the owner is silent. If the two disagree, or
 * others may write to the owner's file, the uploader is unknown and `maker` replaces them. A file that belongs to
 * Payrun's own account may be a copy that Payrun wrote, so its folder proves nothing: others can bring such files.
 */
export async function findFileMaker(
  db: Db,
  owners: FileOwners,
  { owner_uid, user_folder: folder, others_may_write }: InboxFile,
  maker: string,
): Promise<FileMaker> {
  const known = (name: string, account: string | null): FileMaker => ({
    actor: fileOwnerActor(name, account),
    unknown: null,
  });
  const unknown = (why: UnknownFileMaker, account: string | null = null): FileMaker => ({
    actor: { ...inboxActor(maker), osUser: account },
    unknown: why,
  });
  const uid = Number(owner_uid);
  if (uid === owners.own) return unknown('owner_silent');
  if (owners.silent.includes(uid)) return folder === null ? unknown('owner_silent') : known(folder, null);
  const account = await owners.nameOf(uid);
  const name = (await findAccountUser(db, account))?.name ?? ((await hasUsers(db)) ? null : account);
  if (name === null) return unknown('no_user', account);
  if (folder !== null && !isSamePerson(folder, name)) return unknown('folder_disagrees', account);
  return others_may_write ? unknown('others_may_write', account) : known(name, account);
}
