import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AppContext } from '../../../src/engine/context/app-context.ts';
import type { InboxDisk } from '../../../src/engine/inbox/inbox-disk.ts';
import { moveFile } from '../../../src/engine/inbox/move-file.ts';
import { describeDatabases } from '../../support/database.ts';
import { testPayroll } from '../../support/payroll.ts';
import { diskError, diskWith, newSheet, type TestInbox, testInbox } from './inbox-folder.ts';

/** What changes something: each is a point at which a process may end. */
const EFFECTS = ['link', 'rename', 'reserve', 'remove', 'makeFolder', 'write', 'chmod'] as const;
const WRITES = /^\s*(insert|update|delete|with)\b/i;

class Killed extends Error {}

/** A process that ends before its n-th effect, and does nothing after it, not even what stands in a `finally`. */
function mortal(disk: InboxDisk, appContext: AppContext, dieAt: number) {
  let effects = 0;
  let dead = false;
  const live = () => {
    if (dead) throw new Killed();
  };
  const effect = () => {
    live();
    effects += 1;
    dead = effects > dieAt;
    live();
  };
  const mutating = new Set<string>(EFFECTS);
  const wrapped = Object.fromEntries(
    Object.entries(disk).map(([name, of]) => [
      name,
      async (...args: unknown[]) => {
        if (mutating.has(name)) effect();
        else live();
        return (of as (...given: unknown[]) => unknown)(...args);
      },
    ]),
  ) as unknown as InboxDisk;
  const { ledger } = appContext;
  const db: typeof ledger.db = {
    query: async (sql, params) => {
      if (WRITES.test(sql)) effect();
      else live();
      return ledger.db.query(sql, params);
    },
  };
  const tx: typeof ledger.tx = async (work) => {
    effect();
    return ledger.tx(work);
  };
  return {
    disk: wrapped,
    appContext: { ...appContext, ledger: { ...ledger, db, tx } },
    effects: () => effects,
    isDead: () => dead,
  };
}

const noLinks = diskWith({ link: () => Promise.reject(diskError('EPERM')) });

describe('moving a file', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'payrun-move-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  describe.each([
    ['by links', diskWith({})],
    ['without links', noLinks],
  ])('%s', (how, disk) => {
    const path = (name: string) => join(folder, `${how} ${name}`);

    it('gives it its new name, and is complete if it is repeated', async () => {
      writeFileSync(path('a'), 'one');
      expect(await moveFile(disk, path('a'), path('b'), false)).toBe('moved');
      expect(await moveFile(disk, path('a'), path('b'), true)).toBe('moved');
      expect([existsSync(path('a')), readFileSync(path('b'), 'utf8')]).toEqual([false, 'one']);
    });

    it('never replaces a file', async () => {
      writeFileSync(path('c'), 'mine');
      writeFileSync(path('d'), 'theirs');
      writeFileSync(path('e'), '');
      expect(await moveFile(disk, path('c'), path('d'), true)).toBe('name_taken');
      // An empty file is its own reservation only where an earlier attempt was under way.
      expect(await moveFile(disk, path('c'), path('e'), false)).toBe('name_taken');
      expect(readFileSync(path('c'), 'utf8') + readFileSync(path('d'), 'utf8')).toBe('minetheirs');
    });

    it('never replaces a file that appears during the move', async () => {
      const [from, to] = [path('k'), path('l')];
      writeFileSync(from, 'mine');
      const late: InboxDisk = {
        ...disk,
        async look(at) {
          const found = await disk.look(at);
          if (at === to && !found) writeFileSync(to, 'theirs');
          return found;
        },
      };
      expect(await moveFile(late, from, to, false)).toBe('name_taken');
      expect(readFileSync(from, 'utf8') + readFileSync(to, 'utf8')).toBe('minetheirs');
    });

    it('succeeds for one of many attempts at once, and reports a missing file', async () => {
      writeFileSync(path('f'), 'one');
      const results = await Promise.all([1, 2, 3, 4].map((n) => moveFile(disk, path('f'), path(`g${n}`), false)));
      const there = readdirSync(folder).filter((name) => name.startsWith(`${how} g`));
      const whole = there.filter((name) => readFileSync(join(folder, name), 'utf8') === 'one');
      expect(whole.length).toBeGreaterThan(0);
      expect(results).toContain('moved');
      expect(existsSync(path('f'))).toBe(false);
      expect(await moveFile(disk, path('f'), path('h'), false)).toBe('gone');
      expect(existsSync(path('h'))).toBe(false);
    });

    it('continues from any interruption', async () => {
      for (let dieAt = 0; dieAt < 4; dieAt += 1) {
        const [from, to] = [path(`i${dieAt}`), path(`j${dieAt}`)];
        writeFileSync(from, 'one');
        const first = mortal(disk, { ledger: {} } as AppContext, dieAt);
        await moveFile(first.disk, from, to, false).catch(() => {});
        expect(await moveFile(disk, from, to, true)).toBe('moved');
        expect([existsSync(from), readFileSync(to, 'utf8')]).toEqual([false, 'one']);
      }
    });
  });
});

