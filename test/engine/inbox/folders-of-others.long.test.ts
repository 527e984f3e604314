import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { AppContext } from '../../../src/engine/context/app-context.ts';
import { type InboxDisk, realDisk } from '../../../src/engine/inbox/inbox-disk.ts';
import { openSheetFile } from '../../../src/ledger/runs/sheet.ts';
import { insertUser } from '../../../src/ledger/users/user.ts';
import { describeDatabases } from '../../support/database.ts';
import { testPayroll } from '../../support/payroll.ts';
import { diskError, newSheet, removeInbox, type TestInbox, testInbox } from './inbox-folder.ts';

vi.setConfig({ testTimeout: 240_000 });

const OWN = ['processing', 'done', 'failed'];

/** A look alone changes and reads nothing, so it is enough to come before what follows it. */
const LOOKS = ['look', 'entries', 'mayRead', 'mayWrite', 'freeBytes'];

/** A disk on which someone else does something just before operation `n`. */
function interrupted(n: number, act: () => void): { disk: InboxDisk; operations: () => number } {
  let operations = 0;
  const disk = Object.fromEntries(
    Object.entries(realDisk).map(([name, of]) => [
      name,
      async (...args: unknown[]) => {
        if (!LOOKS.includes(name)) operations += 1;
        if (!LOOKS.includes(name) && operations === n) act();
        return (of as (...given: unknown[]) => unknown)(...args);
      },
    ]),
  ) as unknown as InboxDisk;
  return { disk, operations: () => operations };
}

