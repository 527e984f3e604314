import { beforeAll, expect, it } from 'vitest';
import { type FileOwners, findFileMaker, type UnknownFileMaker } from '../../../src/engine/inbox/file-maker.ts';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import type { InboxFile } from '../../../src/ledger/operations/inbox-file.ts';
import { insertUser } from '../../../src/ledger/users/user.ts';
import { describeDatabases } from '../../support/database.ts';

const OWNERS: FileOwners = { own: 1, silent: [0], nameOf: async () => 'anna' };

describeDatabases('the uploader of a dropped file', (database) => {
  let ledger: Ledger;
  beforeAll(async () => {
    ledger = await database.open();
    const rights = { role: 'maker', merchants: null, limits: null, password: null } as const;
    await insertUser(ledger.db, { name: 'anna', ...rights }, new Date());
  });

  it.each<[what: string, file: Partial<InboxFile>, unknown: UnknownFileMaker | null]>([
    ['its owner', {}, null],
    ['its owner, in their folder', { user_folder: 'anna' }, null],
    [
      'the user of its folder, whatever its mode, if a mount hides its owner',
      { owner_uid: 0n, user_folder: 'anna', others_may_write: true },
      null,
    ],
    ['unknown if others may write to it', { others_may_write: true }, 'others_may_write'],
    [
      'unknown if others may write to it in the folder of its owner',
      { user_folder: 'anna', others_may_write: true },
      'others_may_write',
    ],
    ['unknown in the folder of another user', { user_folder: 'cleo' }, 'folder_disagrees'],
  ])('G7: is %s', async (_, file, unknown) => {
    const dropped = { owner_uid: 7n, user_folder: null, others_may_write: false, ...file } as InboxFile;
    const found = await findFileMaker(ledger.db, OWNERS, dropped, 'inbox');
    expect([found.actor.name, found.unknown]).toEqual([unknown === null ? 'anna' : 'inbox', unknown]);
  });
});
