import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { Db } from '../../../../src/ledger/db/db.ts';
import type { Ledger } from '../../../../src/ledger/ledger.ts';
import { sharedSnapshot } from '../../../../src/web/pages/home/live-updates.ts';
import { describeDatabases } from '../../../support/database.ts';
import { setRunStatus } from '../../../support/set-run-status.ts';
import { startTestRun } from '../../../support/test-run.ts';

const KEEP_MS = 900;

describeDatabases('the runs in progress, read by many', (database) => {
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
    look = sharedSnapshot(db, { now: () => now }, { most: 12, cacheMs: KEEP_MS });
  });

  it('costs one query, and its HTML is rendered once for each locale', async () => {
    const looks = await Promise.all(Array.from({ length: 50 }, () => look(null, null)));
    expect(asked).toBe(1);
    const parts = looks.map((one) => one.part({ locale: 'en', timeZone: 'UTC' }));
    expect(new Set(parts).size).toBe(1);
    expect(await parts[0]).toContain(`Run ${acme}`);
    expect(looks[0]!.part({ locale: 'de', timeZone: 'UTC' })).not.toBe(parts[0]);
  });

  it('is read again after its time, and says whether anything changed', async () => {
    const first = await look(null, null);
    now += KEEP_MS;
    const second = await look(null, null);
    expect([asked, second.signature]).toEqual([2, first.signature]);
    await ledger.db.query(
      `insert into payrun.run_progress (run_id, stage, done, total, calls, per_window, window_ms, at)
       values ($1, 'recipients', 40, 200, 81, 50, 60000, now())`,
      [acme],
    );
    now += KEEP_MS - 1;
    expect((await look(null, null)).signature).toBe(first.signature);
    now += 1;
    expect((await look(null, null)).signature).not.toBe(first.signature);
  });

  it('has runs whose payments the payout service has, also while no process works on them', async () => {
    const { id } = await startTestRun(ledger, { merchant: 'waits' });
    const seen = async () => {
      now += KEEP_MS;
      return (await look(['waits'], null)).runs.map(({ leased }) => leased);
    };
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
    now += KEEP_MS;
    expect((await look(['waits'], id)).runs).toEqual([]);
  });

  it('is never shared with users who may see something else, or are on another page', async () => {
    const runsOf = async (scope: readonly string[] | null, run: bigint | null = null) =>
      (await look(scope, run)).runs.map(({ id }) => id);
    expect(await runsOf(null)).toEqual([other, acme]);
    expect(await runsOf(['acme'])).toEqual([acme]);
    expect(await runsOf(['other'])).toEqual([other]);
    expect(await runsOf(['acme', 'other'])).toEqual([other, acme]);
    expect(await runsOf([])).toEqual([]);
    expect(await runsOf(null, acme)).toEqual([acme]);
    expect(await runsOf(['other'], acme)).toEqual([]);
    expect((await look(['other'], acme)).outcome).toBeNull();
    expect((await look(['acme'], acme)).outcome).toBe('reading_file');
    const before = asked;
    expect(await runsOf(['other', 'acme'])).toEqual([other, acme]);
    expect(asked).toBe(before);
  });
});
