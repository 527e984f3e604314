import { streamSSE } from 'hono/streaming';
import type { Feature } from '../../../http/feature.ts';
import type { Db } from '../../../ledger/db/db.ts';
import { parseRunId, type Scope } from '../../../ledger/merchants/scope.ts';
import { readRunStatuses } from '../../../ledger/runs/run-facts.ts';
import { type RunningRun, selectRunning } from '../../../ledger/views/active-runs.ts';
import { selectSeenRuns } from '../../../ledger/views/run-view.ts';
import type { StatusFacts } from '../../../outcomes/run-outcome.ts';
import type { RunStatus } from '../../../states.ts';
import { createView, type PageDeps, type View } from '../../components/view.ts';
import { requireRole } from '../../session/require-role.ts';
import { runLivePart } from '../runs/running-part.ts';

/** The interval at which the ledger is read while a page is open. */
const EVERY_MS = 1_000;
/** A stream ends after this time, and the browser reconnects, which checks the session again. */
const LONGEST_MS = 60_000;
/** Maximum number of streams of one process; further pages are not updated live. */
const MOST_STREAMS = 200;
/** Of these, streams of one user: as many windows as someone looks at. */
const MOST_OF_USER = 12;

/**
 * `GET /live/running?run=&outcome=`: a run's progress, sent on each change and at least every ten seconds. Sends
 * `reload` if it is not in progress, or if its outcome differs from `outcome`, which the page shows: then other parts
 * of the page have changed too. Sends `over` and ends if the session has ended or the reader's rights have changed.
 * Reads only the ledger and makes no API call.
 */
export function liveUpdates(deps: PageDeps): Feature {
  const { ledger, clock, log } = deps.appContext;
  // Slightly less than the polling interval, so that each poll gets a new result.
  const look = sharedSnapshot(ledger.db, clock, EVERY_MS * 0.9);
  let open = 0;
  const openBy = new Map<string, number>();
  return (app) => {
    app.get('/live/running', requireRole('viewer'), (context) => {
      const { currentUser, locale, timeZone } = createView(context, deps);
      const stillHolds = context.get('stillHolds');
      const run = parseRunId(context.req.query('run'));
      if (run === null) return context.notFound();
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

/** Maximum number of cached results; each is valid for less than a second. */
const MOST_KEPT = 200;

/** A run in progress, shared by all readers with the same scope. */
interface LiveSnapshot {
  /** Empty unless a process works on it. */
  readonly runs: readonly RunningRun[];
  /** Null if there is no such run that the reader may see. */
  readonly outcome: RunStatus | null;
  /** A fingerprint that is equal as long as nothing new is to be shown. */
  readonly signature: string;
  /** The HTML, with numbers of this locale and times of this zone; rendered once for all readers. */
  readonly part: (reader: Pick<View, 'locale' | 'timeZone'>) => Promise<string>;
}

/** Reads a run, and caches the result for `cacheMs`: a hundred readers cost as many queries as one. */
export function sharedSnapshot(db: Db, clock: { now(): number }, cacheMs: number) {
  const snapshots = new Map<string, { readonly at: number; readonly look: Promise<LiveSnapshot> }>();
  return (scope: Scope, run: bigint): Promise<LiveSnapshot> => {
    const key = JSON.stringify([scope && [...scope].sort(), String(run)]);
    const now = clock.now();
    const known = snapshots.get(key);
    if (known && now - known.at < cacheMs) return known.look;
    for (const [old, { at }] of snapshots)
      if (now - at >= cacheMs || snapshots.size >= MOST_KEPT) snapshots.delete(old);
    const look = lookAt(db, scope, run, now);
    snapshots.set(key, { at: now, look });
    // A failure is not cached.
    look.catch(() => snapshots.delete(key));
    return look;
  };
}

async function lookAt(db: Db, scope: Scope, run: bigint, now: number): Promise<LiveSnapshot> {
  const [runs, status] = await Promise.all([selectRunning(db, scope, { most: 1, run }), statusOf(db, scope, run)]);
  const outcome = status?.outcome ?? null;
  const parts = new Map<string, Promise<string>>();
  return {
    runs,
    outcome,
    signature: JSON.stringify([outcome, status?.batches, status?.hasReady, runs.map(shownProgress)]),
    part({ locale, timeZone }) {
      const key = `${locale} ${timeZone}`;
      const known = parts.get(key);
      if (known) return known;
      const view = { locale, timeZone, now };
      const part = status === null ? '' : runLivePart(view, runs, status);
      const text = Promise.resolve(part).then(String);
      parts.set(key, text);
      return text;
    },
  };
}

async function statusOf(db: Db, scope: Scope, run: bigint): Promise<StatusFacts | null> {
  const seen = await selectSeenRuns(db, scope, [run]);
  if (seen !== null && !seen.has(String(run))) return null;
  return (await readRunStatuses(db, [run]))[0] ?? null;
}

const shownProgress = ({ id, leased, stage, done, calls, calls_in_window }: RunningRun) =>
  `${id} ${leased} ${stage} ${done} ${calls} ${calls_in_window}`;
