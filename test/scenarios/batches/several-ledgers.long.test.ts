import { cpSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../../src/config.ts';
import { type AppContext, openAppContext } from '../../../src/engine/context/app-context.ts';
import { adoptBatches, declareOther, listUnknownBatches } from '../../../src/engine/review/adopt.ts';
import { rejectRun } from '../../../src/engine/review/take-back.ts';
import { paySheet } from '../../../src/engine/runs/pay.ts';
import { resumeRuns } from '../../../src/engine/runs/resume.ts';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import type { LedgerOptions } from '../../../src/ledger/open-ledger.ts';
import { unfinishedRuns } from '../../../src/ledger/runs/run.ts';
import { createLog } from '../../../src/platform/log.ts';
import type { RunOutcome } from '../../../src/reports/payment-run-outcome.ts';
import { verifyLedger } from '../../../src/reports/verify.ts';
import { describeDatabases } from '../../support/database.ts';
import { impatientClock } from '../../support/impatient-clock.ts';
import { people, sheetOf, testPayroll } from '../../support/payroll.ts';
import { person } from '../../support/person.ts';
import { testFolder } from '../../support/test-folder.ts';

const quiet = { progress: () => {} };
const paying = (file: string) => ({
  file,
  maker: person('mia'),
  onInvalid: 'skip' as const,
  dryRun: false,
  confirm: 'yes' as const,
  ...quiet,
});

describeDatabases('an installation whose ledger does not know all payments', (database) => {
  const payroll = testPayroll(database);
  const root = testFolder();

  // Opening the embedded database of a home takes longer than most of what is done in it.
  const ledgers = new Map<string, Promise<Ledger>>();
  const closeLedger = async (home: string) => {
    await (await ledgers.get(home))?.close();
    ledgers.delete(home);
  };
  afterAll(async () => {
    for (const home of [...ledgers.keys()]) await closeLedger(home);
  });

  /** Works in a home of its own, with an embedded database, and ends as a command does. */
  const inHome = async <T>(name: string, work: (appContext: AppContext) => Promise<T>, wire = fetch): Promise<T> => {
    const { DATABASE_URL: _, PAYRUN_VAULT_KEY: __, ...env } = payroll.env();
    const appContext = await openAppContext(loadConfig({ ...env, PAYRUN_HOME: join(root, name) }, root), {
      log: createLog('silent'),
      fetch: wire,
      clock: impatientClock(0.1),
      async openLedger(asked: LedgerOptions) {
        const ledger = ledgers.get(name) ?? database.open({ ...asked, vaultKey: undefined, databaseUrl: undefined });
        ledgers.set(name, ledger);
        return { ...(await ledger), close: async () => {} };
      },
    });
    return work(appContext).finally(() => appContext.close());
  };
  const payIn = (home: string, file: string, wire?: typeof fetch) =>
    inHome(home, (appContext) => paySheet(appContext, paying(file)), wire);
  const resumeIn = (home: string) => inHome(home, (appContext) => resumeRuns(appContext, quiet));
  const adoptIn = (home: string) =>
    inHome(home, async (appContext) =>
      adoptBatches(appContext, await listUnknownBatches(appContext, undefined), person('anna')),
    );
  const verifyIn = async (home: string) =>
    (await inHome(home, (appContext) => verifyLedger(appContext, { remote: true }))).findings.map(({ what }) => what);
  const heldIn = (home: string, run: RunOutcome) =>
    inHome(home, async ({ ledger }) => {
      const { rows } = await ledger.db.query<{ row: number; reason_code: string; reason: string }>(
        `select row, reason_code, reason from payrun.payment where run_id = $1 and state = 'held' order by row`,
        [run.run],
      );
      return rows;
    });
  /** How often each of these people was paid. */
  const timesPaid = async (tag: string) => {
    const { payments } = await payroll.ledger();
    const ours = payments.filter(({ recipientEmail }) => recipientEmail.startsWith(tag));
    const byPerson = [...Map.groupBy(ours, ({ recipientEmail }) => recipientEmail).values()];
    return byPerson.map((of) => of.reduce((sum, one) => sum + one.timesPaid, 0));
  };
  const sheet = (tag: string, rows: number, more: (n: number) => object = () => ({})) =>
    payroll.sheet(
      `${tag}.csv`,
      sheetOf(people(rows, (n) => ({ reference: `${tag}-${n}`, email: `${tag}${n}@example.com`, ...more(n) }))),
    );
  const savedAs = async (home: string, copy: string) => {
    for (const one of [home, copy]) await closeLedger(one);
    rmSync(join(root, copy), { recursive: true, force: true });
    cpSync(join(root, home), join(root, copy), { recursive: true });
  };

  describe('in another folder', () => {
    // The second half has no reference, the third row one that only percent-encoding carries.
    const file = () =>
      sheet('berlin', 6, (n) => (n > 3 ? { reference: '' } : n === 3 ? { reference: 'berlin 3; ä/7' } : {}));

    it('pays no one twice, gives the next step, and knows row by row who is paid once that was adopted', async () => {
      expect(await payIn('a', file())).toMatchObject({ state: 'done', counts: { processed: 6 } });
      for (const attempt of [() => payIn('b', file()), () => resumeIn('b')])
        await expect(attempt()).rejects.toMatchObject({
          code: 'other_installation',
          exitCode: 4,
          message: expect.stringMatching(
            /Another Payrun installation .* has 1 batch that this ledger does not have \(for example B-/,
          ),
          next: expect.stringContaining('`payrun adopt`'),
        });
      expect(await timesPaid('berlin')).toEqual([1, 1, 1, 1, 1, 1]);
      expect(await adoptIn('b')).toMatchObject([{ payments: 6, held: 6, twice: 0, left: 0, origin: 'other' }]);
      expect(await adoptIn('b')).toEqual([]);
      const [first] = await resumeIn('b').then((outcomes) => outcomes.filter(({ run }) => run === '1'));
      expect(first ?? (await payIn('b', file()))).toMatchObject({ exitCode: 4, counts: { held: 6 } });

      const again = await payIn('b', file());
      expect(again).toMatchObject({ counts: { held: 6, processed: 0 } });
      const held = await heldIn('b', again);
      expect(held.map(({ reason_code }) => reason_code)).toEqual([
        'duplicate_reference',
        'duplicate_reference',
        'duplicate_reference',
        'possible_duplicate',
        'possible_duplicate',
        'possible_duplicate',
      ]);
      expect(held[2]!.reason).toContain('Reference berlin 3; ä/7 was already used for row 4 of run 2 (paid');
      const saved = sheetOf([{ reference: 'BERLIN–1', email: 'somebody@example.com', amount: '900' }]);
      expect(await heldIn('b', await payIn('b', payroll.sheet('saved.csv', saved)))).toMatchObject([
        { reason_code: 'similar_reference', reason: expect.stringContaining('spelling from berlin-1, row 2 of run 2') },
      ]);
      expect(await timesPaid('berlin')).toEqual([1, 1, 1, 1, 1, 1]);
      expect(await verifyIn('b')).toEqual([]);
    });

    it('pays others from there; then the first one stops, and continues after a user declares that both may', async () => {
      expect(await payIn('b', sheet('bonn', 2))).toMatchObject({ state: 'done', counts: { processed: 2 } });
      const next = sheet('ulm', 2);
      await expect(payIn('a', next)).rejects.toMatchObject({ code: 'other_installation' });
      await inHome('a', async (appContext) => {
        const found = await listUnknownBatches(appContext, undefined);
        expect(await declareOther(appContext, found, 'bonn', person('anna'))).toEqual({ newIdentity: null });
        expect(await listUnknownBatches(appContext, undefined)).toEqual([]);
      });
      expect(await resumeIn('a')).toMatchObject([{ state: 'done', counts: { processed: 2 } }]);
      await inHome('b', async (appContext) =>
        declareOther(appContext, await listUnknownBatches(appContext, undefined), 'a', person('anna')),
      );
      expect(await payIn('b', sheet('kiel', 1))).toMatchObject({ state: 'done' });
      expect(await payIn('a', sheet('trier', 1))).toMatchObject({ state: 'done' });
      for (const tag of ['bonn', 'ulm']) expect(await timesPaid(tag)).toEqual([1, 1]);
      expect([await verifyIn('a'), await verifyIn('b')]).toEqual([[], []]);
    });

    it('G1: and starts nothing that was created before, until that is adopted; payments of both are refused', async () => {
      const file = sheet('soest', 2);
      const stopped: typeof fetch = async (input, init) => {
        if (String(input).endsWith('/generate-quote')) throw new TypeError('away');
        return fetch(input, init);
      };
      await expect(payIn('a', file, stopped)).rejects.toMatchObject({ exitCode: 5 });
      // Someone pays the same people from the other one, under other spellings; and that it may pay is not known here any more.
      const typedAgain = readFileSync(file, 'utf8').replaceAll('soest-', 'SOEST–');
      expect(await payIn('b', payroll.sheet('typed-again.csv', typedAgain))).toMatchObject({
        counts: { processed: 2 },
      });
      const waits = await inHome('a', async ({ ledger }) => {
        await ledger.db.query('delete from payrun.other_installation');
        return (await unfinishedRuns(ledger.db)).at(-1)!.id;
      });

      await expect(resumeIn('a')).rejects.toMatchObject({ code: 'other_installation' });
      await expect(adoptIn('a')).rejects.toMatchObject({
        code: 'adopt_conflict',
        message: expect.stringContaining(`includes 2 payments that run ${waits} is also about to make`),
      });

      await inHome('a', (appContext) =>
        rejectRun(appContext, String(waits), { by: person('anna'), because: 'paid in b', ...quiet }),
      );
      // Rows that are about to be paid are held then, in whatever spelling.
      await expect(payIn('a', file)).rejects.toMatchObject({ code: 'other_installation' });
      expect((await adoptIn('a')).at(-1)).toMatchObject({ origin: 'other', payments: 2, held: 2, twice: 0 });
      const rows = await inHome('a', async ({ ledger }) => {
        const held = `select reason_code, reason from payrun.payment where reference like 'soest-%' and state = 'held'`;
        return (await ledger.db.query<{ reason_code: string; reason: string }>(held)).rows;
      });
      expect(rows.map(({ reason_code }) => reason_code)).toEqual(['similar_reference', 'similar_reference']);
      expect(rows[0]!.reason).toMatch(/^Reference soest-[12] differs only in its spelling from SOEST–[12], row/);
      await resumeIn('a');
      expect(await timesPaid('soest')).toEqual([1, 1]);
    });
  });

  describe('that was restored from an older copy', () => {
    beforeAll(() => adoptIn('c'));

    it('as a copy that is used beside its original gets an identity of its own', async () => {
      await savedAs('c', 'd');
      expect(await payIn('d', sheet('gera', 2))).toMatchObject({ counts: { processed: 2 } });
      await expect(payIn('c', sheet('hof', 2))).rejects.toMatchObject({ code: 'ledger_outdated' });
      const output = await inHome('c', async (appContext) =>
        declareOther(appContext, await listUnknownBatches(appContext, undefined), 'copy', person('anna')),
      );
      expect(output.newIdentity).toMatch(/^[0-9A-Z]{16}$/);
      await resumeIn('c');
      expect(await timesPaid('hof')).toEqual([1, 1]);
      await expect(payIn('d', sheet('lahr', 2))).rejects.toMatchObject({ code: 'other_installation' });
      expect(await timesPaid('gera')).toEqual([1, 1]);
    });
  });
});
