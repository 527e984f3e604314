import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { beforeAll, expect, it } from 'vitest';
import type { AppContext } from '../../../src/engine/context/app-context.ts';
import type { InboxDisk } from '../../../src/engine/inbox/inbox-disk.ts';
import { describeDatabases } from '../../support/database.ts';
import { testPayroll } from '../../support/payroll.ts';
import { diskError, diskWith, newSheet, removeInbox, type TestInbox, testInbox } from './inbox-folder.ts';

/** What changes something: each is a point at which a process may end. */
const EFFECTS = ['link', 'rename', 'remove', 'makeFolder', 'write'] as const;
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
        `update payrun.run set status = 'paid', finished_at = now(), intake_at = now(), rows_in = 1, totals_in = '{}' where id = $1 and finished_at is null`,
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
        await inbox.restart();
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
      const left = [
        ...inbox.list().filter((one) => one.includes('kill') || one.startsWith('.')),
        ...inbox.list('processing'),
      ];
      return { effects: first.effects(), end: { ...rows[0]!, ended, left, sheet } };
    } finally {
      await removeInbox(inbox);
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
