import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { AppContext } from '../../src/engine/context/app-context.ts';
import { createSheetRun } from '../../src/engine/runs/create-sheet-run.ts';
import { resumeRuns } from '../../src/engine/runs/resume.ts';
import { getRun } from '../../src/ledger/runs/run.ts';
import { forgetReadings } from '../../src/ledger/runs/sheet.ts';
import { verifyLedger } from '../../src/reports/verify.ts';
import { writeReport } from '../../src/reports/write-report.ts';
import { READERS } from '../../src/sheets/readers/read-in-process.ts';
import { READER_LIMITS } from '../../src/sheets/readers/reader-processes.ts';
import { createApp } from '../../src/web/app.ts';
import { health } from '../../src/web/health.ts';
import { serveApp } from '../../src/web/serve-app.ts';
import { removeInbox, testInbox } from '../engine/inbox/inbox-folder.ts';
import { describeDatabases } from '../support/database.ts';
import { people, sheetOf, testPayroll } from '../support/payroll.ts';
import { person } from '../support/person.ts';

const HOSTILE = new URL('../sheets/readers/hostile-readers.ts', import.meta.url).href;
const [{ ...READ }, { ...LIMITS }] = [READERS, READER_LIMITS];

describeDatabases('a sheet that never ends', (database) => {
  const payroll = testPayroll(database);
  const sheets = (name: string) =>
    payroll.sheet(
      `${name}.csv`,
      sheetOf(people(2, (n) => ({ reference: `${name}-${n}`, email: `${name}${n}@example.org` }))),
    );
  const spinning = () => {
    READERS.readSheet = HOSTILE;
    READER_LIMITS.quietSeconds = 1;
  };
  afterEach(() => {
    Object.assign(READERS, READ);
    Object.assign(READER_LIMITS, LIMITS);
  });

  /** How often `/healthz` answered within a second while this was done. */
  async function healthyWhile(appContext: AppContext, work: () => Promise<unknown>): Promise<number> {
    const { ledger, clock, log } = appContext;
    const app = createApp([health({ db: ledger.db, clock, log, notReady: async () => null })], log);
    const server = await serveApp(app, { host: '127.0.0.1', port: 0 });
    let answered = 0;
    let isDone = false;
    const asking = (async () => {
      while (!isDone) answered += (await fetch(new URL('/healthz', server.url))).ok ? 1 : 0;
    })();
    await work();
    isDone = true;
    await asking;
    await server.close();
    return answered;
  }

  it('ends in `failed` of the inbox with the reason and what to do, while pages answer', async () => {
    const appContext = await payroll.appContext();
    await appContext.service(appContext.defaultMerchant);
    const inbox = testInbox(appContext);
    spinning();
    inbox.drop('spin.csv');
    expect(await healthyWhile(appContext, () => inbox.pass(3))).toBeGreaterThan(3);
    const note = inbox.list('failed').find((name) => name.endsWith('.txt'))!;
    expect(readFileSync(join(inbox.folder, 'failed', note), 'utf8')).toMatch(
      /Payrun stopped reading .*spin\.csv: for 1 s of processor time none of its rows could be read\.[\s\S]* drop that file\./,
    );
    await removeInbox(inbox);
  });

  it('ends its run with the reason, and its results are written by an operator after two readings', async () => {
    const appContext = await payroll.appContext();
    await appContext.service(appContext.defaultMerchant);
    const maker = person('mia');
    const run = await createSheetRun(appContext, { file: sheets('late'), maker, dryRun: false, confirmed: true });
    spinning();
    expect(
      await healthyWhile(appContext, () =>
        resumeRuns(appContext, { run: String(run), progress: () => {} }).catch(() => {}),
      ),
    ).toBeGreaterThan(3);
    const { ledger } = appContext;
    const { rows } = await ledger.db.query<{ data: { code: string } }>(
      `select data from payrun.event where chain = 'run-' || $1 and kind = 'intake_failed'`,
      [run],
    );
    expect(rows).toMatchObject([{ data: { code: 'sheet_stopped' } }]);
    expect((await verifyLedger(appContext)).findings).toEqual([]);
    const report = () => writeReport(appContext, run, payroll.folder);
    await expect(report()).rejects.toMatchObject({ code: 'sheet_stopped' });
    Object.assign(READERS, READ);
    await expect(report()).rejects.toMatchObject({ code: 'sheet_not_read_again' });
    // As `payrun report` does first.
    const { sheet_id } = await getRun(ledger.db, run);
    await forgetReadings(ledger.db, sheet_id!);
    Object.assign(READER_LIMITS, LIMITS);
    expect((await report()).results).toContain('late');
  });
});
