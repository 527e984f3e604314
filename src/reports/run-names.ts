import { access, constants } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isDryRunId } from '../ledger/db/dry-run.ts';
import { makePrivateFolder } from '../platform/folders.ts';

/** The most runs that are listed one by one. */
const MOST = 6;

/** "Run 4"; "Runs 4, 5, 6"; "Runs 4 to 303" if they are many; "Dry run", which has no number. */
export function runNames(runs: readonly (bigint | string)[]): string {
  if (runs.every(isDryRunId)) return 'Dry run';
  if (runs.length === 1) return `Run ${runs[0]}`;
  return `Runs ${runs.length <= MOST ? runs.join(', ') : `${runs[0]} to ${runs.at(-1)}`}`;
}

/**
 * The path of a run's results without the file extension: in `folder`, else next to the file of the sheet, else in
 * PAYRUN_HOME if the sheet was uploaded or its folder is not writable. The name contains the run, so that no other run
 * overwrites the results; those of a dry run are replaced by the next one.
 */
export async function resultsPath(
  home: string,
  { run, sheet, file, folder }: { run: bigint; sheet: string; file: string | undefined; folder: string | undefined },
): Promise<string> {
  // Masked bank details have asterisks, which Windows allows in no name.
  const name = `${basename(sheet)
    .replace(/\.[^.]+$/, '')
    .replaceAll('*', 'x')}.${isDryRunId(run) ? 'dry-run' : `run-${run}`}.results`;
  return join(folder ?? (await folderFor(home, file)), name);
}

async function folderFor(home: string, file: string | undefined): Promise<string> {
  if (file) {
    const sheetFolder = dirname(file);
    const writable = await access(sheetFolder, constants.W_OK).then(
      () => true,
      () => false,
    );
    if (writable) return sheetFolder;
  }
  const own = join(home, 'results');
  makePrivateFolder(own);
  return own;
}
