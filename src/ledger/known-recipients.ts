import type { Cells } from '../model.ts';
import type { Ledger } from './ledger.ts';
import { recipientFingerprint } from './payments/fingerprints.ts';
import { openRow, type SealedRow } from './payments/sealed-row.ts';
import type { Vault } from './vault/vault.ts';

const MOST = 5000;

/**
 * A merchant's recipients whom sheets name by a number, and who were paid and have an id and an account in the payout
 * service, at most `MOST`, by number. `name` and `country` are '' if unknown. Contains no bank details.
 */
export async function knownRecipients(
  { db, vault }: Pick<Ledger, 'db' | 'vault'>,
  merchant: string,
): Promise<readonly { referenceId: string; name: string; country: string }[]> {
  const { rows } = await db.query<SealedRow & { reference_id: string; key_fp: Buffer; recipient_name: string | null }>(
    `select distinct on (r.reference_id) r.reference_id, r.key_fp, p.recipient_name, p.id, p.merchant_id, p.row_sealed
     from payrun.recipient r join payrun.payment p on p.recipient_id = r.id and p.state = 'processed'
     where r.merchant_id = $1 and r.reference_id is not null and r.remote_id is not null and r.account_remote_id is not null
     order by r.reference_id, (p.recipient_name is not distinct from r.reference_id), (p.row_sealed = ''), p.final_at desc limit ${MOST}`,
    [merchant],
  );
  const named = rows.filter(({ reference_id, key_fp }) => isNamedBy(vault, reference_id, key_fp));
  return named.map((paid) => ({
    referenceId: paid.reference_id,
    name: paid.recipient_name ?? '',
    country:
      paid.row_sealed.length === 0 ? '' : (openRow(vault, paid).draft?.recipient.profile?.address?.country ?? ''),
  }));
}

/** The ways to pay a recipient again. */
export interface PaidBefore {
  /** Their number, if sheets name them by it and the payout service has an account of theirs. */
  readonly referenceId: string | null;
  /** The cells of their latest row that has the profile and account of the payout service; null if it was purged. */
  readonly cells: Cells | null;
}

/** Null if there is no such recipient. Throws `vault_damaged`. */
export async function paidBefore({ db, vault }: Pick<Ledger, 'db' | 'vault'>, id: string): Promise<PaidBefore | null> {
  const { rows } = await db.query<
    { number: string | null; key_fp: Buffer } & { [name in keyof SealedRow]: SealedRow[name] | null }
  >(
    `select case when r.account_remote_id is not null then r.reference_id end as number, r.key_fp, p.id, p.merchant_id, p.row_sealed
     from payrun.recipient r left join lateral (
       select p.id, p.merchant_id, p.row_sealed from payrun.payment p where p.recipient_id = r.id and p.batch_id is not null
         and p.row_sealed <> '' and p.profile_fp = r.profile_fp and p.account_fp = r.account_fp order by p.run_id desc limit 1) p on true
     where r.id = $1`,
    [id],
  );
  const [known] = rows;
  if (!known) return null;
  const { number, key_fp, ...row } = known;
  return {
    referenceId: number !== null && isNamedBy(vault, number, key_fp) ? number : null,
    cells: row.id === null ? null : openRow(vault, row as SealedRow).cells,
  };
}

/** Whether rows name the recipient by the number. The service also has numbers that Payrun made. */
const isNamedBy = (vault: Vault, number: string, key: Buffer): boolean =>
  recipientFingerprint(vault, `ref:${number}`).equals(key);
