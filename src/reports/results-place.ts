import { access, constants } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { makePrivateFolder } from '../platform/private-folder.ts';

/**
 * Where the results of a run lie, but for the ending: in `folder`, else beside the file that its sheet was, else in PAYRUN_HOME: where
 * the sheet came over the network, or its folder cannot be written. The run's number is in the name, so that results are never
 * overwritten by those of another run.
 */
export async function resultsPlace(
  home: string,
  { run, sheet, file, folder }: { run: bigint; sheet: string; file: string | undefined; folder: string | undefined },
): Promise<string> {
  const name = `${basename(sheet).replace(/\.[^.]+$/, '')}.run-${run}.results`;
  return join(folder ?? (await folderFor(home, file)), name);
}

async function folderFor(home: string, file: string | undefined): Promise<string> {
  if (file) {
    const beside = dirname(file);
    const writable = await access(beside, constants.W_OK).then(
      () => true,
      () => false,
    );
    if (writable) return beside;
  }
  const own = join(home, 'results');
  makePrivateFolder(own);
  return own;
}
