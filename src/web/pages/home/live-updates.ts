import { streamSSE } from 'hono/streaming';
import { runIdOf } from '../../../ledger/merchants/scope.ts';
import { type PageDeps, viewOf } from '../../components/view.ts';
import type { Feature } from '../../feature.ts';
import { requireRole } from '../../session/require-role.ts';
import { type LiveSnapshot, sharedSnapshot } from './shared-snapshot.ts';

/** Maximum number of runs in progress to show. */
export const MOST_RUNNING = 12;
/** How often the ledger is read while a page is open. */
const EVERY_MS = 1_000;
/** A stream ends after this time, and the browser reconnects, which checks the session again. */
const LONGEST_MS = 60_000;
/** Maximum number of streams of one process; further pages are not updated live. */
const MOST_STREAMS = 200;
/** Of these, streams of one user: as many windows as somebody looks at. */
const MOST_OF_USER = 12;

/**
 * `GET /live/running?run=&outcome=`: the runs in progress, sent on each change and at least every ten seconds. Sends
 * `reload` if a run is no longer in progress, or if the outcome of the run differs from `outcome`, which the page
 * shows: then other parts of the page have changed too. Sends `over` and ends if the session has ended or the reader's
 * rights have changed. Reads only the ledger and makes no API call.
 */
export function liveUpdates(deps: PageDeps): Feature {
  const { ledger, clock, log } = deps.appContext;
  // Slightly less than the polling interval, so that each poll gets a new result.
  const look = sharedSnapshot(ledger.db, clock, { most: MOST_RUNNING, cacheMs: EVERY_MS * 0.9 });
  let open = 0;
  const openBy = new Map<string, number>();
  return (app) => {
    app.get('/live/running', requireRole('viewer'), (context) => {
      const { currentUser, locale, timeZone } = viewOf(context, deps);
      const stillHolds = context.get('stillHolds');
      const asked = context.req.query('run');
      const run = asked === undefined ? null : runIdOf(asked);
      if (asked !== undefined && run === null) return context.notFound();
      const shown = context.req.query('outcome');
      const own = openBy.get(currentUser.name) ?? 0;
      if (open >= MOST_STREAMS || own >= MOST_OF_USER) return context.body(null, 204);
      open += 1;
      openBy.set(currentUser.name, own + 1);
      context.header('X-Accel-Buffering', 'no');
      return streamSSE(
        context,
        async (stream) => {
          const gone = new AbortController();
          const ends = AbortSignal.any([gone.signal, ...(deps.stopping ? [deps.stopping] : [])]);
          stream.onAbort(() => gone.abort());
          try {
            const until = clock.now() + LONGEST_MS;
            let before: LiveSnapshot | null = null;
            let sentAt = 0;
            while (!ends.aborted && clock.now() < until) {
              if (!(await stillHolds())) return void (await stream.writeSSE({ event: 'over', data: '' }));
              const seen = await look(currentUser.merchants, run);
              const now = clock.now();
              const moved = shown !== undefined && seen.outcome !== null && seen.outcome !== shown;
              const ended = moved || before?.runs.some(({ id }) => !seen.runs.some((one) => one.id === id));
              if (ended) return void (await stream.writeSSE({ event: 'reload', data: '' }));
              if (seen.signature !== before?.signature || now - sentAt >= 10_000) {
                await stream.writeSSE({ event: 'part', data: await seen.part({ locale, timeZone }) });
                sentAt = now;
              }
              before = seen;
              await clock.sleep(EVERY_MS, ends).catch(() => {});
            }
          } finally {
            open -= 1;
            const left = openBy.get(currentUser.name)! - 1;
            if (left === 0) openBy.delete(currentUser.name);
            else openBy.set(currentUser.name, left);
          }
        },
        async (error) => {
          log.warn({ code: (error as { code?: unknown }).code }, 'a live update ended early');
        },
      );
    });
  };
}
