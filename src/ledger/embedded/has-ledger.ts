import { existsSync } from 'node:fs';
import { join } from 'node:path';

export const databaseFolder = (home: string) => join(home, 'db');
/** The file that marks the database as completely created. */
export const completionMark = (home: string) => join(databaseFolder(home), 'payrun.made');

/** A restored database before it is put into its place. */
export const restoredFolder = (home: string) => join(home, 'db.restored');
/** A restore was interrupted after the old database was moved away and before the new one was in its place. */
export const isRestoreCutOff = (home: string) => existsSync(restoredFolder(home)) && !existsSync(databaseFolder(home));

/** Does a ledger exist? Creates none. True for a configured Postgres server. */
export function hasLedger({
  databaseUrl,
  home,
}: {
  readonly databaseUrl?: string | undefined;
  readonly home: string;
}): boolean {
  return databaseUrl !== undefined || existsSync(completionMark(home)) || isRestoreCutOff(home);
}
