import { beforeAll, expect, it } from 'vitest';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import { type PayDate, setPayDate } from '../../../src/ledger/runs/pay-date.ts';
import { describeDatabases } from '../../support/database.ts';
import { startTestRun } from '../../support/test-run.ts';

const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);

describeDatabases('a run with a new pay date', (database) => {
  let ledger: Ledger;
  beforeAll(async () => {
    ledger = await database.open();
  });

  /** In how many days the run is looked at; null: not before a user acts. */
  const looksIn = async (before: Date | null, days: number | null) => {
    const run = await startTestRun(ledger);
    await ledger.db.query('update payrun.run set look_at = $2 where id = $1', [run.id, before]);
    const date = (startsAt: Date): PayDate => ({ on: '2026-12-05', startsAt, zone: 'UTC', because: null });
    await setPayDate(ledger.db, run.id, days === null ? null : date(inDays(days)));
    const { rows } = await ledger.db.query<{ at: Date | null }>('select look_at as at from payrun.run where id = $1', [
      run.id,
    ]);
    const [{ at }] = rows as [{ at: Date | null }];
    return at && (Math.round((at.getTime() - Date.now()) / DAY_MS) || 0);
  };

  it.each<[what: string, before: Date | null, days: number | null, looks: number | null]>([
    ['then, if that is earlier', inDays(10), 5, 5],
    ['now, if it has none', inDays(10), null, 0],
    ['as before, if that is later', inDays(10), 20, 10],
    ['not before a user acts, if that is so', null, 5, null],
  ])('is looked at %s, even if the process that changed it ends', async (_, before, days, looks) => {
    expect(await looksIn(before, days)).toBe(looks);
  });
});
