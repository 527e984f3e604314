import type { Db } from '../../../ledger/db/db.ts';
import type { ReportRange } from '../../../ledger/reports/report-range.ts';

/** A table of a report without its page: the same lines as its CSV, the first one with the titles. */
export interface NamedReport {
  readonly name: string;
  readonly caption: string;
  lines(db: Db, range: ReportRange): Promise<AsyncIterable<readonly (readonly string[])[]>>;
}
