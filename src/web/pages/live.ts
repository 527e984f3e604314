import { streamSSE } from 'hono/streaming';
import { selectRunState } from '../../ledger/pages/run-state.ts';
import { type RunningRun, selectRunning } from '../../ledger/pages/running.ts';
import { runIdOf } from '../../ledger/pages/scope.ts';
import type { Feature } from '../app.ts';
import { type PageDeps, viewOf } from '../page/view.ts';
import { allow } from '../session/allow.ts';
import { runLivePart, runningPart } from './running-part.ts';

/** Runs that are shown as running at once. */
export const MOST_RUNNING = 12;
/** How often the ledger is asked, while anybody looks. */
const EVERY_MS = 1_000;
/** A stream ends by itself after so long, and the browser asks for another: the session is looked at again then. */
const LONGEST_MS = 60_000;
/** Streams of one process; who comes behind them has the page without it. */
const MOST_STREAMS = 200;

/**
 * `GET /live/running?run=&state=`: what runs now, sent when it changes, and at least every ten seconds. It says `reload` when a run
 * that was running is not any more, or the run that is looked at is not in `state` any more, as its page has it: then more of the
 * page has changed. So a page that is opened before a worker has taken the run comes alive too. It reads the ledger only, so it does not slow the
 * run down, and makes no call to the service.
 */
export function live(deps: PageDeps): Feature {
  const { ledger, clock, log } = deps.workplace;
  const look = sharedLook(deps);
  let open = 0;
  return (app) => {
    app.get('/live/running', allow('viewer'), (context) => {
      const { visitor, locale } = viewOf(context, deps);
      const asked = context.req.query('run');
      const run = asked === undefined ? null : runIdOf(asked);
      if (asked !== undefined && run === null) return context.notFound();
      const shown = context.req.query('state');
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
            let before: readonly RunningRun[] | null = null;
            let saidAt = 0;
            while (!ends.aborted && clock.now() < until) {
              const runs: readonly RunningRun[] = await look(ledger.db, visitor.merchants, run);
              const now = clock.now();
              const state = run === null ? null : await selectRunState(ledger.db, visitor.merchants, run);
              const moved = shown !== undefined && state !== null && state !== shown;
              const ended = moved || before?.some(({ id }) => !runs.some((one) => one.id === id));
              if (ended) return void (await stream.writeSSE({ event: 'reload', data: '' }));
              if (before === null || told(runs) !== told(before) || now - saidAt >= 10_000) {
                await stream.writeSSE({
                  event: 'part',
                  data: String(
                    await (state === null
                      ? runningPart({ locale, now }, runs)
                      : runLivePart({ locale, now }, runs, state)),
                  ),
                });
                saidAt = now;
              }
              before = runs;
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

const told = (runs: readonly RunningRun[]): string =>
  runs
    .map(({ id, stage, done, calls, calls_in_window }) => `${id} ${stage} ${done} ${calls} ${calls_in_window}`)
    .join();

/** Everybody who may see the same looks at the same answer for a second: a hundred readers cost one query. */
function sharedLook({ workplace: { clock } }: PageDeps) {
  const answers = new Map<string, { readonly at: number; readonly runs: Promise<readonly RunningRun[]> }>();
  return (db: Parameters<typeof selectRunning>[0], scope: readonly string[] | null, run: bigint | null) => {
    const key = JSON.stringify([scope, String(run)]);
    const now = clock.now();
    const known = answers.get(key);
    if (known && now - known.at < EVERY_MS * 0.9) return known.runs;
    if (answers.size > MOST_STREAMS) answers.clear();
    const runs = selectRunning(db, scope, { most: MOST_RUNNING, run });
    answers.set(key, { at: now, runs });
    return runs;
  };
}
