import { afterAll, describe, expect, it } from 'vitest';
import { type ErrorCode, PayrunError } from '../../src/errors.ts';
import type { Db } from '../../src/ledger/db/db.ts';
import { readMigrations } from '../../src/ledger/migrations/migrate.ts';
import { type Clock, systemClock } from '../../src/platform/clock.ts';
import { createLog } from '../../src/platform/log.ts';
import { createApp } from '../../src/web/app.ts';
import { health, type NotReady } from '../../src/web/health.ts';

/** A database that was migrated; `asked` counts how often that was looked at. */
const MIGRATIONS = readMigrations();
const migrated = (asked = () => {}): Db => ({
  async query(sql) {
    if (!sql.includes('to_regclass')) return { rows: MIGRATIONS as never[], rowCount: MIGRATIONS.length };
    asked();
    return { rows: [{ found: true }] as never[], rowCount: 1 };
  },
});

describe('the health of a process', () => {
  const log = createLog('silent');
  let now = 0;
  const clock: Clock = { ...systemClock, now: () => now };
  const pending: (() => void)[] = [];
  afterAll(() => {
    for (const end of pending) end();
  });

  const appOn = (db: Db, { notReady = () => null as NotReady | null, clock: other = clock } = {}) => {
    const app = createApp([health({ db, clock: other, log, notReady: async () => notReady() })], log);
    return async (path: string) => {
      now += 60_000;
      const answer = await app.request(path);
      return { status: answer.status, body: await answer.json(), kept: answer.headers.get('cache-control') };
    };
  };
  const throwing = (code: ErrorCode): Db => ({
    query: () =>
      Promise.reject(new PayrunError(code, { detail: 'postgres://user:secret@host/db', found: 9, known: 8 })),
  });
  const ready = { status: 200, body: { ok: true }, kept: 'no-store' };
  const because = (reason: NotReady) => ({
    status: 503,
    body: { ok: false, reason, message: expect.stringMatching(/^(The|A|Payrun) [a-z ]+\b/) },
    kept: 'no-store',
  });

  it('is good if the database is reachable and migrated', async () => {
    const ask = appOn(migrated());
    expect(await ask('/healthz')).toEqual(ready);
    expect(await ask('/readyz')).toEqual(ready);
  });

  it.each<[string, Db, NotReady]>([
    ['is away', throwing('database_unreachable'), 'database_unreachable'],
    ['has no space left', throwing('disk_full'), 'disk_full'],
    ['is of a newer Payrun', throwing('database_newer'), 'database_newer'],
    ['was migrated by something else', throwing('migration_changed'), 'database_damaged'],
    [
      'was never migrated',
      { query: async () => ({ rows: [{ found: false }] as never[], rowCount: 1 }) },
      'database_not_migrated',
    ],
  ])('answers, and is not ready, where the database %s; nothing more is told', async (_, db, reason) => {
    const ask = appOn(db);
    expect(await ask('/healthz')).toEqual(ready);
    const answer = await ask('/readyz');
    expect(answer).toEqual(because(reason));
    expect(JSON.stringify(answer)).not.toMatch(/secret|postgres:/);
    expect(JSON.stringify(answer).includes('database disk is full')).toBe(reason === 'disk_full');
  });

  it('does not wait for a database that hangs', async () => {
    const db: Db = { query: () => new Promise((resolve) => pending.push(() => resolve({ rows: [], rowCount: 0 }))) };
    const quick: Clock = { ...clock, sleep: async () => {} };
    expect(await appOn(db, { clock: quick })('/readyz')).toEqual(because('database_slow'));
  });

  it.each<NotReady>(['starting', 'stopping', 'workers_down'])('is not ready while it is %s', async (reason) => {
    let now: NotReady | null = reason;
    const ask = appOn(migrated(), { notReady: () => now });
    expect(await ask('/readyz')).toEqual(because(reason));
    expect(await ask('/healthz')).toEqual(ready);
    now = null;
    expect(await ask('/readyz')).toEqual(ready);
  });

  it('queries the database at most once a second, however many requests come', async () => {
    let asked = 0;
    const app = createApp([health({ db: migrated(() => asked++), clock, log, notReady: async () => null })], log);
    await Promise.all(Array.from({ length: 20 }, () => app.request('/readyz')));
    expect(asked).toBe(1);
    now += 1_000;
    await app.request('/readyz');
    expect(asked).toBe(2);
    // A clock that is set back does not keep an old answer for ever.
    now -= 86_400_000;
    await app.request('/readyz');
    expect(asked).toBe(3);
  });
});
