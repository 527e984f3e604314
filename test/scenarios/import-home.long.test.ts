import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { type AppContext, openAppContext } from '../../src/engine/context/app-context.ts';
import { cancelImport, importHome } from '../../src/engine/maintenance/import-home.ts';
import { paySheet } from '../../src/engine/runs/pay.ts';
import { resumeRuns } from '../../src/engine/runs/resume.ts';
import { PayrunError } from '../../src/errors.ts';
import type { Db } from '../../src/ledger/db/db.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import type { LedgerOptions } from '../../src/ledger/open-ledger.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { createLog } from '../../src/platform/log.ts';
import { verifyLedger } from '../../src/reports/verify.ts';
import { copyNewDatabases, describeDatabases } from '../support/database.ts';
import { people, sheetOf, testPayroll } from '../support/payroll.ts';
import { person } from '../support/person.ts';
import { testFolder } from '../support/test-folder.ts';

const quiet = { progress: () => {} };
const log = createLog('silent');
const ADDRESS = 'postgres://payrun:secret@db.example.com/payrun';
const PLACE = 'PostgreSQL db.example.com/payrun';

describeDatabases('a home whose ledger moves into another database', (database) => {
  copyNewDatabases();
  const payroll = testPayroll(database);
  const root = testFolder();

  /** The ledger of a home, or the one that the tests are about; each is closed by whoever opened it. */
  const openAny = (asked: LedgerOptions, change: (ledger: Ledger) => Ledger = (ledger) => ledger) =>
    asked.databaseUrl === undefined
      ? database.open({ ...asked, databaseUrl: undefined })
      : database.open({ vaultKey: asked.vaultKey }).then(change);
  const configOf = (more: Record<string, string | undefined> = {}) => {
    const { DATABASE_URL: _, ...env } = payroll.env();
    const all = Object.entries({ ...env, ...more }).filter(([, value]) => value !== undefined);
    return loadConfig(Object.fromEntries(all), root);
  };
  const inHome = async <T>(name: string, work: (appContext: AppContext) => Promise<T>): Promise<T> => {
    const appContext = await openAppContext(configOf({ PAYRUN_HOME: join(root, name) }), { log, openLedger: openAny });
    return work(appContext).finally(() => appContext.close());
  };
  const paying = (file: string) => ({
    file,
    maker: person('mia'),
    onInvalid: 'skip' as const,
    dryRun: false,
    confirm: 'yes' as const,
    ...quiet,
  });
  const payIn = (home: string, file: string) => inHome(home, (appContext) => paySheet(appContext, paying(file)));
  const importIt = (home: string, env: Record<string, string | undefined> = {}, change?: (ledger: Ledger) => Ledger) =>
    importHome(
      {
        config: configOf({ DATABASE_URL: ADDRESS, ...env }),
        log,
        clock: systemClock,
        openLedger: (asked: LedgerOptions) => openAny(asked, change),
      },
      { home: join(root, home), by: async () => person('anna') },
    );
  const cancelIt = (
    home: string,
    env: Record<string, string | undefined> = {},
    { isLost = false, target = openAny }: { isLost?: boolean; target?: typeof openAny } = {},
  ) =>
    cancelImport(
      { config: configOf({ DATABASE_URL: ADDRESS, ...env }), log, clock: systemClock, openLedger: target },
      { home: join(root, home), by: async () => person('anna'), isLost },
    );
  const sheet = (tag: string) =>
    payroll.sheet(
      `${tag}.csv`,
      sheetOf(people(4, (n) => ({ reference: `${tag}-${n}`, email: `${tag}${n}@example.com` }))),
    );
  const timesPaid = async (tag: string) =>
    (await payroll.ledger()).payments
      .filter(({ recipientEmail }) => recipientEmail.startsWith(tag))
      .map(({ timesPaid: times }) => times);
  /** What the other database holds. */
  const runsThere = async () => {
    const ledger = await database.open();
    const { rows } = await ledger.db.query<{ n: number }>('select count(*)::int as n from payrun.run');
    await ledger.close();
    return rows[0]!.n;
  };
  const failingAt =
    (part: RegExp) =>
    (ledger: Ledger): Ledger => ({
      ...ledger,
      tx: (work) =>
        ledger.tx((db) => {
          const { query } = db;
          const failing: Db['query'] = (sql, params) => {
            if (part.test(sql)) throw new Error('cut off');
            return query(sql, params);
          };
          return work(Object.assign(db, { query: failing }));
        }),
    });

  describe('and cannot', () => {
    it('because the database or the key is not named, and the key is never shown', async () => {
      expect(await payIn('home', sheet('ulm'))).toMatchObject({ counts: { processed: 4 } });
      await expect(importIt('home', { DATABASE_URL: undefined })).rejects.toMatchObject({ code: 'usage' });
      await expect(importIt('none')).rejects.toMatchObject({ code: 'ledger_missing' });
      for (const PAYRUN_VAULT_KEY of [undefined, Buffer.alloc(32, 7).toString('base64')])
        await expect(importIt('home', { PAYRUN_VAULT_KEY })).rejects.toMatchObject({
          code: 'import_key',
          exitCode: 2,
          next: expect.stringContaining(`export PAYRUN_VAULT_KEY="$(cat '${join(root, 'home/vault.key')}')"`),
        });
    });
    it('because it was cut off before the end: nothing was copied, and the home pays as before', async () => {
      await expect(importIt('home', {}, failingAt(/setval/))).rejects.toThrow('cut off');
      expect(await runsThere()).toBe(0);
      expect(await payIn('home', sheet('aalen'))).toMatchObject({ counts: { processed: 4 } });
    });
  });

  describe('and is interrupted', () => {
    const gone: typeof openAny = (asked) =>
      asked.databaseUrl === undefined ? openAny(asked) : Promise.reject(new PayrunError('database_unreachable', {}));
    const cutOff = (ledger: Ledger): Ledger => ({ ...ledger, tx: () => Promise.reject(new Error('away')) });

    it('G1: may be canceled, if it has not arrived or a user states that it is gone for good; then the home pays again', async () => {
      await expect(cancelIt('home')).rejects.toMatchObject({ code: 'import_not_under_way' });
      for (const how of [{}, { isLost: true, target: gone }]) {
        await expect(importIt('home', {}, cutOff)).rejects.toMatchObject({ code: 'import_cut_off' });
        await expect(payIn('home', sheet('bremen'))).rejects.toMatchObject({
          code: 'ledger_moving',
          next: expect.stringContaining('--cancel'),
        });
        if (how.isLost)
          await expect(cancelIt('home', {}, { target: gone })).rejects.toMatchObject({ code: 'import_unproven' });
        expect(await cancelIt('home', {}, how)).toBe(PLACE);
      }
      expect(await payIn('home', sheet('bremen'))).toMatchObject({ counts: { processed: 4 } });
      const { rows } = await inHome('home', ({ ledger }) =>
        ledger.db.query(
          `select actor, data->>'lost' as lost from payrun.event where kind = 'ledger_move_canceled' order by seq`,
        ),
      );
      expect(rows).toEqual([
        { actor: 'anna', lost: 'false' },
        { actor: 'anna', lost: 'true' },
      ]);
    });
  });

  describe('and does', () => {
    it('G3: stays closed if no one can tell whether everything arrived, and the next attempt completes it', async () => {
      const lost = (ledger: Ledger): Ledger => {
        let done = false;
        return {
          ...ledger,
          tx: async (work) => {
            if (done) throw new Error('away');
            await ledger.tx(work);
            done = true;
            throw new Error('the answer was lost');
          },
        };
      };
      await expect(importIt('home', {}, lost)).rejects.toMatchObject({
        code: 'import_cut_off',
        exitCode: 5,
        next: expect.stringContaining('`payrun import-home --cancel --lost`'),
      });
      await expect(payIn('home', sheet('bonn'))).rejects.toMatchObject({ code: 'ledger_moving', exitCode: 2 });
      await expect(cancelIt('home')).rejects.toMatchObject({ code: 'import_arrived' });
      await expect(cancelIt('home', { DATABASE_URL: undefined })).rejects.toMatchObject({ code: 'usage' });
      expect(await importIt('home')).toMatchObject({ to: PLACE, tables: [] });
    });

    it('G3: with everything: no one is paid twice there, and batches in the service are known', async () => {
      const appContext = await payroll.workplaceBeside();
      expect(appContext.ledger.identity).toBe(await inHome('home', async ({ ledger }) => ledger.identity));
      for (const tag of ['ulm', 'aalen', 'bremen'])
        expect(await paySheet(appContext, paying(sheet(tag)))).toMatchObject({
          counts: { already_paid: 4, processed: 0 },
        });
      expect(await paySheet(appContext, paying(sheet('celle')))).toMatchObject({ counts: { processed: 4 } });
      for (const tag of ['ulm', 'aalen', 'celle']) expect(await timesPaid(tag)).toEqual([1, 1, 1, 1]);
      expect((await verifyLedger(appContext, { remote: true })).findings).toEqual([]);
      const { rows } = await appContext.ledger.db.query(
        `select actor, data->>'to' as place from payrun.event where kind = 'ledger_imported'`,
      );
      expect(rows).toEqual([{ actor: 'anna', place: PLACE }]);
    });

    it('G3: and pays no one from the home, neither new sheets nor unfinished runs, and says where to continue', async () => {
      const refused = {
        code: 'ledger_moved',
        exitCode: 2,
        message: expect.stringContaining(`was moved to ${PLACE} on 20`),
        next: expect.stringContaining('DATABASE_URL'),
      };
      for (const tag of ['ulm', 'dessau']) await expect(payIn('home', sheet(tag))).rejects.toMatchObject(refused);
      await expect(importIt('home')).rejects.toMatchObject(refused);
      expect(await timesPaid('dessau')).toEqual([]);
      // What changes a batch, or takes a run in hand, is refused by the database itself, whoever tries.
      await inHome('home', async ({ ledger }) => {
        for (const sql of [
          `update payrun.run set lease_until = now()`,
          `update payrun.batch set state = 'started'`,
          `insert into payrun.run (job, merchant_id, maker, status, options) select job, merchant_id, maker, status, options from payrun.run`,
        ])
          await expect(ledger.db.query(sql)).rejects.toMatchObject(refused);
        expect((await verifyLedger({ ledger })).findings).toEqual([]);
      });
      expect(await inHome('home', (appContext) => resumeRuns(appContext, quiet))).toEqual([]);
    });

    it('G3: but not over a ledger in use, which is unchanged', async () => {
      await payIn('other', sheet('emden')).catch(() => {});
      const before = await runsThere();
      // Without a lock, which would wait for a sheet that is being read there and stop what that writes.
      for (const change of [undefined, failingAt(/^lock table/)])
        await expect(importIt('other', {}, change)).rejects.toMatchObject({
          code: 'import_target_used',
          message: expect.stringContaining(PLACE),
        });
      expect(await runsThere()).toBe(before);
      await inHome('other', async ({ ledger }) =>
        expect((await ledger.db.query('select * from payrun.ledger_moved')).rows).toEqual([]),
      );
    });
  });
});
