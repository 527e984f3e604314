import { readFileSync, rmSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import type { AppContext } from '../../../src/engine/context/app-context.ts';
import { askForReturns } from '../../../src/engine/jobs/settle-open.ts';
import { exportJournal, exportJournalAgain, type JournalQuery } from '../../../src/engine/journal/export-journal.ts';
import { countNotExported, type JournalEntry } from '../../../src/ledger/views/journal.ts';
import { describeDatabases } from '../../support/database.ts';
import { people, sheetOf, testPayroll } from '../../support/payroll.ts';
import { person } from '../../support/person.ts';
import { runHere } from '../../support/run-here.ts';
import { documentOf } from '../../support/run-payrun.ts';

const BY = person('mia');
const DAY_MS = 86_400_000;

describeDatabases('the journal', (database) => {
  const payroll = testPayroll(database, { settleMs: 50 });
  let appContext: AppContext;
  const offset = 0;

  beforeAll(async () => {
    appContext = await payroll.appContext();
  });

  /** Pays a sheet of some rows and returns the ids of its payments, in their order. */
  const paid = async (tag: string, rows = 1): Promise<readonly string[]> => {
    const lines = people(rows, (n) => ({ reference: `${tag}-${n}`, email: `${tag}${n}@example.com` }));
    const { run, counts } = await payroll.pay(payroll.sheet(`${tag}.csv`, sheetOf(lines)));
    expect(counts).toMatchObject({ processed: rows });
    const { rows: found } = await appContext.ledger.db.query<{ id: string }>(
      'select id from payrun.payment where run_id = $1 order by row',
      [BigInt(run)],
    );
    return found.map(({ id }) => id);
  };
  const comesBack = async (id: string) => {
    await payroll.control('outcomes', [
      { match: { externalId: id }, outcome: 'returned', reason: 'Account closed', late: true },
    ]);
    await askForReturns(appContext, { merchant: 'default', seen: null }, { progress: () => {}, signal: undefined });
  };
  const change = (id: string, set: string) =>
    appContext.ledger.db.query(`update payrun.payment set ${set} where id = $1`, [id]);
  const exported = (asked: JournalQuery = {}) => {
    const { ledger, config } = appContext;
    const clock = { ...appContext.clock, now: () => Date.now() + offset };
    return exportJournal({ ledger, config, clock }, BY, asked);
  };
  const left = (most = 100) => countNotExported(appContext.ledger.db, null, new Date(), most);
  /** Payments that the next export reads. */
  const pending = async () => (await appContext.ledger.db.query('select 1 from payrun.journal_pending')).rowCount;
  const booked = (entries: readonly JournalEntry[]) =>
    entries.map(({ kind, payables, fees, withheld, balance }) => [kind, payables, fees, withheld, balance]);
  /** All that any export has of a payment, added up. */
  const sums = async (id: string) => {
    const { rows } = await appContext.ledger.db.query(
      `select sum(payables_minor)::bigint as payables, sum(fees_minor)::bigint as fees, sum(balance_minor)::bigint as balance
       from payrun.journal_entry where payment_id = $1`,
      [id],
    );
    return rows[0];
  };

  it('has each entry once, even if several users export at the same time', async () => {
    await paid('once', 6);
    const other = await payroll.appContext();
    const exports = await Promise.all(
      [appContext, other, appContext, other].map((from) => exportJournal(from, BY, {})),
    );
    expect(exports.flat()).toHaveLength(6);
    expect(await pending(), 'the next one reads none of them').toBe(0);
    expect(new Set(exports.flat().map(({ payment }) => payment)).size).toBe(6);
    expect(await exported()).toEqual([]);
    const [some] = exports.filter((one) => one.length > 0);
    expect(await exportJournalAgain(appContext, BY, String(some![0]!.exportId))).toEqual(some);
  });

  it('of an amount that is owed in another currency equals what left the balance to the cent, with a margin as fxRate', async () => {
    const balance = async () => {
      const { balances } = (await payroll.control('ledger')) as { balances: { currency: string; amount: string }[] };
      return BigInt(balances.find(({ currency }) => currency === 'USD')!.amount.replace('.', ''));
    };
    const before = await balance();
    const line = { reference: 'owed-1', email: 'owed@example.com', amount: '22.00' };
    const owed = sheetOf([line])
      .replace(',amount,currency', ',targetAmount,targetCurrency,currency')
      .replace(',EUR', ',EUR,USD');
    expect((await payroll.pay(payroll.sheet('owed.csv', owed))).counts).toMatchObject({ processed: 1 });
    const [entry] = await exported();
    expect(entry).toMatchObject({ currency: 'USD', targetCurrency: 'EUR', payables: 24_55n, withheld: 0n });
    expect(entry!.payables + entry!.fees).toBe(entry!.balance);
    expect(entry!.balance).toBe(before - (await balance()));
  });

  it('reverses what was exported as paid if it is returned, on the day of its return', async () => {
    const [id] = await paid('late');
    const [first] = await exported();
    await comesBack(id!);
    const back = await exported();
    expect(booked(back)).toEqual([['returned', -first!.payables, 0n, -first!.withheld, -first!.balance + first!.fees]]);
    expect(await sums(id!)).toMatchObject({ payables: 0n, balance: first!.fees });
    expect(await exported()).toEqual([]);
  });

  it('reverses exactly what was exported, even if the service lists a returned payment without amounts, or with others', async () => {
    const [none, other] = await paid('amounts', 2);
    const [first] = await exported();
    await change(
      none!,
      `state = 'returned', paid_source_minor = null, paid_fees_minor = null, paid_recipient_fees_minor = null`,
    );
    await change(other!, `state = 'returned', paid_source_minor = paid_source_minor - 7`);
    const back = await exported();
    expect(back.map(({ kind }) => kind)).toEqual(['returned', 'returned']);
    for (const id of [none!, other!]) expect(await sums(id)).toMatchObject({ payables: 0n, balance: first!.fees });
    expect(await exported()).toEqual([]);
  });

  it('follows a payment that was paid after all, or not paid in the end, on the day of the export', async () => {
    const [again, failed] = await paid('after', 2);
    // Entries of a day are in the order of their payments' ids, not of the rows.
    const before = await exported();
    const [first, second] = [again, failed].map((id) => before.find(({ payment }) => payment === id));
    await comesBack(again!);
    await change(failed!, `state = 'unknown', reason_code = 'return_unreadable'`);
    await exported();
    expect(await sums(failed!), 'no one knows yet').toMatchObject({ balance: second!.balance });

    await change(again!, `state = 'processed'`);
    await change(failed!, `state = 'failed'`);
    const yesterday = new Date(Date.now() - DAY_MS).toISOString().slice(0, 10);
    expect(await exported({ to: yesterday }), 'not in a period that is over').toEqual([]);
    expect(await left()).toEqual({ entries: 2, areMore: false, withoutAmounts: 0 });
    const entries = await exported();
    const today = new Date().toISOString().slice(0, 10);
    expect(new Map(entries.map(({ payment, kind, day }) => [payment, `${kind} ${day}`]))).toEqual(
      new Map([
        [again, `paid ${today}`],
        [failed, `corrected ${today}`],
      ]),
    );
    expect(await sums(again!)).toMatchObject({ payables: first!.payables, balance: first!.balance });
    expect(await sums(failed!)).toEqual({ payables: 0n, fees: 0n, balance: 0n });
    expect(await exported()).toEqual([]);
    for (const { exportId } of [...entries])
      expect(await exportJournalAgain(appContext, BY, String(exportId))).toEqual(entries);
  });

  it.skipIf(database.kind === 'embedded')('misses no change that is committed after it', async () => {
    const [id] = await paid('meanwhile');
    const { ledger } = appContext;
    const [begun, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const change = ledger.tx(async (db) => {
      await db.query(`update payrun.payment set state = 'returned' where id = $1`, [id]);
      begun.resolve();
      await over.promise;
    });
    await begun.promise;
    expect((await exported()).map(({ kind }) => kind)).toEqual(['paid']);
    over.resolve();
    await change;
    expect((await exported()).map(({ kind }) => kind)).toEqual(['returned']);
    expect(await pending()).toBe(0);
  });

  it('at the command line marks nothing that it cannot write, and names the last export if its file was lost', async () => {
    await paid('lost', 2);
    const env = payroll.env();
    const journal = (...args: string[]) => runHere(['journal', ...args, '--json'], { cwd: payroll.folder, env });
    expect(documentOf(await journal('--format', 'datev'))).toMatchObject({ error: { code: 'journal_account' } });
    const first = documentOf(await journal()) as never as {
      export: string;
      entries: number;
      file: string;
      files: string[];
    };
    expect(first).toMatchObject({ entries: 2, files: [first.file] });
    const written = readFileSync(first.file, 'utf8');
    rmSync(first.file);
    expect(documentOf(await journal())).toMatchObject({ export: null, entries: 0, last: first.export });
    expect((await runHere(['journal'], { cwd: payroll.folder, env })).stdout).toContain(
      `payrun journal --again ${first.export}`,
    );
    await journal('--again', first.export);
    expect(readFileSync(first.file, 'utf8')).toBe(written);
  });
});
