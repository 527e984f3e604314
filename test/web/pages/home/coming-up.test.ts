import { beforeAll, expect, it } from 'vitest';
import type { AppContext } from '../../../../src/engine/context/app-context.ts';
import { describeDatabases } from '../../../support/database.ts';
import { testPayroll } from '../../../support/payroll.ts';
import { setRunStatus } from '../../../support/set-run-status.ts';
import { addBatch, moveThrough, startTestRun } from '../../../support/test-run.ts';
import { openPages, type VisitedPages } from '../../../support/visited-pages.ts';

describeDatabases('what is coming up', (database) => {
  const payroll = testPayroll(database);
  let appContext: AppContext;
  let pages: VisitedPages;
  beforeAll(async () => {
    appContext = await payroll.appContext();
    pages = openPages(appContext);
  });

  const schedule = async (merchant: string, day: number) => {
    const { ledger } = appContext;
    const run = await startTestRun(ledger, { merchant });
    const batch = await addBatch(ledger, run, [{ minor: 1_240_50n }, { minor: 100n }]);
    await moveThrough(ledger, batch, 'creating', 'open', 'quoted', 'approved');
    const at = new Date(Date.UTC(2099, 11, day, 9));
    await ledger.db.query(
      `update payrun.run set pay_on = $2, starts_at = $3, start_zone = 'UTC', lease_until = null, confirmed_at = now() where id = $1`,
      [run.id, at.toISOString().slice(0, 10), at],
    );
    await setRunStatus(ledger.db, run.id, 'scheduled');
    return String(run.id);
  };
  const comingUp = async (merchants: readonly string[]) => {
    const { text } = await pages.get('/', { role: 'approver', merchants });
    return /<section class="card coming".*?<\/section>/s.exec(text)?.[0] ?? '';
  };

  it('shows the next runs, the soonest first, each with its day, its approver and what it debits', async () => {
    // The one that is made first is sent last.
    const runs: string[] = [];
    for (const day of [26, 25, 24, 23, 22, 21]) runs.unshift(await schedule('rent', day));
    await schedule('other', 20);
    const part = await comingUp(['rent']);
    expect([...part.matchAll(/href="\/runs\/(\d+)"/g)].map(([, id]) => id)).toEqual(runs.slice(0, 5));
    const [first = ''] = /<li>.*?<\/li>/s.exec(part) ?? [];
    expect(first.replace(/<[^>]*>/g, '').replace(/\s+/g, ' ')).toMatch(
      /^Run \d+ 2099-12-21 09:00:00 UTC.*, approved by \S.* 1,241\.50 EUR$/,
    );
  });

  it('is left out if nothing is scheduled', async () => {
    expect(await comingUp(['nothing-scheduled'])).toBe('');
  });
});
