import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The embedded database of a home. */
export const databaseFolder = (home: string) => join(home, 'db');
/** The file in it that says that it was made to its end. */
export const madeMark = (home: string) => join(databaseFolder(home), 'payrun.made');

/** Whether there is a ledger, without making one. A PostgreSQL that is configured always counts as one. */
export function hasLedger({
  databaseUrl,
  home,
}: {
  readonly databaseUrl?: string | undefined;
  readonly home: string;
}): boolean {
  return databaseUrl !== undefined || existsSync(madeMark(home));
}
