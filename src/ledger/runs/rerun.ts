import type { PaymentState } from '../../states.ts';
import type { Db } from '../db/db.ts';
import { corrected } from '../payments/correction.ts';

/** A row of an earlier run, as it is kept. */
export interface EarlierRow {
  readonly id: string;
  readonly row: number;
  readonly reference: string | null;
  readonly derived_fp: Buffer | null;
  readonly row_sealed: Buffer;
}

/**
 * A row that somebody has corrected is tried as corrected. The same where it came again in another sheet with other data, and
 * that failed, came back, or is held because of its account: what this row says may be the account that is closed.
 */
const OUTDATED = `(${corrected('payment')} or exists (select 1 from payrun.payment later
  where later.merchant_id = payment.merchant_id and later.reference = payment.reference and later.run_id > payment.run_id
    and (later.state in ('failed', 'returned') or later.state in ('held', 'dismissed') and later.reason_code = 'account_changed')
    and (later.recipient_fp, later.account_fp, later.fixed, later.currency, later.minor)
      is distinct from (payment.recipient_fp, payment.account_fp, payment.fixed, payment.currency, payment.minor)
    and payment.state <> 'invalid'))`;
const NAMED = 'run_id = $1 and state = any($2) and (cardinality($3::text[]) = 0 or reference = any($3))';
const SELECTED = `${NAMED} and not ${OUTDATED}`;

/** How many rows can run again, how many of those that were meant are outdated, and in what states those are that were named but cannot. */
export async function countRerunnable(
  db: Db,
  run: bigint,
  states: readonly PaymentState[],
  references: readonly string[],
): Promise<{ rows: number; outdated: number; others: readonly string[] }> {
  const { rows } = await db.query<{ rows: number; outdated: number; others: string[] }>(
    `select count(*) filter (where not outdated)::int as rows, count(*) filter (where outdated)::int as outdated,
       array(select distinct state from payrun.payment_status where run = $1 and reference = any($3)) as others
     from (select ${OUTDATED} as outdated from payrun.payment where ${NAMED}) meant`,
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
