import type { PaymentState } from '../../states.ts';
import type { Db } from '../db/db.ts';
import { shownReason } from '../payments/shown-state.ts';
import { shownRecipient } from '../recipients/shown-recipient.ts';

/** A row that a notification names. */
export interface AffectedRow {
  readonly row: number;
  /** The recipient, if known. */
  readonly recipientName: string | null;
  /** Null if the amount of the row cannot be read. */
  readonly currency: string | null;
  readonly minor: bigint | null;
  /** The reason, or the first error of the row; empty if there is none. */
  readonly reason: string;
  /** Whether its changed bank details may be those last paid. */
  readonly isUncertain: boolean;
}

/**
 * The first rows of these runs in one of the states, by run and row: those on hold for changed bank details, or all
 * others.
 */
export async function affectedRows(
  db: Db,
  runs: readonly bigint[],
  states: readonly PaymentState[],
  most: number,
  isAccountChanged = false,
): Promise<readonly AffectedRow[]> {
  const { rows } = await db.query<AffectedRow>(
    `select p.row, ${shownRecipient('p')} as "recipientName", p.currency, p.minor, coalesce(${shownReason('p', 'b')}, (
       select t.message from jsonb_to_recordset(case when jsonb_typeof(p.problems) = 'array' then p.problems else '[]'::jsonb end)
         as t (severity text, message text) where t.severity = 'error' limit 1), '') as reason,
       p.account_uncertain as "isUncertain"
     from payrun.payment p left join payrun.batch b on b.id = p.batch_id
     where p.run_id = any($1) and case when p.state = 'batched' and b.state = 'unknown' then 'unknown' else p.state end = any($2)
       and (p.reason_code is not distinct from 'account_changed') = $4
     order by p.run_id, p.row limit $3`,
    [runs, states, most, isAccountChanged],
  );
  return rows;
}
