import type { AppContext } from '../context/app-context.ts';
import { advance } from './advance.ts';

/**
 * The time after which a page answers although its work is not done. Deleting batches may wait for the service's rate
 * limit; reading a sheet of a few thousand rows normally takes less.
 */
export const PAGE_WAIT_MS = 8_000;

/**
 * Reads the sheet of a run that is to be submitted. Returns after some seconds at the latest; reading continues in the
 * background, and an error is recorded with the run. If the process ends before that, the workers or `payrun resume`
 * continue.
 */
export async function readUploadedSheet(appContext: AppContext, run: bigint): Promise<void> {
  const { log, clock } = appContext;
  const reading = advance(appContext, run, { progress: () => {} }).then(
    () => {},
    (error: unknown) =>
      log.warn({ run: String(run), code: (error as { code?: unknown }).code }, 'a sheet could not be read'),
  );
  const enough = new AbortController();
  await Promise.race([reading, clock.sleep(PAGE_WAIT_MS, enough.signal).catch(() => {})]);
  enough.abort();
}
