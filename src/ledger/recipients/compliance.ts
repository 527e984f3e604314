import type { Db } from '../db/db.ts';
import { shownRecipient } from './shown-recipient.ts';

/** The result of the payout service's compliance review of a recipient, by the service's id. */
export interface ReviewedRecipient {
  readonly remoteId: string;
  readonly compliance: 'pending' | 'verified' | 'blocked';
}

/** Records it where it changed. A blocked recipient is read before the next payment: the block may have ended. */
export async function recordCompliance(db: Db, merchant: string, seen: readonly ReviewedRecipient[]): Promise<void> {
  if (seen.length === 0) return;
  await db.query(
    `update payrun.recipient r set compliance = s.compliance,
       doubt = case when s.compliance = 'blocked' then coalesce(r.doubt, 'read') else r.doubt end
     from unnest($2::text[], $3::text[]) as s(remote_id, compliance)
     where r.merchant_id = $1 and r.remote_id = s.remote_id and r.compliance is distinct from s.compliance`,
    [merchant, seen.map(({ remoteId }) => remoteId), seen.map(({ compliance }) => compliance)],
  );
}

/** The recipients of batches whom the payout service still reviews, and the names of the first. */
export interface RecipientsInReview {
  readonly recipients: number;
  readonly names: readonly string[];
  readonly row: number;
}

/** Of several runs, those with such recipients. */
export async function recipientsInReview(
  db: Db,
  batches: readonly string[],
): Promise<ReadonlyMap<bigint, RecipientsInReview>> {
  const { rows } = await db.query<RecipientsInReview & { readonly run: bigint }>(
    `select p.run_id as run, count(distinct p.recipient_id)::int as recipients, min(p.row) as row,
       (array_agg(distinct coalesce(${shownRecipient('p')}, '(no name)')))[1:5] as names
     from payrun.payment p join payrun.recipient c on c.id = p.recipient_id
     where p.batch_id = any($1) and c.compliance = 'pending' group by 1`,
    [batches],
  );
  return new Map(rows.map((row) => [row.run, row]));
}
