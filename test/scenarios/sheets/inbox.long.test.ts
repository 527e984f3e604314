import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import ExcelJS from 'exceljs';
import { expect, it } from 'vitest';
import type { AppContext } from '../../../src/engine/context/app-context.ts';
import { startInbox } from '../../../src/engine/inbox/start-inbox.ts';
import type { Task } from '../../../src/engine/queue/task.ts';
import { executeSheet } from '../../../src/engine/runs/execute-run.ts';
import { describeDatabases } from '../../support/database.ts';
import { people, sheetOf, testPayroll } from '../../support/payroll.ts';

/** Polls: the machine may be slow. */
async function until<T>(what: () => T | null | undefined | false): Promise<T> {
  for (let i = 0; i < 8_000; i += 1) {
    const found = what();
    if (found) return found;
    await sleep(25);
  }
  throw new Error('it did not come');
}

const list = (folder: string) => (existsSync(folder) ? readdirSync(folder).sort() : []);

describeDatabases('a running inbox', (database) => {
  const payroll = testPayroll(database);

  it('moves three files, one good, one broken and one copied slowly, each to its final folder with its results', async () => {
    const inbox = join(payroll.folder, 'inbox');
    mkdirSync(inbox);
    const appContext = await payroll.appContext({
      PAYRUN_INBOX: inbox,
      PAYRUN_INBOX_POLL_MS: '20',
      PAYRUN_INBOX_SETTLE_MS: '600',
    });
    // The inbox's own time: between two chunks of the slow copy less of it goes by than a file must have stayed the same.
    let elapsed = 0;
    // A worker in this process: one after the other, as the queue has it for a merchant.
    let working: Promise<unknown> = Promise.resolve();
    const enqueue = async (of: AppContext, task: Task) => {
      if (task.kind !== 'run') throw new Error('no job was dropped');
      const id = BigInt(task.run);
      working = working.then(() => executeSheet(of, id, { confirm: null, progress: () => {} }));
    };
    const part = await startInbox(appContext, { enqueue, elapsed: () => elapsed });
    try {
      writeFileSync(join(inbox, 'good.csv'), sheetOf(people(3)));
      writeFileSync(join(inbox, 'broken.csv'), 'Quarter,Turnover\nQ1,5\n');
      const slow = sheetOf(people(5, (n) => ({ reference: `SLOW-${n}`, email: `slow${n}@example.com` })));
      const goodIsDone = () => list(join(inbox, 'done')).some((name) => name.endsWith(' good.csv'));
      // Blank lines at its end for as long as the others take.
      for (let at = 0; at < slow.length || !goodIsDone(); at += 150) {
        appendFileSync(join(inbox, 'slow.csv'), slow.slice(at, at + 150) || '\n');
        elapsed += 400;
        await sleep(50);
        expect(list(inbox)).toContain('slow.csv');
      }
      await until(() => {
        elapsed += 50;
        return list(join(inbox, 'failed')).length === 2 && list(join(inbox, 'done')).length === 6;
      });
    } finally {
      await part.close();
      await working;
    }

    expect(list(inbox).filter((name) => !name.startsWith('.'))).toEqual(['done', 'failed', 'processing']);
    expect(list(join(inbox, 'processing'))).toEqual([]);
    expect(list(join(inbox, 'failed')).map((name) => name.slice(10))).toEqual([' broken.csv', ' broken.csv.why.txt']);
    const why = list(join(inbox, 'failed'))[1]!;
    expect(readFileSync(join(inbox, 'failed', why), 'utf8')).toMatch(/Nothing in this sheet was paid\.\n.*header line/);
    const done = list(join(inbox, 'done')).map((name) => name.replace(/^[\d-]{10} /, '').replace(/run-\d+/, 'run-N'));
    expect(done.sort()).toEqual([
      'good.csv',
      'good.run-N.results.csv',
      'good.run-N.results.xlsx',
      'slow.csv',
      'slow.run-N.results.csv',
      'slow.run-N.results.xlsx',
    ]);
    expect(list(join(inbox, 'done'))[0]).toMatch(/^\d{4}-\d\d-\d\d /);

    const results = list(join(inbox, 'done')).find((name) => name.includes('slow') && name.endsWith('.xlsx'))!;
    const book = new ExcelJS.Workbook();
    await book.xlsx.readFile(join(inbox, 'done', results));
    const [header, ...rows] = book.worksheets[0]!.getSheetValues().slice(1) as unknown[][];
    const status = header!.indexOf('status');
    expect(rows.map((row) => row[status])).toEqual(Array(5).fill('Paid'));
    const { payments } = await payroll.ledger();
    expect(payments.map(({ timesPaid }) => timesPaid)).toEqual(Array(8).fill(1));
  });
});
