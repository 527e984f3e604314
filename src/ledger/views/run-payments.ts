import type { PaymentState } from '../../states.ts';
import type { Db } from '../db/db.ts';
import { type Scope, visible } from '../merchants/scope.ts';
import { likeText } from './run-list.ts';
import { SHOWN_PAYMENT, SHOWN_STATE, type ShownPayment } from './shown-payment.ts';

/**
 * Rows examined for one page at most, so that a page of a run with a million rows costs no more than one of a run with
 * this many.
 */
const WINDOW = 5_000;
/** States with an index of their own, so that a few rows among many are found at once. */
const CARE: readonly PaymentState[] = [
  'invalid',
  'held',
  'dismissed',
  'already_paid',
  'failed',
  'returned',
  'canceled',
  'discrepancy',
];

/**
 * A page of a run's payments in row order, after the row `after`. `text`: a row number, or part of a reference or name.
 * `next`: the cursor of the next page; null if this is the last page. If no index covers the filter, it examines at
 * most `WINDOW` rows, and `next` continues after them even if none of them matched.
 */
export async function selectRunPayments(
  db: Db,
  scope: Scope,
  {
    run,
    state,
    text,
    after,
    limit,
  }: { run: bigint; state: PaymentState | null; text: string | null; after: number; limit: number },
): Promise<{ readonly payments: readonly ShownPayment[]; readonly next: number | null }> {
  const indexed = text === null && (state === null || CARE.includes(state));
  const params: unknown[] = [scope, run, after, limit + 1];
  const wanted: string[] = [];
  if (state !== null) {
    params.push(state);
    // Only the plain column can use the index.
    wanted.push(CARE.includes(state) ? `p.state = $${params.length}` : `${SHOWN_STATE} = $${params.length}`);
  }
  if (text !== null) {
    params.push(`%${likeText(text)}%`, /^\d{1,9}$/.test(text) ? Number(text) : null);
    wanted.push(
      `(p.reference ilike $${params.length - 1} or p.recipient_name ilike $${params.length - 1} or p.row = $${params.length})`,
    );
  }
  const bound = indexed
    ? ''
    : `and p.row <= (select coalesce(max(row), $3) from (select row from payrun.payment where run_id = $2 and row > $3
         order by row limit ${WINDOW}) w)`;
  const { rows } = await db.query<ShownPayment>(
    `select ${SHOWN_PAYMENT} from payrun.payment p left join payrun.batch b on b.id = p.batch_id
     where p.run_id = $2 and p.row > $3 and ${visible('p.merchant_id')} ${bound} ${wanted.map((one) => `and ${one}`).join(' ')}
     order by p.row limit $4`,
    params,
  );
  const payments = rows.slice(0, limit);
  if (rows.length > limit) return { payments, next: payments.at(-1)!.row };
  return { payments, next: indexed ? null : await rowAtWindowEnd(db, scope, run, after) };
}

/** The last row of the window after `after`; null if the run ends within the window. */
async function rowAtWindowEnd(db: Db, scope: Scope, run: bigint, after: number): Promise<number | null> {
  const { rows } = await db.query<{ row: number }>(
    `select p.row from payrun.payment p where p.run_id = $2 and p.row > $3 and ${visible('p.merchant_id')}
     order by p.row offset ${WINDOW - 1} limit 2`,
    [scope, run, after],
  );
  return rows.length === 2 ? rows[0]!.row : null;
}
