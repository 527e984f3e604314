import { monthStatements } from './month-statement.ts';
import type { NamedReport } from './named-report.ts';
import { csvOf } from './report-parts.ts';
import { countReport } from './reports-cache.ts';
import { reportTables } from './reports-tables.ts';

/** Every report of the pages, for all merchants. */
export function namedReports(timeZone: string): readonly NamedReport[] {
  const tables = reportTables(timeZone).map(
    (table): NamedReport => ({
      name: table.name,
      caption: table.caption,
      lines: async (db, range) => csvOf(table, await countReport(db, null, range)),
    }),
  );
  return [...tables, ...monthStatements];
}
