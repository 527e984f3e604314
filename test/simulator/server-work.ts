import pg from 'pg';
import {
  currentProcess,
  outside,
  realPause,
  type SimulatedProcess,
  tell,
  virtualNow,
  waitForServer,
} from './kernel.ts';

// A PostgreSQL server works while the world stands still, until each of its statements has ended or waits for another.

/** A database whose clients are followed: an own connection to it, and the time that it was last told. */
interface Followed {
  readonly own: pg.Client;
  time: number;
}

/** What the server works on; a statement has a client. */
interface Work {
  readonly client: pg.Client | null;
  readonly what: string;
  isWaiting: boolean;
}

/** Looks of up to 64 ms after which a statement does not end. */
const MOST_LOOKS = 500;

export const { connect, end, query } = pg.Client.prototype as unknown as {
  connect(this: pg.Client): Promise<void>;
  end(this: pg.Client): Promise<void>;
  query(this: pg.Client, ...args: unknown[]): unknown;
};
const byName = new Map<string, Followed>();
const work = new Set<Work>();
const owners = new Map<number, SimulatedProcess | null>();
const clientsOf = new WeakMap<SimulatedProcess, Set<pg.Client>>();
let endings = 0;
let ended = Promise.withResolvers<void>();
let admin: pg.Client;

export const ask = async <Row>(client: pg.Client, sql: string, values?: readonly unknown[]): Promise<readonly Row[]> =>
  ((await query.call(client, sql, values)) as { rows: Row[] }).rows;

const databaseOf = (client: pg.Client): Followed | undefined => byName.get(client.database ?? '');

export async function during<T>(what: string, client: pg.Client | null, doIt: () => Promise<T>): Promise<T> {
  const one: Work = { client, what, isWaiting: false };
  work.add(one);
  return doIt().finally(() => {
    work.delete(one);
    endings += 1;
    ended.resolve();
    ended = Promise.withResolvers();
  });
}

/** Sends a statement as its client would; the server knows the time. */
export function sendTo(
  client: pg.Client,
  asked: string | { readonly text?: string },
  values: unknown,
): Promise<unknown> {
  const database = databaseOf(client);
  if (!database) return query.call(client, asked, values) as Promise<unknown>;
  const text = typeof asked === 'string' ? asked : (asked.text ?? '');
  return during(text, client, async () => {
    const now = outside(virtualNow);
    if (database.time !== now) await ask(database.own, `select setval('virtual.clock', ${now})`);
    database.time = now;
    return query.call(client, /^begin\b/.test(text) ? `${text}; set local virtual.begun = ${now}` : asked, values);
  });
}

/** Waits until every statement has ended or waits for an idle connection of ours. Returns whether one has ended. */
async function untilStill(): Promise<boolean> {
  const before = endings;
  for (let [looks, seen] = [0, endings]; work.size > 0; looks++) {
    if (looks > MOST_LOOKS) throw new Error(`the server does not end ${[...work].map(({ what }) => what).join(', ')}`);
    const areKnownToWait = [...work].every(({ isWaiting }) => isWaiting);
    if (!areKnownToWait || looks > 0) await Promise.race([ended.promise, realPause(2 ** Math.min(6, looks + 2))]);
    if (endings === seen && (await outside(isStill))) break;
    if (endings !== seen) [looks, seen] = [0, endings];
  }
  return endings !== before;
}

async function isStill(): Promise<boolean> {
  const waiting = new Map<number, readonly number[]>();
  const pids = [...work].map(({ client }) => pidOf(client));
  const found = await ask<{ pid: number; blockers: readonly number[] }>(
    admin,
    'select pid, pg_blocking_pids(pid) as blockers from unnest($1::int[]) pid',
    [pids.filter((pid) => pid > 0)],
  );
  for (const { pid, blockers } of found) if (blockers.length > 0) waiting.set(pid, blockers);
  for (const one of work) {
    const blockers = waiting.get(pidOf(one.client));
    if (blockers && !one.isWaiting) {
      const of = blockers.map((pid) => owners.get(pid)?.name ?? 'another');
      const process = owners.get(pidOf(one.client));
      if (process) tell(process, `waits for ${of.join(', ')}: ${one.what.trim().replace(/\s+/g, ' ').slice(0, 60)}`);
    }
    one.isWaiting = blockers !== undefined;
  }
  const isEndless = (pid: number, seen: readonly number[]): boolean =>
    !seen.includes(pid) &&
    (waiting.get(pid)?.every((other) => isEndless(other, [...seen, pid])) ?? (owners.has(pid) && !pids.includes(pid)));
  return [...work].every(({ client }) => isEndless(pidOf(client), []));
}

const pidOf = (client: pg.Client | null): number => (client as { processID?: number } | null)?.processID ?? 0;

/** Breaks connections, and waits until the server has rolled back what was open on them. */
export async function breakConnections(clients: Iterable<pg.Client>): Promise<void> {
  const ours = [...clients].filter((one) => databaseOf(one));
  const pids = ours.map(pidOf);
  for (const one of ours)
    (one as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
  const areThere = 'select pg_terminate_backend(pid) from pg_stat_activity where pid = any($1)';
  if (pids.length > 0)
    await outside(() =>
      during('the end of connections', null, async () => {
        while ((await ask(admin, areThere, [pids])).length > 0) await realPause(1);
      }),
    );
}

/** From now on the clients of this database are followed. */
export function followDatabase(name: string, own: pg.Client): void {
  byName.set(name, { own, time: 0 });
}

export function forgetDatabases(): void {
  byName.clear();
  work.clear();
  owners.clear();
}

/** `own`: a connection to the server. */
export function followServer(own: pg.Client): void {
  admin = own;
  pg.Client.prototype.connect = function (this: pg.Client, done?: (error: Error | null) => void) {
    if (!databaseOf(this)) return (connect as (...args: unknown[]) => unknown).call(this, done);
    const process = currentProcess();
    if (process && !clientsOf.has(process)) {
      const clients = new Set<pg.Client>();
      clientsOf.set(process, clients);
      process.onKill.add(() => void breakConnections(clients));
    }
    if (process) clientsOf.get(process)!.add(this);
    const connected = during('a connection', null, () => connect.call(this)).then(() => {
      const pid = pidOf(this);
      owners.set(pid, process);
      this.once('end', () => {
        owners.delete(pid);
        if (process) clientsOf.get(process)!.delete(this);
      });
    });
    return done ? void connected.then(() => done(null), done) : connected;
  } as typeof pg.Client.prototype.connect;
  pg.Client.prototype.end = function (this: pg.Client, done?: () => void) {
    const hasEnded = databaseOf(this) ? during('the end of a connection', null, () => end.call(this)) : end.call(this);
    return done ? void hasEnded.then(done) : hasEnded;
  } as typeof pg.Client.prototype.end;
  waitForServer(untilStill);
}

interface Copy {
  _final?: (done: () => void) => void;
  handleCopyInResponse?: (connection: unknown) => void;
}

/** The server works on a COPY until it asks for rows, and again from the last row on. */
export function followCopy(client: pg.Client, copy: Copy): void {
  if (!databaseOf(client)) return;
  const { _final: final, handleCopyInResponse: begin } = copy;
  const untilAnswered = (doIt: (answered: () => void) => void) =>
    void during('copy', client, () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      for (const event of ['drain', 'end'] as const) client.once(event, resolve);
      doIt(resolve);
      return promise;
    });
  untilAnswered((answered) => {
    copy.handleCopyInResponse = (connection) => {
      answered();
      begin?.call(copy, connection);
    };
  });
  copy._final = (done) => untilAnswered(() => final?.call(copy, done));
}
