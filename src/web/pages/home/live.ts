import { streamSSE } from 'hono/streaming';
import { runIdOf } from '../../../ledger/merchants/scope.ts';
import { type PageDeps, viewOf } from '../../components/view.ts';
import type { Feature } from '../../feature.ts';
import { allow } from '../../session/allow.ts';
import { type Look, sharedLook } from './live-look.ts';

/** Runs that are shown as running at once. */
export const MOST_RUNNING = 12;
/** How often the ledger is asked, while anybody looks. */
const EVERY_MS = 1_000;
/** A stream ends by itself after so long, and the browser asks for another: the session is looked at again then. */
const LONGEST_MS = 60_000;
/** Streams of one process; who comes behind them has the page without it. */
const MOST_STREAMS = 200;

/**
 * `GET /live/running?run=&outcome=`: what runs now, sent when it changes, and at least every ten seconds. It says `reload` when a run
 * that was running is not any more, or the run that is looked at has not `outcome` any more, as its page has it: then more of the
 * page has changed. So a page that is opened before a worker has taken the run comes alive too. It says `over`, and ends, soon after
 * its reader's login is over or they may do something else than before. It reads the ledger only, so it does not slow the run down,
 * and makes no call to the service.
 */
export function live(deps: PageDeps): Feature {
  const { ledger, clock, log } = deps.appContext;
  // A little less than a second, so that whoever comes again after one does not see the same.
  const look = sharedLook(ledger.db, clock, { most: MOST_RUNNING, keepMs: EVERY_MS * 0.9 });
  let open = 0;
  return (app) => {
    app.get('/live/running', allow('viewer'), (context) => {
      const { visitor, locale } = viewOf(context, deps);
      const stillHolds = context.get('stillHolds');
      const asked = context.req.query('run');
      const run = asked === undefined ? null : runIdOf(asked);
      if (asked !== undefined && run === null) return context.notFound();
      const shown = context.req.query('outcome');
      if (open >= MOST_STREAMS) return context.body(null, 204);
      open += 1;
      context.header('X-Accel-Buffering', 'no');
      return streamSSE(
        context,
        async (stream) => {
          const gone = new AbortController();
          const ends = AbortSignal.any([gone.signal, ...(deps.stopping ? [deps.stopping] : [])]);
          stream.onAbort(() => gone.abort());
          try {
            const until = clock.now() + LONGEST_MS;
            let before: Look | null = null;
            let saidAt = 0;
            while (!ends.aborted && clock.now() < until) {
              if (!(await stillHolds())) return void (await stream.writeSSE({ event: 'over', data: '' }));
              const seen = await look(visitor.merchants, run);
              const now = clock.now();
              const moved = shown !== undefined && seen.outcome !== null && seen.outcome !== shown;
              const ended = moved || before?.runs.some(({ id }) => !seen.runs.some((one) => one.id === id));
              if (ended) return void (await stream.writeSSE({ event: 'reload', data: '' }));
              if (seen.told !== before?.told || now - saidAt >= 10_000) {
                await stream.writeSSE({ event: 'part', data: await seen.part(locale) });
                saidAt = now;
              }
              before = seen;
              await clock.sleep(EVERY_MS, ends).catch(() => {});
            }
          } finally {
            open -= 1;
          }
        },
        async (error) => {
          log.warn({ code: (error as { code?: unknown }).code }, 'a live part ended');
        },
      );
    });
  };
}
