import type { AppContext } from '../../../engine/context/app-context.ts';
import { advance } from '../../../engine/runs/advance.ts';

/**
 * Reads the sheet of a run that is to be submitted. Returns after `ms` at the latest; reading continues in the
 * background, and an error is noted on the run. If the process ends before that, the workers or `payrun resume`
 * continue.
 */
export async function readUploadedSheet(appContext: AppContext, run: bigint, ms: number): Promise<void> {
  const { log, clock } = appContext;
  const reading = advance(appContext, run, { progress: () => {} }).then(
    () => {},
    (error: unknown) =>
      log.warn({ run: String(run), code: (error as { code?: unknown }).code }, 'a sheet could not be read'),
  );
  const enough = new AbortController();
  await Promise.race([reading, clock.sleep(ms, enough.signal).catch(() => {})]);
  enough.abort();
}
