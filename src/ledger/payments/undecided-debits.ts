import type { TotalDebit } from '../../outcomes/total-debits.ts';
import type { Db } from '../db/db.ts';

/** Sums of a database as text of minor units: JSON has no large numbers. */
export interface DebitText extends Pick<TotalDebit, 'payments' | 'notQuoted'> {
  readonly currency: string;
  readonly totalDebit: string | null;
  readonly beforeFees: string | null;
}

/**
 * SQL for the debit of payments `p` that need a review, by the service's figures, or before fees by their rows. Rows
 * of another currency than that of the balance are not quoted yet.
 */
export const UNDECIDED_DEBITS = `p.source_currency as currency, count(*)::int as payments,
  sum(p.paid_source_minor + coalesce(p.paid_fees_minor, 0) - coalesce(p.paid_recipient_fees_minor, 0))::text as "totalDebit",
  sum(p.minor) filter (where p.paid_source_minor is null and p.currency = p.source_currency)::text as "beforeFees",
  count(*) filter (where p.paid_source_minor is null and p.currency is distinct from p.source_currency)::int as "notQuoted"`;

export const debitsFromText = (state: TotalDebit['state'], lines: readonly DebitText[]): readonly TotalDebit[] =>
  lines.map(({ totalDebit, beforeFees, ...line }) => ({
    ...{ ...line, state, totalDebit: minor(totalDebit), beforeFees: minor(beforeFees) },
  }));

const minor = (text: string | null): bigint | null => (text === null ? null : BigInt(text));

/** The debit of the run's payments on hold, if they are released. */
export async function heldDebits(db: Db, run: bigint): Promise<readonly TotalDebit[]> {
  const { rows } = await db.query<DebitText>(
    `select ${UNDECIDED_DEBITS} from payrun.payment p where p.run_id = $1 and p.state = 'held' group by 1 order by 1`,
    [run],
  );
  return debitsFromText('held', rows);
}
