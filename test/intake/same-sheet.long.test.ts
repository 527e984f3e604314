import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import ExcelJS from 'exceljs';
import { beforeAll, expect, it } from 'vitest';
import { intake } from '../../src/intake/ingest-rows.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { cancelPayments } from '../../src/ledger/payments/payment.ts';
import type { RunOptions } from '../../src/ledger/runs/run.ts';
import { storeSheet } from '../../src/ledger/runs/sheet.ts';
import { stateCountText } from '../../src/outcomes/status-words.ts';
import { runOutcome } from '../../src/reports/payment-run-outcome.ts';
import { readSheet } from '../../src/sheets/read/read-sheet.ts';
import type { PaymentState } from '../../src/states.ts';
import { describeDatabases } from '../support/database.ts';
import { sheetOf } from '../support/payroll.ts';
import { startTestRun, testDeps } from '../support/test-run.ts';

type Content = string | Buffer;

const LINES = [{ amount: '100.50' }, { amount: '77' }, { amount: '0.001' }];
const WITH = sheetOf(LINES);
const WITHOUT = sheetOf(LINES.map((line) => ({ ...line, reference: '' })));

const cellsOf = (csv: string) =>
  csv
    .trimEnd()
    .split('\n')
    .map((line) => line.split(','));
const csvOf = (cells: readonly (readonly string[])[], delimiter = ',', end = '\n') =>
  cells.map((line) => line.join(delimiter) + end).join('');

/** The same as a workbook, amounts as numbers. */
async function workbookOf(csv: string): Promise<Buffer> {
  const book = new ExcelJS.Workbook();
  const sheet = book.addWorksheet('June');
  const [header, ...lines] = cellsOf(csv);
  const amount = header!.indexOf('amount');
  sheet.addRow(header!);
  for (const line of lines) sheet.addRow(line.map((cell, at) => (at === amount ? Number(cell) : cell || null)));
  return Buffer.from(await book.xlsx.writeBuffer());
}

describeDatabases('a sheet that is dropped again', (database) => {
  let ledger: Ledger;
  let merchants = 0;
  beforeAll(async () => {
    ledger = await database.open();
  });

  const drop = async (merchant: string, name: string, content: Content, options: Partial<RunOptions> = {}) => {
    const run = await startTestRun(ledger, { merchant, options });
    const bytes = Buffer.from(content);
    const { id } = await storeSheet(ledger.db, ledger.vault, {
      id: randomUUID(),
      name,
      content: Readable.from([bytes]),
    });
    await ledger.db.query('update payrun.run set sheet_id = $2 where id = $1', [run.id, id]);
    const sheet = await readSheet({ name, content: () => Readable.from([bytes]) });
    await intake(run, testDeps(ledger), options.rerun ? { ...sheet, replacedBy: () => undefined } : sheet, []);
    await sheet.close();
    const { rows } = await ledger.db.query<{ row: number; state: string; reason: string | null; earlier: string }>(
      `select p.row, p.state, p.reason, o.run_id || '/' || o.row as earlier from payrun.payment p
       left join payrun.payment o on o.id = p.held_for where p.run_id = $1 order by p.row`,
      [run.id],
    );
    return { ...(await runOutcome(ledger.db, run.id)), rows, id: run.id };
  };
  const newMerchant = () => `same-${++merchants}`;

  const cells = cellsOf(WITH);
  const SAME: readonly [how: string, first: Content, second: () => Content | Promise<Content>][] = [
    ['under another name', WITH, () => WITH],
    ['with another encoding', WITH, () => Buffer.from(`\ufeff${WITH}`, 'utf16le')],
    ['with its columns in another order', WITH, () => csvOf(cells.map((line) => line.toReversed()))],
    ['sorted otherwise', WITH, () => csvOf([cells[0]!, ...cells.slice(1).toReversed()])],
    ['without references, as a workbook', WITHOUT, () => workbookOf(WITHOUT)],
  ];
  it.each(SAME)('is recognized %s, and its rows are on hold', async (_, first, second) => {
    const merchant = newMerchant();
    const june = await drop(merchant, 'june.csv', first);
    expect([june.sameSheet, june.counts.ready, june.counts.invalid]).toEqual([null, 2, 1]);
    const again = await drop(merchant, 'july', await second());
    expect(again.sameSheet).toMatchObject({
      run: june.run,
      sheet: 'june.csv',
      message: expect.stringMatching(
        new RegExp(
          `^This is the same sheet as june\\.csv of run ${june.run} \\(\\d+ \\w+ \\d{4}, 1 invalid, 2 ready\\)\\.$`,
        ),
      ),
    });
    expect(again.counts).toMatchObject({ ready: 0, held: 2, invalid: 1 });
    const held = again.rows.filter(({ state }) => state === 'held');
    expect(held.every(({ earlier }) => earlier.startsWith(`${june.run}/`))).toBe(true);
    for (const { reason, earlier } of held)
      expect(reason).toMatch(
        new RegExp(
          first === WITHOUT
            ? `^Row ${earlier.split('/')[1]} of run ${june.run} is the same payment \\(reference auto-.+, ready at the time, `
            : `^Reference REF-\\d was already used for row ${earlier.split('/')[1]} of run ${june.run} \\(ready at the time, `,
        ),
      );
  });

  const OTHER: readonly [what: string, second: string][] = [
    ['an amount', WITH.replace('100.50', '100.51')],
    ['an invalid amount', WITH.replace('0.001', '0.002')],
    ['one row twice', csvOf([...cells, cells[1]!])],
  ];
  it.each(OTHER)('differs with %s changed', async (_, second) => {
    const merchant = newMerchant();
    await drop(merchant, 'june.csv', WITH);
    expect((await drop(merchant, 'june.csv', second)).sameSheet).toBeNull();
  });

  it.each(['failed', 'invalid'] satisfies PaymentState[])(
    'is not on hold because of a run whose rows are %s, and the sentence has their outcome',
    async (state) => {
      const merchant = newMerchant();
      const first = await drop(merchant, 'june.csv', WITHOUT);
      await ledger.tx(async (db) => {
        await db.query('set local session_replication_role = replica');
        await db.query(`update payrun.payment set state = $2 where run_id = $1 and state = 'ready'`, [first.id, state]);
      });
      const again = await drop(merchant, 'june-2.csv', WITHOUT);
      expect(again.counts).toMatchObject({ ready: 2, held: 0 });
      expect(again.sameSheet!.message).toContain(stateCountText(state, state === 'invalid' ? 3 : 2));
      // The third one is told of the run that pays, not of the one that did not.
      expect((await drop(merchant, 'june-3.csv', WITHOUT)).sameSheet!.run).toBe(again.run);
    },
  );

  it('is not that of a dry run, of another merchant, or of the run that a rerun retries', async () => {
    const [merchant, other] = [newMerchant(), newMerchant()];
    const looked = await drop(merchant, 'june.csv', WITH, { dryRun: true });
    await cancelPayments(ledger.db, looked.id, ['ready'], 'dry_run', 'This was a dry run: nothing is paid.');
    expect((await drop(merchant, 'june.csv', WITH)).sameSheet).toBeNull();
    expect((await drop(other, 'june.csv', WITH)).sameSheet).toBeNull();
    const rerun = { states: ['failed'] as const, references: [] };
    expect((await drop(merchant, 'june.csv', WITH, { rerun })).sameSheet).toBeNull();
  });
});
