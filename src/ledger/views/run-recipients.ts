import type { Problem } from '../../model.ts';
import type { Db } from '../db/db.ts';
import { type Scope, visible } from '../merchants/scope.ts';
import { RECIPIENTS_BY_FINGERPRINT } from '../recipients/recipient.ts';
import type { RecipientRowState } from '../recipients/recipient-row.ts';

export interface RunRecipient {
  readonly row: number;
  readonly state: RecipientRowState;
  readonly reason: string | null;
  readonly problems: readonly Problem[];
  /** The recipient that it names, if the ledger knows them. */
  readonly recipient: string | null;
  readonly name: string | null;
  readonly reference_id: string | null;
}

/** The rows of a run of recipients from the one after `after`, and the row after which the next page begins. */
export async function selectRunRecipients(
  db: Db,
  scope: Scope,
  { run, after, limit }: { run: bigint; after: number; limit: number },
): Promise<{ readonly rows: readonly RunRecipient[]; readonly next: number | null }> {
  const { rows } = await db.query<RunRecipient>(
    `select w.row, w.state, w.reason, w.problems, r.id as recipient, r.name, r.reference_id
     from payrun.recipient_row w join payrun.run u on u.id = w.run_id
       left join lateral (select k.id, k.name, k.reference_id from ${RECIPIENTS_BY_FINGERPRINT} k
         where k.merchant_id = u.merchant_id and k.fingerprint = w.recipient_fp order by k.created_at, k.id limit 1) r on true
     where w.run_id = $2 and w.row > $3 and ${visible('u.merchant_id')} order by w.row limit $4`,
    [scope, run, after, limit + 1],
  );
  return { rows: rows.slice(0, limit), next: rows.length > limit ? rows[limit - 1]!.row : null };
}
