import type { Db } from '../../src/ledger/db/db.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { WAITS_FOR_END } from '../../src/ledger/payments/due-rules.ts';
import { applyHoldRules, beginComparison, markDueEarly } from '../../src/ledger/payments/hold-rules.ts';
import type { RepeatedInSheet } from '../../src/ledger/payments/hold-within-sheet.ts';
import { promoteEarly, promoteStaged } from '../../src/ledger/payments/promote-staged.ts';
import { repeatedKeysOf } from './repeated-keys.ts';

export interface Screening {
  readonly run: bigint;
  readonly merchant: string;
  readonly duplicateDays: number;
  readonly duplicatesInSheet: RepeatedInSheet;
  readonly rerun: boolean;
  /** Row numbers that are promoted at once before the end of the sheet; none if it is not given. */
  readonly early?: number;
}

/** Compares the staged rows of a run and promotes them, as its intake does. Returns how many were promoted early. */
export async function screenStaged(
  db: Db,
  { vault }: Pick<Ledger, 'vault'>,
  { run, merchant, duplicateDays, duplicatesInSheet, rerun, early }: Screening,
): Promise<number> {
  const { rows } = await db.query<{ n: number; last: number }>(
    'select count(*)::int as n, coalesce(max(row), 0) as last from payrun.payment_in where run_id = $1',
    [run],
  );
  const { n, last } = rows[0]!;
  const { kinds: repeated, rows: repeating } = await repeatedKeysOf(db, run);
  const comparison = await beginComparison(db, { run, merchant, duplicateDays, rerun, vault });
  if (early === undefined) {
    await applyHoldRules(db, comparison, { duplicatesInSheet, repeated, vault });
    await promoteStaged(db, { run, rows: n, stop: null });
    return 0;
  }
  await db.query(`update payrun.payment_in set due = ${WAITS_FOR_END} where run_id = $1 and row = any($2::int[])`, [
    run,
    repeating,
  ]);
  let [due, promoted] = [0, 0];
  for (let after = 0; after < last; after += early) {
    const piece = { after, upTo: after + early };
    due |= await markDueEarly(db, comparison, piece);
    promoted += await promoteEarly(db, run, piece);
  }
  await applyHoldRules(db, comparison, { duplicatesInSheet, repeated, vault, marked: { upTo: last, due } });
  await promoteStaged(db, { run, rows: n, stop: null, promoted: { rows: promoted, upTo: last } });
  return promoted;
}
