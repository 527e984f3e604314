import { createHash } from 'node:crypto';
import { canonicalJson } from '../../platform/canonical-json.ts';
import type { Db } from '../db/db.ts';
import type { BatchRow } from './batch.ts';

/**
 * What an approval says yes to: the canonical list of payments with recipient, account and amount, and the quote (G7).
 * A changed row, account, total or price gives another hash. It is made of the accounts that were kept when the batch was
 * planned, so that it can be checked for ever; whether that is still the recipient's account, `accountsMoved` says.
 */
export async function approvalHash(db: Db, batch: BatchRow): Promise<Buffer> {
  // Hashed row by row in the database: 100,000 payments are compared without leaving it. A row's text is quoted by Postgres,
  // so that no value can pass for two.
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

/** What a person says yes to where several batches wait: the hash of their hashes, in their order. One batch's is its own. */
export function hashOfAll(hashes: readonly Buffer[]): Buffer {
  if (hashes.length === 1) return hashes[0]!;
  return createHash('sha256').update(Buffer.concat(hashes)).digest();
}

/** Who changed to which account a recipient is paid: another run of this ledger, or somebody or something at the service. */
export type AccountsMoved = 'by_another_run' | 'at_the_service';

/** If the service pays somebody of this batch elsewhere than was kept, or a run is about to change that: who did it. Else null. */
export async function accountsMoved(db: Db, batch: string): Promise<AccountsMoved | null> {
  // Bank details that a read of the service contradicted are forgotten; a run that changes them notes its own.
  const { rows } = await db.query<{ moved: AccountsMoved | null }>(
    `select min(case when r.account_fp is null and r.intent is distinct from 'create_account'
         then 'at_the_service' else 'by_another_run' end) as moved
     from payrun.payment p join payrun.recipient r on r.id = p.recipient_id where p.batch_id = $1 and ${MOVED}`,
    [batch],
  );
  return rows[0]!.moved;
}

const MOVED = `((p.paid_recipient_remote_id, p.paid_account_remote_id, p.paid_account_fp)
  is distinct from (r.remote_id, r.account_remote_id, r.account_fp) or r.intent is not distinct from 'create_account')`;
