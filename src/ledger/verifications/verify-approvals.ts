import { approvalHash } from '../batches/approval-hash.ts';
import { getBatches } from '../batches/batch.ts';
import type { Db } from '../db/db.ts';
import type { BrokenGuarantee } from './verify.ts';

/** States of a batch in which it has an approval that counts. */
const APPROVED = [
  'approved',
  'starting',
  'waiting_funds',
  'awaiting_service_approval',
  'started',
  'unknown',
  'settled',
  'rejected_at_service',
] as const;

/** Recomputes the hashes of a run's approved batches and compares them with those that the approvers signed (G7). */
export async function verifyApprovals(
  db: Db,
  run: bigint,
): Promise<{ approvals: number; findings: readonly BrokenGuarantee[] }> {
  const findings: BrokenGuarantee[] = [];
  let approvals = 0;
  for (const batch of await getBatches(db, run, ...APPROVED)) {
    if (!batch.approved_hash) continue;
    approvals++;
    const { first_hash, first_by, approved_hash, approved_by } = batch;
    const two = first_by !== null && first_by !== approved_by && first_hash?.equals(approved_hash);
    if (batch.approvers_needed === 2 && !two) {
      const what = `two people must approve it, but only ${approved_by} did.`;
      findings.push({ guarantee: 'G7', run: String(run), row: null, payment: null, batch: batch.id, what });
    }
    if (batch.approved_hash.equals(await approvalHash(db, batch))) continue;
    findings.push({
      guarantee: 'G7',
      run: String(run),
      row: null,
      payment: null,
      batch: batch.id,
      what: `its payments, their accounts or its quote are not what ${batch.approved_by} approved.`,
    });
  }
  return { approvals, findings };
}
