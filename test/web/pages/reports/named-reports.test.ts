import { beforeAll, expect, it } from 'vitest';
import type { AppContext } from '../../../../src/engine/context/app-context.ts';
import { exportedCsvLine } from '../../../../src/reports/csv-line.ts';
import { createApp } from '../../../../src/web/app.ts';
import { pages } from '../../../../src/web/pages/pages.ts';
import { namedReports } from '../../../../src/web/pages/reports/named-reports.ts';
import { correctedRange } from '../../../../src/web/pages/reports/reports-range.ts';
import { describeDatabases } from '../../../support/database.ts';
import { people, sheetOf, testPayroll } from '../../../support/payroll.ts';
import { openPages, type VisitedPages } from '../../../support/visited-pages.ts';

describeDatabases('reports by name', (database) => {
  const payroll = testPayroll(database);
  let appContext: AppContext;
  let office: VisitedPages;
  beforeAll(async () => {
    appContext = await payroll.appContext();
    office = openPages(appContext);
    await payroll.pay(payroll.sheet('june.csv', sheetOf(people(3))));
  });
  const reports = () => namedReports(appContext.config.timeZone);

  it('are all reports that the pages have as CSV', () => {
    const routes = createApp([pages({ appContext })], appContext.log).routes.flatMap(({ path }) => {
      const name = /^\/reports\/([^/]+)\.csv$/.exec(path)?.[1];
      return name === undefined ? [] : [name];
    });
    expect(routes.length).toBeGreaterThan(6);
    expect(
      reports()
        .map(({ name }) => name)
        .sort(),
    ).toEqual([...new Set(routes)].sort());
  });

  it('have the same figures as the pages', async () => {
    const { config, clock, ledger } = appContext;
    const month = new Date().toISOString().slice(0, 7);
    const last = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).toISOString().slice(0, 10);
    const { range } = correctedRange(
      { from: `${month}-01`, to: last, merchant: 'default' },
      { now: clock.now(), timeZone: config.timeZone },
    );
    for (const { name, lines } of reports()) {
      const found: string[] = [];
      for await (const page of await lines(ledger.db, range)) found.push(...page.map(exportedCsvLine));
      const query = `from=${range.from}&to=${range.to}&month=${month}&merchant=default`;
      const answer = await office.get(`/reports/${name}.csv?${query}`, { role: 'viewer' });
      expect(answer.status, name).toBe(200);
      expect(found.join(''), name).toBe(answer.text.replace('\uFEFF', ''));
      if (!['failures', 'statement-progress'].includes(name)) expect(found.length, name).toBeGreaterThan(1);
    }
  });
});
