import type { Db } from '../../../ledger/db/db.ts';
import type { Scope } from '../../../ledger/merchants/scope.ts';
import type { ReportRange } from '../../../ledger/reports/report-range.ts';
import {
  type StatementEntry,
  type StatementPage,
  selectStatement,
  selectStatementEntries,
} from '../../../ledger/reports/statement.ts';
import { statementCsv, statementProgressCsv, statementTotalsCsv } from '../../../reports/statement-file.ts';
import type { NamedReport } from './named-report.ts';

/** Entries of one query of a file. */
const FILE_PAGE = 10_000;

/** The entries of a statement, in pages; of all kinds, if none is named. */
export async function* statementEntries(
  db: Db,
  scope: Scope,
  range: ReportRange,
  kinds?: StatementPage['kinds'],
): AsyncGenerator<readonly StatementEntry[]> {
  for (let skip = 0; ; skip += FILE_PAGE) {
    const page = await selectStatementEntries(db, scope, range, { skip, limit: FILE_PAGE, kinds });
    yield page;
    if (page.length < FILE_PAGE) return;
  }
}

/** The tables of a statement of a month without its page. */
export const monthStatements: readonly NamedReport[] = [
  {
    name: 'statement',
    caption: 'Paid, returned and failed payments',
    lines: async (db, range) => statementCsv(statementEntries(db, null, range), range.timeZone),
  },
  {
    name: 'statement-totals',
    caption: 'Totals by currency of the balance',
    lines: async (db, range) => statementTotalsCsv(await selectStatement(db, null, range)),
  },
  {
    name: 'statement-progress',
    caption: 'Payments that were sent and not final',
    lines: async (db, range) => statementProgressCsv(await selectStatement(db, null, range)),
  },
];
