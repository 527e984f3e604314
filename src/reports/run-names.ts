import { isDryRunId } from '../ledger/db/dry-run.ts';

/** The most runs that are listed one by one. */
const MOST = 6;

/** "Run 4"; "Runs 4, 5, 6"; "Runs 4 to 303" if they are many; "Dry run", which has no number. */
export function runNames(runs: readonly (bigint | string)[]): string {
  if (runs.every(isDryRunId)) return 'Dry run';
  if (runs.length === 1) return `Run ${runs[0]}`;
  return `Runs ${runs.length <= MOST ? runs.join(', ') : `${runs[0]} to ${runs.at(-1)}`}`;
}
