import { PayrunError } from '../../errors.ts';
import type { PaymentState } from '../../states.ts';
import type { Db } from '../db/db.ts';
import { isNumbered } from '../db/dry-run.ts';
import { corrected } from '../payments/correction.ts';
import type { SealedRow } from '../payments/sealed-row.ts';
import { getPurgeDay } from './sheet.ts';

/** A row of an earlier run with its sealed data. */
export interface EarlierRow extends SealedRow {
  readonly row: number;
  readonly state: PaymentState;
  readonly reference: string | null;
  readonly derived_fp: Buffer | null;
}

/**
 * SQL condition for rows that must not run again. A corrected row is paid as corrected. A row that came again with
 * other data, and then failed, was returned or is on hold because of its account, may name a closed account.
 */
const OUTDATED = `(${corrected('payment')} or exists (select 1 from payrun.payment later
  where later.merchant_id = payment.merchant_id and later.reference = payment.reference and later.run_id > payment.run_id and ${isNumbered('later.run_id')}
    and (later.state in ('failed', 'returned') or later.state in ('held', 'dismissed') and later.reason_code = 'account_changed')
    and (later.recipient_fp, later.account_fp, later.fixed, later.currency, later.minor)
      is distinct from (payment.recipient_fp, payment.account_fp, payment.fixed, payment.currency, payment.minor)
    and payment.state <> 'invalid'))`;
const NAMED = 'run_id = $1 and state = any($2) and (cardinality($3::text[]) = 0 or reference = any($3))';
const SELECTED = `${NAMED} and not ${OUTDATED}`;

/**
 * The number of rows that can run again, the number of outdated ones among those selected, and the states of the
 * payments with these references, which explain why they cannot.
 */
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

/** The rows that a rerun takes. */
export const rowsToRerun = (
  db: Db,
  run: bigint,
  states: readonly PaymentState[],
  references: readonly string[],
): AsyncGenerator<readonly EarlierRow[]> => pagesOf(db, SELECTED, [run, states, references]);

/** The rows whose corrections were submitted as this run. */
export const rowsToCorrect = (db: Db, correctedRun: bigint): AsyncGenerator<readonly EarlierRow[]> =>
  pagesOf(db, '(run_id, row) in (select run_id, row from payrun.row_edit where submitted_in = $1)', [correctedRun]);

const PAGE = 1_000;

/** In row order. */
async function* pagesOf(db: Db, where: string, values: readonly unknown[]) {
  for (let after = -1; ; ) {
    const { rows } = await db.query<EarlierRow>(
      `select id, merchant_id, row, state, reference, derived_fp, row_sealed from payrun.payment
       where ${where} and row > $${values.length + 1} order by row limit ${PAGE}`,
      [...values, after],
    );
    if (rows.length === 0) return;
    yield rows;
    after = rows.at(-1)!.row;
  }
}

/**
 * Throws `purged_rows` if the rows of the run were purged. Call it in the transaction that creates a rerun, which keeps
 * a purge from running meanwhile.
 */
export async function refusePurgedRows(db: Db, run: bigint): Promise<void> {
  const { rows } = await db.query<{ purged_at: Date | null }>(
    'select payloads_purged_at as purged_at from payrun.run where id = $1',
    [run],
  );
  const at = rows[0]?.purged_at;
  if (at) throw new PayrunError('purged_rows', { run: String(run), day: getPurgeDay(at) });
}
