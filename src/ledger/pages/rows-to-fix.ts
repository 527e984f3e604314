import type { Problem } from '../../model.ts';
import type { Db } from '../open-ledger.ts';
import { type Scope, visible } from './scope.ts';

/** A row that was not paid and that somebody may correct. */
export interface RowToFix {
  readonly id: string;
  readonly row: number;
  readonly state: 'invalid' | 'failed' | 'returned';
  readonly reference: string | null;
  readonly reason: string | null;
  readonly problems: readonly Problem[] | null;
  /** Null where it was purged. */
  readonly row_sealed: Buffer | null;
}

/** In row order, in pages. */
export async function* everyRowToFix(
  db: Db,
  scope: Scope,
  run: bigint,
  pageSize = 1_000,
): AsyncGenerator<readonly RowToFix[]> {
  for (let after = -1; ; ) {
    const { rows } = await db.query<RowToFix>(
      `select id, row, state, reference, reason, problems, row_sealed from payrun.payment
       where run_id = $2 and row > $3 and state in ('invalid', 'failed', 'returned') and ${visible('merchant_id')}
       order by row limit $4`,
      [scope, run, after, pageSize],
    );
    if (rows.length === 0) return;
    yield rows;
    after = rows.at(-1)!.row;
  }
}
