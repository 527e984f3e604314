import type { Db } from '../../src/ledger/db/db.ts';
import { countForPlanner } from '../../src/ledger/db/planner-statistics.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { applyHoldRules } from '../../src/ledger/payments/holds/hold-rules.ts';
import type { RepeatedInSheet } from '../../src/ledger/payments/holds/hold-within-sheet.ts';
import { beginComparison } from '../../src/ledger/runs/loading.ts';
import { repeatedKeysOf } from './repeated-keys.ts';

export interface Screening {
  readonly run: bigint;
  readonly merchant: string;
  readonly duplicateDays: number;
  readonly duplicatesInSheet: RepeatedInSheet;
  readonly rerun: boolean;
}

/** Compares the loaded rows of a run, and ends its intake. */
export async function screenSheet(db: Db, { vault }: Pick<Ledger, 'vault'>, screening: Screening): Promise<void> {
  const repeated = await repeatedKeysOf(db, screening.run);
  await countForPlanner(db, 1_000);
  const earlier = await beginComparison(db, screening.run, screening.merchant);
  await applyHoldRules(db, { ...screening, earlier, repeated, vault });
  await db.query('update payrun.run set loading = false where id = $1', [screening.run]);
}
