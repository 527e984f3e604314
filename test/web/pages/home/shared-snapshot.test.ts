import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { Db } from '../../../../src/ledger/db/db.ts';
import type { Ledger } from '../../../../src/ledger/ledger.ts';
import { selectRunning } from '../../../../src/ledger/views/active-runs.ts';
import { sharedSnapshot } from '../../../../src/web/pages/home/live-updates.ts';
import { describeDatabases } from '../../../support/database.ts';
import { setRunStatus } from '../../../support/set-run-status.ts';
import { startTestRun } from '../../../support/test-run.ts';

const KEEP_MS = 900;

describeDatabases('a run in progress, read by many', (database) => {
  let ledger: Ledger;
  let now = 0;
  let asked = 0;
  let look: ReturnType<typeof sharedSnapshot>;
  let acme: bigint;
  let other: bigint;

  beforeAll(async () => {
    ledger = await database.open();
    acme = (await startTestRun(ledger, { merchant: 'acme' })).id;
    other = (await startTestRun(ledger, { merchant: 'other' })).id;
  });
  beforeEach(() => {
    asked = 0;
    const db: Db = {
      query(sql, params) {
        asked++;
        return ledger.db.query(sql, params);
      },
    };
    look = sharedSnapshot(db, { now: () => now }, KEEP_MS);
  });

  it('costs the queries of one, and its HTML is rendered once for each locale', async () => {
    await look(null, other);
    const queries = asked;
    const looks = await Promise.all(Array.from({ length: 50 }, () => look(null, acme)));
    expect(asked).toBe(2 * queries);
    const parts = looks.map((one) => one.part({ locale: 'en', timeZone: 'UTC' }));
    expect(new Set(parts).size).toBe(1);
    expect(await parts[0]).toContain('Beginning');
    expect(looks[0]!.part({ locale: 'de', timeZone: 'UTC' })).not.toBe(parts[0]);
  });

  it('is read again after its time, and says whether anything changed', async () => {
    const first = await look(null, acme);
    const queries = asked;
    now += KEEP_MS;
    const second = await look(null, acme);
    expect([asked, second.signature]).toEqual([2 * queries, first.signature]);
    await ledger.db.query(
      `insert into payrun.run_progress (run_id, stage, done, total, calls, per_window, window_ms, at)
       values ($1, 'recipients', 40, 200, 81, 50, 60000, now())`,
      [acme],
    );
    now += KEEP_MS - 1;
    expect((await look(null, acme)).signature).toBe(first.signature);
    now += 1;
    expect((await look(null, acme)).signature).not.toBe(first.signature);
  });

  it('is in progress on the overview also while the payout service has its payments and no process works on it', async () => {
    const { id } = await startTestRun(ledger, { merchant: 'waits' });
    const seen = async () => (await selectRunning(ledger.db, ['waits'], { most: 12 })).map(({ leased }) => leased);
    expect(await seen()).toEqual([true]);
    for (const [status, runs] of [
      ['processing', [false]],
      ['awaiting_approval', []],
      ['ended', []],
    ] as const) {
      await setRunStatus(ledger.db, id, status);
      await ledger.db.query('update payrun.run set lease_until = null where id = $1', [id]);
      expect(await seen(), status).toEqual(runs);
    }
    expect((await look(['waits'], id)).runs).toEqual([]);
  });

  it('is never shared with users who may see something else', async () => {
    const runsOf = async (scope: readonly string[] | null, run: bigint) =>
      (await look(scope, run)).runs.map(({ id }) => id);
    expect(await runsOf(null, acme)).toEqual([acme]);
    expect(await runsOf(['acme', 'other'], other)).toEqual([other]);
    expect(await runsOf(['other'], acme)).toEqual([]);
    expect(await runsOf([], acme)).toEqual([]);
    expect((await look(['other'], acme)).outcome).toBeNull();
    expect((await look(['acme'], acme)).outcome).toBe('reading_file');
    const before = asked;
    expect(await runsOf(['other', 'acme'], other)).toEqual([other]);
    expect(asked).toBe(before);
  });
});
