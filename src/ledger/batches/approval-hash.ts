import { createHash } from 'node:crypto';
import { canonicalJson } from '../../platform/canonical-json.ts';
import type { Db } from '../db/db.ts';
import type { BatchRow } from './batch-row.ts';

/**
 * The hash that an approval signs: the canonical list of payments with recipient, account and amount, and the quote
 * (G7). A changed row, account, total or price changes the hash. It uses the accounts recorded when the batch was
 * planned, so that it can always be verified; `accountsMoved` checks whether recipients still have them.
 */
export async function approvalHash(db: Db, batch: BatchRow): Promise<Buffer> {
  // Hashed row by row in the database, so that 100,000 payments need no transfer. Postgres quotes the row's text, so
  // that different values never give the same text.
  const { rows } = await db.query<{ payments: Buffer | null }>(
    `select sha256(string_agg(sha256(convert_to(row(id, row, reference, fixed, currency, minor, paid_recipient_remote_id,
       paid_account_remote_id, encode(paid_account_fp, 'hex'))::text, 'UTF8')), ''::bytea order by row)) as payments
     from payrun.payment where batch_id = $1`,
    [batch.id],
  );
  const { id, remote_id: remoteId, currency, quote } = batch;
  const heading = canonicalJson({ batch: id, remoteId, currency, quote });
  return createHash('sha256')
    .update(heading)
    .update(rows[0]!.payments ?? '')
    .digest();
}

/**
 * The hash for the approval of several batches: the hash of their hashes, in order. For one batch it is its own hash.
 */
export function hashAll(hashes: readonly Buffer[]): Buffer {
  if (hashes.length === 1) return hashes[0]!;
  return createHash('sha256').update(Buffer.concat(hashes)).digest();
}

/** Origin of a changed recipient account: another run of this ledger, or a change in the payout service. */
export type AccountsMoved = 'by_another_run' | 'at_the_service';

/**
 * The origin if a recipient of this batch has another account than recorded, or a run is about to change it; else null.
 */
export async function accountsMoved(db: Db, batch: string): Promise<AccountsMoved | null> {
  // The ledger forgets bank details that the service contradicted; a run that changes them records its own.
  const { rows } = await db.query<{ moved: AccountsMoved | null }>(
    `select min(case when r.account_fp is null and r.intent is distinct from 'create_account'
         then 'at_the_service' else 'by_another_run' end) as moved
     from payrun.payment p join payrun.recipient r on r.id = p.recipient_id where p.batch_id = $1 and ${MOVED}`,
    [batch],
  );
  return rows[0]!.moved;
}

/** SQL condition that the recipient `r` of payment `p` now has another account than the one to be paid. */
export const MOVED = `((p.paid_recipient_remote_id, p.paid_account_remote_id, p.paid_account_fp)
  is distinct from (r.remote_id, r.account_remote_id, r.account_fp) or r.intent is not distinct from 'create_account')`;
