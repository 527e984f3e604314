import type { Ledger } from './ledger.ts';
import { openRow, type SealedRow } from './payments/sealed-row.ts';

const MOST = 5000;

/**
 * A merchant's recipients who were paid and have an id and an account at the payout service, at most `MOST`, by
 * reference id. `name` and `country` are '' if unknown. Contains no bank details.
 */
export async function knownRecipients(
  { db, vault }: Pick<Ledger, 'db' | 'vault'>,
  merchant: string,
): Promise<readonly { referenceId: string; name: string; country: string }[]> {
  const { rows } = await db.query<SealedRow & { reference_id: string; recipient_name: string | null }>(
    `select distinct on (r.reference_id) r.reference_id, p.recipient_name, p.id, p.merchant_id, p.row_sealed
     from payrun.recipient r join payrun.payment p on p.recipient_id = r.id and p.state = 'processed'
     where r.merchant_id = $1 and r.reference_id is not null and r.remote_id is not null and r.account_remote_id is not null
     order by r.reference_id, (p.recipient_name is not distinct from r.reference_id), (p.row_sealed = ''), p.final_at desc limit ${MOST}`,
    [merchant],
  );
  return rows.map((paid) => ({
    referenceId: paid.reference_id,
    name: paid.recipient_name ?? '',
    country:
      paid.row_sealed.length === 0 ? '' : (openRow(vault, paid).draft?.recipient.profile?.address?.country ?? ''),
  }));
}