describeDatabases('an inbox whose process is killed', (database) => {
  const payroll = testPayroll(database);
  let appContext: AppContext;
  beforeAll(async () => {
    appContext = await payroll.appContext();
    await appContext.service(appContext.defaultMerchant);
  });

  /** What workers do, on another machine, as soon as they are told. */
  const work = async (inbox: TestInbox) => {
    for (const run of inbox.queued)
      await appContext.ledger.db.query(
        `update payrun.run set state = 'done', intake_at = now(), rows_in = 1, totals_in = '{}' where id = $1 and state <> 'done'`,
        [run],
      );
  };

  /** Drops a sheet, ends the process before its effect number `dieAt`, starts another one, and tells how it ended. */
  async function killAt(dieAt: number, disk: InboxDisk, content: string) {
    const name = `kill-${Math.random().toString(36).slice(2)}.csv`;
    const inbox = testInbox(appContext);
    try {
      inbox.drop(name, content);
      inbox.drop(`${name}.control.json`, '{"rows": 1, "totals": {"EUR": "101.25"}}');
      const first = mortal(disk, inbox.appContext, dieAt);
      for (let n = 0; n < 4 && !first.isDead(); n += 1) {
        await inbox.pass(1, { disk: first.disk, appContext: first.appContext }).catch((error: unknown) => {
          if (!first.isDead()) throw error;
        });
        await work(inbox);
      }
      if (first.isDead()) {
        // Its lease runs out; on the same machine it is seen to be gone at once.
        await appContext.ledger.db.query('update payrun.inbox_file set lease_until = null where source = $1', [name]);
        for (let n = 0; n < 4; n += 1) {
          await inbox.pass(1, { disk });
          await work(inbox);
        }
      }
      const { rows } = await appContext.ledger.db.query<{ runs: number; files: string[] }>(
        `select (select count(*)::int from payrun.run r join payrun.sheet s on s.id = r.sheet_id where s.name like '%' || $1) as runs,
           array(select state from payrun.inbox_file where source = $1) as files`,
        [name],
      );
      const plain = (names: readonly string[]) =>
        names.map((one) =>
          one
            .replace(/^[\d-]{10} /, '')
            .replace(name.replace('.csv', ''), 'NAME')
            .replace(/run-\d+/, 'run-N'),
        );
      const ended = ['done', 'failed'].map((below) => plain(inbox.list(below)));
      const sheet = ['done', 'failed'].flatMap((below) =>
        inbox
          .list(below)
          .filter((one) => one.endsWith(name))
          .map((one) => readFileSync(join(inbox.folder, below, one), 'utf8')),
      );
      const left = [...inbox.list().filter((one) => one.includes('kill')), ...inbox.list('processing')];
      return { effects: first.effects(), end: { ...rows[0]!, ended, left, sheet } };
    } finally {
      rmSync(inbox.folder, { recursive: true, force: true });
    }
  }

  const GOOD = {
    runs: 1,
    files: ['done'],
    left: [],
    ended: [['NAME.csv', 'NAME.csv.control.json', 'NAME.run-N.results.csv', 'NAME.run-N.results.xlsx'], []],
  };
  const BROKEN = {
    runs: 0,
    files: ['failed'],
    left: [],
    ended: [[], ['NAME.csv', 'NAME.csv.control.json', 'NAME.csv.why.txt']],
  };
  const FLOWS = [
    ['a good sheet', diskWith({}), newSheet, GOOD, 20, 2],
    ['a good sheet, on a mount without links', noLinks, newSheet, GOOD, 20, 4],
    ['a broken sheet', diskWith({}), () => 'Quarter,Turnover\nQ1,5\n', BROKEN, 12, 2],
  ] as const;
  it.each(FLOWS)(
    'ends with %s in the same place, whatever it was about to do',
    async (_, disk, sheet, end, least, step) => {
      const content = sheet();
      const whole = await killAt(Number.POSITIVE_INFINITY, disk, content);
      expect(whole.end).toEqual({ ...end, sheet: [content] });
      expect(whole.effects).toBeGreaterThan(least);
      // Together, because each waits for the disk most of the time; the variants need only some of the points.
      const points = Array.from({ length: Math.ceil(whole.effects / step) }, (_, n) => n * step);
      const limit = pLimit(8);
      await Promise.all(
        points.map((dieAt) =>
          limit(async () => {
            const mine = sheet();
            const { end: found } = await killAt(dieAt, disk, mine);
            expect(found, `killed before effect ${dieAt + 1} of ${whole.effects}`).toEqual({ ...end, sheet: [mine] });
          }),
        ),
      );
    },
  );
});
