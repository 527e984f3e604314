import type { PaymentState } from '../states.ts';
import { corrected } from './correction.ts';
import type { Db } from './open-ledger.ts';

/** A row of an earlier run, as it is kept. */
export interface EarlierRow {
  readonly id: string;
  readonly row: number;
  readonly reference: string | null;
  readonly derived_fp: Buffer | null;
  readonly row_sealed: Buffer;
}

/** A row that was wrong may have no reference by which it would be known that it was paid since, as corrected. */
const SELECTED = `run_id = $1 and state = any($2) and (cardinality($3::text[]) = 0 or reference = any($3))
  and (state <> 'invalid' or not ${corrected('payment')})`;

/** How many rows can run again, and in what states those are that were named but cannot. */
export async function countRerunnable(
  db: Db,
  run: bigint,
  states: readonly PaymentState[],
  references: readonly string[],
): Promise<{ rows: number; others: readonly string[] }> {
  const { rows } = await db.query<{ rows: number; others: string[] }>(
    `select (select count(*)::int from payrun.payment where ${SELECTED}) as rows,
       array(select distinct state from payrun.payment_status where run = $1 and reference = any($3)) as others`,
    [run, states, references],
  );
  return rows[0]!;
}

/** The rows in order, in pages. */
export async function* rowsToRerun(
  db: Db,
  run: bigint,
  states: readonly PaymentState[],
  references: readonly string[],
  pageSize = 1_000,
): AsyncGenerator<readonly EarlierRow[]> {
  for (let after = -1; ; ) {
    const { rows } = await db.query<EarlierRow>(
      `select id, row, reference, derived_fp, row_sealed from payrun.payment where ${SELECTED} and row > $4 order by row limit $5`,
      [run, states, references, after, pageSize],
    );
    if (rows.length === 0) return;
    yield rows;
    after = rows.at(-1)!.row;
  }
}
