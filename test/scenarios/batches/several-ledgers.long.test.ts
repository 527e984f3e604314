import { cpSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../../src/config.ts';
import { type AppContext, openAppContext } from '../../../src/engine/context/app-context.ts';
import { adoptBatches, declareOther, listUnknownBatches } from '../../../src/engine/review/adopt.ts';
import { rejectRun, withdrawRun } from '../../../src/engine/review/take-back.ts';
import { paySheet } from '../../../src/engine/runs/pay.ts';
import { resumeRuns } from '../../../src/engine/runs/resume.ts';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import type { LedgerOptions } from '../../../src/ledger/open-ledger.ts';
import { knownPayments } from '../../../src/ledger/payments/adopted-payments.ts';
import { getRun, unfinishedRuns } from '../../../src/ledger/runs/run.ts';
import { createLog } from '../../../src/platform/log.ts';
import type { RunOutcome } from '../../../src/reports/payment-run-outcome.ts';
import { verifyLedger } from '../../../src/reports/verify.ts';
import { describeDatabases } from '../../support/database.ts';
import { impatientClock } from '../../support/impatient-clock.ts';
import { listPayments } from '../../support/list-payments.ts';
import { germanIban, people, sheetOf, testPayroll } from '../../support/payroll.ts';
import { person } from '../../support/person.ts';
import { testFolder } from '../../support/test-folder.ts';
import { openPages } from '../../support/visited-pages.ts';

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
  const sheet = (tag: string, rows = 5, more: (n: number) => object = () => ({})) =>
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
      const blocked = await inHome('b', async ({ ledger }) => {
        return (await ledger.db.query(`select status, note from payrun.run where id = 1`)).rows[0];
      });
      expect(blocked).toEqual({
        status: 'action_required',
        note: expect.stringContaining('Another Payrun installation'),
      });

      expect(await adoptIn('b')).toMatchObject([{ payments: 6, held: 6, twice: 0, left: 0, origin: 'other' }]);
      expect(await adoptIn('b')).toEqual([]);
      const [first] = await resumeIn('b').then((outcomes) => outcomes.filter(({ run }) => run === '1'));
      expect(first ?? (await payIn('b', file()))).toMatchObject({ exitCode: 4, counts: { held: 6 } });

      const waited = await inHome('b', async ({ ledger }) => {
        const { rows } = await ledger.db.query<{ reason: string }>(
          'select reason from payrun.payment where run_id = 1',
        );
        return rows.map(({ reason }) => reason).join('\n');
      });
      expect(waited).toContain('(paid, ');
      expect(waited).not.toContain('(processed');

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

    it('G1: and starts nothing that was created before, until that is adopted: one call, and payments of both are refused', async () => {
      const file = sheet('soest', 2);
      let lists = 0;
      const wireThat = (stops: RegExp): typeof fetch => {
        return async (input, init) => {
          if (/[?&]search=payrun/.test(String(input))) lists++;
          if (stops.test(String(input))) throw new TypeError('away');
          return fetch(input, init);
        };
      };
      await expect(payIn('a', file, wireThat(/generate-quote$/))).rejects.toMatchObject({ exitCode: 5 });
      expect(lists).toBe(1);
      // Someone pays the same people from the other one, under other spellings; and that it may pay is not known here any more.
      const typedAgain = readFileSync(file, 'utf8').replaceAll('soest-', 'SOEST–');
      expect(await payIn('b', payroll.sheet('typed-again.csv', typedAgain))).toMatchObject({
        counts: { processed: 2 },
      });
      const waits = await inHome('a', async ({ ledger }) => {
        await ledger.db.query('delete from payrun.other_installation');
        return (await unfinishedRuns(ledger.db)).at(-1)!.id;
      });

      const resume = () => inHome('a', (appContext) => resumeRuns(appContext, quiet), wireThat(/^none$/));
      for (const times of [2, 3]) {
        await expect(resume()).rejects.toMatchObject({ code: 'other_installation' });
        expect(lists).toBe(times);
      }
      const blocked = await inHome('a', ({ ledger }) => getRun(ledger.db, waits));
      expect(blocked).toMatchObject({
        status: 'action_required',
        note: expect.stringContaining('Another Payrun installation'),
      });
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

  it('G1: withdraws a batch that it adopted before anybody sent it: then it is paid once, from here', async () => {
    const file = () => sheet('unsent', 4);
    const stopped: typeof fetch = async (input, init) => {
      if (String(input).endsWith('/generate-quote')) throw new TypeError('fetch failed');
      return fetch(input, init);
    };
    await adoptIn('g');
    await payIn('g', file(), stopped).catch(() => null);
    await expect(payIn('h', file())).rejects.toMatchObject({ code: 'other_installation' });
    const adopted = await adoptIn('h');
    const { run } = adopted.find(({ payments }) => payments === 4)!;
    await inHome('h', async (appContext) => {
      const { db } = appContext.ledger;
      expect(await getRun(db, BigInt(run!))).toMatchObject({
        status: 'action_required',
        note: expect.stringContaining('Withdraw the run to delete it there'),
      });
      const { text } = await openPages(appContext).get(`/runs/${run}`);
      expect(text).not.toMatch(/(Approve|Fund)<span class="hidden">, done/);
      for (const { recipient } of await listPayments(db, { run: run! })) expect(recipient).not.toMatch(/^(.+) \(\1\)$/);
      expect(text).toContain(`action="/runs/${run}/withdraw"`);
      for (const gone of [`action="/runs/${run}/stop"`, 'Schedule payments']) expect(text).not.toContain(gone);
      // It is paid only if it is sent there, and its payments go into no other batch.
      await resumeRuns(appContext, quiet);
      const { rows: ids } = await db.query<{ id: string }>('select id from payrun.payment where run_id = $1', [run]);
      const known = await knownPayments(
        db,
        ids.map(({ id }) => id),
      );
      expect(known.map(({ movable }) => movable)).toEqual([false, false, false, false]);
      expect(await getRun(db, BigInt(run!))).toMatchObject({ status: 'action_required' });
      const options = { by: person('mia'), because: 'The other folder is given up', ...quiet };
      expect(await withdrawRun(appContext, run!, options)).toEqual({ isDone: true, left: [] });
      expect(await getRun(db, BigInt(run!))).toMatchObject({ finished_at: expect.any(Date) });
    });
    const again = await payIn('h', file());
    expect([again.counts.processed, await timesPaid('unsent')]).toEqual([4, [1, 1, 1, 1]]);
    // The first ledger learns that its batch is gone, and pays no one a second time.
    await resumeIn('g').catch(() => null);
    expect(await timesPaid('unsent')).toEqual([1, 1, 1, 1]);
    expect(await verifyIn('h')).toEqual([]);
  });

  describe('that has adopted what another one has paid', () => {
    const ADA = { first: 'Ada', last: 'Hof', amount: '412.30', iban: germanIban(901) };
    const paid = () =>
      payroll.sheet('husum.csv', sheetOf([{ ...ADA, reference: 'husum-1', email: 'husum@example.com' }]));
    beforeAll(async () => {
      for (const home of ['e', 'f']) await adoptIn(home);
      expect(await payIn('e', paid())).toMatchObject({ counts: { processed: 1 } });
      expect((await adoptIn('f')).at(-1)).toMatchObject({ payments: 1, held: 0 });
    });

    it.each([
      ['a corrected e-mail and no reference', { reference: '' }, 'held'],
      ['a corrected e-mail and another reference', { reference: 'husum-new' }, 'held'],
      ['a corrected e-mail and the name written otherwise', { reference: '', first: 'HOF', last: 'Áda' }, 'held'],
      ['another name', { reference: '', first: 'Bea' }, 'processed'],
      ['another account', { reference: '', iban: germanIban(977), last: 'Hof' }, 'processed'],
      ['another amount', { reference: '', amount: '412.31' }, 'processed'],
    ])('G1: a row with %s: %s', async (what, more, state) => {
      const email = `husum-${what.replaceAll(/[^a-z]/g, '')}@example.com`;
      const outcome = await payIn('f', payroll.sheet('again.csv', sheetOf([{ ...ADA, email, ...more }])));
      expect(outcome.counts).toMatchObject({ [state]: 1 });
      if (state === 'held')
        expect(await heldIn('f', outcome)).toMatchObject([
          {
            reason_code: 'possible_duplicate',
            reason: expect.stringContaining('reference husum-1): same amount and name'),
          },
        ]);
    });

    it('G1: a row that was about to be paid under a corrected e-mail is on hold after the payment was adopted', async () => {
      const stop: typeof fetch = async (input, init) => {
        if (new URL(String(input instanceof Request ? input.url : input)).pathname.includes('/recipients'))
          throw new TypeError('away');
        return fetch(input, init);
      };
      const cara = { first: 'Cara', last: 'Kappeln', amount: '87.10', iban: germanIban(955) };
      const waiting = payroll.sheet(
        'waiting.csv',
        sheetOf([{ ...cara, reference: 'k-2', email: 'cara.new@example.com' }]),
      );
      await expect(payIn('f', waiting, stop)).rejects.toMatchObject({ exitCode: 5 });
      await inHome('e', async (appContext) =>
        declareOther(appContext, await listUnknownBatches(appContext, undefined), 'f', person('anna')),
      ).catch(() => {});
      const first = payroll.sheet('first.csv', sheetOf([{ ...cara, reference: 'k-1', email: 'cara@example.com' }]));
      expect(await payIn('e', first)).toMatchObject({ counts: { processed: 1 } });
      expect((await adoptIn('f')).at(-1)).toMatchObject({ payments: 1, held: 1 });
      expect(await timesPaid('cara')).toEqual([1]);
    });
  });

  describe('that was restored from an older copy', () => {
    beforeAll(() => adoptIn('c'));

    it('G3: does not pay again what was paid after the copy was made', async () => {
      await savedAs('c', 'c-old');
      expect(await payIn('c', sheet('essen'))).toMatchObject({ state: 'done', counts: { processed: 5 } });
      await savedAs('c-old', 'c');
      await expect(payIn('c', sheet('essen'))).rejects.toMatchObject({
        code: 'ledger_outdated',
        message: expect.stringContaining('restored from a backup, or is a copy'),
      });
      expect(await adoptIn('c')).toMatchObject([{ origin: 'own', payments: 5, held: 5 }]);
      await resumeIn('c');
      expect(await payIn('c', sheet('essen'))).toMatchObject({ counts: { held: 5, processed: 0 } });
      expect(await timesPaid('essen')).toEqual([1, 1, 1, 1, 1]);
      expect(await verifyIn('c')).toEqual([]);
    });

    it('does not either, if their batch was planned by then: it is followed, and has no approver', async () => {
      const file = sheet('fulda', 3);
      // Rows are in and planned, and nothing of them is in the service.
      const stop: typeof fetch = async (input, init) => {
        const url = new URL(String(input instanceof Request ? input.url : input));
        const method = input instanceof Request ? input.method : init?.method;
        if (url.pathname === '/v1/batches' && method === 'POST') throw new TypeError('away');
        return fetch(input, init);
      };
      await expect(payIn('c', file, stop)).rejects.toMatchObject({ exitCode: 5 });
      await savedAs('c', 'c-planned');
      expect(await resumeIn('c')).toMatchObject([{ state: 'done', counts: { processed: 3 } }]);
      await savedAs('c-planned', 'c');
      // Its own tag is there: it is followed to its end, and not created again.
      expect(await resumeIn('c')).toMatchObject([
        {
          state: 'needs_person',
          exitCode: 4,
          counts: { processed: 3 },
          note: expect.stringContaining('this ledger has neither its approval nor its start'),
        },
      ]);
      expect(await timesPaid('fulda')).toEqual([1, 1, 1]);
    });

    it('and puts payments that were ingested by then, and paid in a batch made later, into that batch', async () => {
      const file = sheet('gotha', 3);
      const stop: typeof fetch = async (input, init) => {
        if (new URL(String(input instanceof Request ? input.url : input)).pathname.includes('/recipients'))
          throw new TypeError('away');
        return fetch(input, init);
      };
      await expect(payIn('c', file, stop)).rejects.toMatchObject({ exitCode: 5 });
      await savedAs('c', 'c-read');
      expect((await resumeIn('c')).at(-1)).toMatchObject({ state: 'done', counts: { processed: 3 } });
      await savedAs('c-read', 'c');
      await expect(resumeIn('c')).rejects.toMatchObject({ code: 'ledger_outdated' });
      expect(await adoptIn('c')).toMatchObject([{ origin: 'own', payments: 3, held: 0, twice: 0 }]);
      const run = (await resumeIn('c')).at(-1)?.run;
      expect(
        await inHome('c', async ({ ledger }) => {
          const { rows } = await ledger.db.query(
            `select state, count(*)::int as n from payrun.payment_status where reference like 'gotha-%' group by 1`,
          );
          return rows;
        }),
      ).toEqual([{ state: 'processed', n: 3 }]);
      expect([run, await timesPaid('gotha')]).toEqual([run, [1, 1, 1]]);
      expect(await verifyIn('c')).toEqual([expect.stringContaining('neither its approval nor its start')]);
    });

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
