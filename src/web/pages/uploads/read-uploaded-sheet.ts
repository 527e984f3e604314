import type { AppContext } from '../../../engine/context/app-context.ts';
import { ingestRunsOfSheet } from '../../../engine/runs/execute-run.ts';
import { isError } from '../../../errors.ts';
import { noteRunError } from '../../../ledger/runs/sheet-runs.ts';

/**
 * Reads the sheet of a run that is to be submitted. Returns after `ms` at the latest; reading continues in the
 * background, and an error is noted on the run. If the process ends before that, the workers or `payrun resume`
 * continue.
 */
export async function readUploadedSheet(appContext: AppContext, run: bigint, ms: number): Promise<void> {
  const { log, clock, ledger } = appContext;
  const reading = ingestRunsOfSheet(appContext, run, { confirm: null, progress: () => {} }).then(
    () => {},
    async (error: unknown) => {
      log.warn({ run: String(run), code: (error as { code?: unknown }).code }, 'a sheet could not be read');
      if (isError(error)) await noteRunError(ledger.db, run, error.onPage).catch(() => {});
    },
  );
  const enough = new AbortController();
  await Promise.race([reading, clock.sleep(ms, enough.signal).catch(() => {})]);
  enough.abort();
}