describeDatabases('in folders that belong to others, whatever they do there at whatever moment,', (database) => {
  const payroll = testPayroll(database);
  let appContext: AppContext;
  const open: TestInbox[] = [];
  beforeAll(async () => {
    appContext = await payroll.appContext({ 'approval.policy': 'manual' });
    await appContext.service(appContext.defaultMerchant);
    for (const name of ['mia', 'bob'])
      await insertUser(
        appContext.ledger.db,
        { name, role: 'approver', merchants: null, limits: null, password: null },
        new Date(),
      );
  });
  afterEach(async () => {
    for (const inbox of open.splice(0)) await removeInbox(inbox);
  });

  const at = (inbox: TestInbox, ...below: string[]) => join(inbox.folder, appContext.defaultMerchant, ...below);
  /** Mia's folder and Bob's. */
  const newInbox = () => {
    const inbox = testInbox(appContext);
    open.push(inbox);
    for (const name of ['mia', 'bob']) mkdirSync(at(inbox, name), { recursive: true });
    return inbox;
  };
  const dropAsMia = (inbox: TestInbox, content = newSheet(), mode = 0o640) => {
    const path = inbox.drop(join(appContext.defaultMerchant, 'mia', 'june.csv'), content);
    chmodSync(path, mode);
    return path;
  };
  const end = async (inbox: TestInbox) => {
    for (const run of inbox.queued)
      await appContext.ledger.db.query(
        `update payrun.run set status = 'paid', finished_at = now(), intake_at = now(), rows_in = 1, totals_in = '{}' where id = $1`,
        [run],
      );
  };
  /** The bytes of the runs of an inbox, and the users' folders from which they came. */
  const stored = async (inbox: TestInbox) => {
    const { db, vault } = appContext.ledger;
    const { rows } = await db.query<{ sheet_id: string; user_folder: string }>(
      `select r.sheet_id, f.user_folder from payrun.run r join payrun.inbox_file f on f.run_id = r.id
       where r.id = any($1) order by r.id`,
      [inbox.queued],
    );
    return Promise.all(
      rows.map(async ({ sheet_id, user_folder }) => {
        const parts: Buffer[] = [];
        for await (const part of openSheetFile(db, vault, sheet_id)) parts.push(part as Buffer);
        return { from: user_folder, bytes: Buffer.concat(parts).toString() };
      }),
    );
  };
  /** Does `work` on a disk that is disturbed before every third of its operations, and once not at all. */
  const atEachMoment = async (work: (n: number, of: typeof interrupted) => Promise<number>) => {
    const all = await work(Number.POSITIVE_INFINITY, interrupted);
    const limit = pLimit(6);
    const moments = Array.from({ length: all }, (_, n) => n + 1).filter((n) => n % 3 === 1);
    await Promise.all(moments.map((n) => limit(() => work(n, interrupted))));
  };

  it('a sheet of one user does not become one of another: no link in place of a folder is written through', () =>
    atEachMoment(async (n, of) => {
      const inbox = newInbox();
      dropAsMia(inbox);
      await inbox.pass();
      await end(inbox);
      // She takes her file away wherever it is, so that Payrun has to bring it back.
      for (const name of inbox.list(appContext.defaultMerchant, 'mia', 'processing'))
        rmSync(at(inbox, 'mia', 'processing', name));
      const { disk, operations } = of(n, () => {
        for (const own of OWN) {
          const path = at(inbox, 'mia', own);
          if (existsSync(path)) renameSync(path, `${path}.moved`);
          symlinkSync('../bob', path);
        }
      });
      await inbox.pass(1, { disk });
      await inbox.pass(2);
      expect(readdirSync(at(inbox, 'bob')), `exchanged before operation ${n}`).toEqual([]);
      expect(inbox.queued).toHaveLength(1);
      return operations();
    }));

  it('the modes of files are those that their owners gave them', () =>
    atEachMoment(async (n, of) => {
      const inbox = newInbox();
      const secret = join(payroll.folder, `secret-${n}.txt`);
      writeFileSync(secret, 'of someone else');
      chmodSync(secret, 0o600);
      dropAsMia(inbox, newSheet(), 0o666);
      await inbox.pass();
      await end(inbox);
      const { disk, operations } = of(n, () => {
        for (const own of OWN)
          for (const name of inbox.list(appContext.defaultMerchant, 'mia', own)) {
            rmSync(at(inbox, 'mia', own, name));
            symlinkSync(secret, at(inbox, 'mia', own, name));
          }
      });
      await inbox.pass(1, { disk });
      await inbox.pass(2);
      expect(statSync(secret).mode & 0o777, `exchanged before operation ${n}`).toBe(0o600);
      expect(readFileSync(secret, 'utf8')).toBe('of someone else');
      return operations();
    }));

  it('a folder that leads to another one in the middle of it costs no one a file and brings no one one', () =>
    atEachMoment(async (n, of) => {
      const inbox = newInbox();
      const [mine, theirs] = [newSheet(), newSheet()];
      dropAsMia(inbox, mine);
      await inbox.pass(1);
      const { disk, operations } = of(n, () => {
        renameSync(at(inbox, 'mia'), at(inbox, 'away'));
        writeFileSync(at(inbox, 'bob', 'june.csv'), theirs);
        symlinkSync('bob', at(inbox, 'mia'));
      });
      await inbox.pass(1, { disk });
      await inbox.pass(4);
      const found = await stored(inbox);
      expect(found.filter(({ bytes }) => bytes === theirs).map(({ from }) => from)).toEqual(
        operations() < n ? [] : ['bob'],
      );
      expect(found.filter(({ bytes }) => bytes === mine).every(({ from }) => from === 'mia')).toBe(true);
      return operations();
    }));

  it.each(['renamed', 'written'])(
    'G4: a file that is exchanged (%s) is read as it was, as it is then, or both: never mixed, never lost',
    (how) =>
      atEachMoment(async (n, of) => {
        const inbox = newInbox();
        const [before, after] = [newSheet(), newSheet(2)];
        const path = dropAsMia(inbox, before);
        await inbox.pass(1);
        const { disk, operations } = of(n, () => {
          if (how === 'written') return writeFileSync(path, after);
          writeFileSync(`${path}.part`, after);
          renameSync(`${path}.part`, path);
        });
        await inbox.pass(1, { disk });
        await inbox.pass(6);
        const bytes = (await stored(inbox)).map((one) => one.bytes);
        if (operations() < n) expect(bytes).toEqual([before]);
        else expect([[before, after], [after]], `${how} before operation ${n}`).toContainEqual(bytes);
        return operations();
      }),
  );

  const EXCHANGED: readonly [what: string, put: (path: string, outside: string) => void][] = [
    ['a link', (path, outside) => symlinkSync(outside, path)],
    ['a second name of another file', (path, outside) => linkSync(outside, path)],
    ['a pipe that no one writes to', (path) => execFileSync('mkfifo', [path])],
  ];
  it.each(EXCHANGED)('nothing else is read if %s takes the place of a sheet or its control total', async (_, put) => {
    for (const which of ['june.csv', 'june.control.json']) {
      const inbox = newInbox();
      const outside = payroll.sheet('outside.csv', newSheet());
      dropAsMia(inbox);
      inbox.drop(
        join(appContext.defaultMerchant, 'mia', 'june.control.json'),
        '{"rows": 1, "totals": {"EUR": "101.25"}}',
      );
      await inbox.pass(1);
      const disk: InboxDisk = {
        ...realDisk,
        openFile(path) {
          const found = at(inbox, 'mia', which);
          if (path.endsWith('june.csv') && existsSync(found) && lstatSync(found).isFile()) {
            rmSync(found);
            put(found, outside);
          }
          return realDisk.openFile(path);
        },
      };
      await inbox.pass(1, { disk });
      expect(inbox.queued).toEqual([]);
      expect(existsSync(outside)).toBe(true);
    }
  });

  it('G1: a user who shuts their folder, or lets Payrun remove nothing from it, stops no one else, and nothing is paid from it', async () => {
    const inbox = newInbox();
    const path = dropAsMia(inbox);
    inbox.drop(join(appContext.defaultMerchant, 'zed', 'june.csv'));
    inbox.drop(join(appContext.defaultMerchant, 'bob', 'june.csv'));
    const disk: InboxDisk = {
      ...realDisk,
      rename: (from, to) =>
        lstatSync(from).ino === lstatSync(path, { throwIfNoEntry: false })?.ino
          ? Promise.reject(diskError('EACCES'))
          : realDisk.rename(from, to),
    };
    await inbox.pass(3, { disk });
    expect((await stored(inbox)).map(({ from }) => from)).toEqual(['bob']);
    expect(inbox.issues().map(({ code, file }) => `${code} ${file}`)).toContain(
      `inbox_disk ${appContext.defaultMerchant}/mia`,
    );
    await inbox.pass(2);
    expect((await stored(inbox)).map(({ from }) => from)).toEqual(['bob', 'mia']);
    expect(existsSync(path)).toBe(false);
  });

  it('what is written to a file after it was stored is not paid, and the note says so', async () => {
    const inbox = newInbox();
    const content = newSheet();
    const path = dropAsMia(inbox, content);
    const late = join(inbox.folder, '.late');
    await inbox.pass(1);
    // A program that has it open goes on writing, whatever became of its name.
    const disk: InboxDisk = {
      ...realDisk,
      async rename(from, to) {
        if (from.endsWith('june.csv')) linkSync(path, late);
        await realDisk.rename(from, to);
      },
    };
    await inbox.pass(1, { disk });
    appendFileSync(late, 'one more line');
    await end(inbox);
    await inbox.pass(1);
    expect((await stored(inbox)).map(({ bytes }) => bytes)).toEqual([content]);
    const failed = inbox.list(appContext.defaultMerchant, 'mia', 'failed');
    const done = inbox.list(appContext.defaultMerchant, 'mia', 'done');
    const note = [...failed, ...done].find((name) => name.endsWith('.txt'))!;
    const below = failed.includes(note) ? 'failed' : 'done';
    expect(readFileSync(at(inbox, 'mia', below, note), 'utf8')).toMatch(
      /changed after Payrun read it.*Drop the whole file again/,
    );
  });
});
