import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfig } from '../../src/config.ts';
import { type AppContext, openAppContext } from '../../src/engine/context/app-context.ts';
import type { Component } from '../../src/engine/context/component.ts';
import { gracefulFetch } from '../../src/engine/context/graceful-fetch.ts';
import { startInbox } from '../../src/engine/inbox/start-inbox.ts';
import { openQueue } from '../../src/engine/queue/open-queue.ts';
import { startWorkers } from '../../src/engine/queue/start-workers.ts';
import { startSchedule } from '../../src/engine/schedule/start-schedule.ts';
import type { Db } from '../../src/ledger/db/db.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { DUE } from '../../src/ledger/runs/run-looks.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { createLog } from '../../src/platform/log.ts';
import { CONTINUED } from '../../src/states.ts';

/** What a server does besides answering requests, as `payrun worker` and `payrun serve` start it. */
const PARTS = {
  // They look for work less often than by default: each look is a dozen statements.
  workers: (appContext: AppContext) => startWorkers(appContext, { pollMs: 4_000, lookSeconds: 20, fundsMs: 20_000 }),
  inbox: startInbox,
  schedule: startSchedule,
} as const satisfies Readonly<Record<string, (appContext: never) => Promise<Component>>>;
export type Part = keyof typeof PARTS;

/** Makes the tables of the queue, which the first server would make. */
export async function makeQueue(kind: Ledger['kind'], db: Db): Promise<void> {
  await openQueue({ ledger: { kind, db } as Ledger, log: createLog('silent') });
}

/** All tables of a database that are copied with it: not the queue's statistics, which have a table a day. */
export const TABLES = `select oid::regclass::text as name from pg_class
  where relkind = 'r' and relnamespace in ('payrun'::regnamespace, 'payrun_queue'::regnamespace)
    and oid <> 'payrun.migration'::regclass and relname not like 'queue_stats_%' order by 1`;

/** The program of a server, until it is stopped. */
export async function serveUntil(stop: AbortSignal, parts: readonly Part[]): Promise<true> {
  const appContext = await openAppContext(loadConfig(), { fetch: gracefulFetch(fetch, systemClock) });
  try {
    const components = await Promise.all(parts.map((part) => PARTS[part](appContext)));
    if (!stop.aborted) await new Promise((resolve) => stop.addEventListener('abort', resolve, { once: true }));
    await Promise.all(components.map((one) => one.close()));
    return true;
  } finally {
    await appContext.close();
  }
}

/** Work that servers have, or will do within a minute, and none that they have forgotten, as sentences. */
export async function workOfServers(db: Db): Promise<readonly string[]> {
  const { rows } = await db.query<{ what: string }>(
    `select 'run ' || r.id || ' is ' || r.status as what from payrun.run r
       where lease_until > now() or ${DUE} or look_at < now() + interval '1 minute'
         or look_at is null and finished_at is null and confirmed_at is not null and status = any($1)
     union all
     select 'file ' || f.source || ' is ' || f.state from payrun.inbox_file f
       where f.state in ('taking', 'taken', 'finishing') or f.outdated or f.state = 'running' and not exists
         (select 1 from payrun.run r where (r.id = f.run_id or r.lead_run = f.run_id) and r.finished_at is null)
     order by 1`,
    [CONTINUED],
  );
  return rows.map(({ what }) => what);
}

/** Sheets that were dropped, and are in none of the places where they belong, as sentences. */
export async function lostSheets(db: Db, inbox: string, dropped: Iterable<string>): Promise<readonly string[]> {
  const { rows } = await db.query<{ source: string; copy: string | null }>(
    `select source, case when state in ('done', 'failed') then ends_in || '/' || end_name end as copy from payrun.inbox_file`,
  );
  return [...dropped].flatMap((name) => {
    const taken = rows.filter(({ source }) => source === name);
    if (taken.length > 1) return [`${name} was taken ${taken.length} times`];
    const place = taken[0] ? taken[0].copy : name;
    return place === null || existsSync(join(inbox, place))
      ? []
      : [`the sheet ${name} is not in the inbox as ${place}`];
  });
}
