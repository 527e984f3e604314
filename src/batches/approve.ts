import { limitOf } from '../config.ts';
import { PayrunError } from '../errors.ts';
import { accountsMoved, approvalHash, hashOfAll } from '../ledger/approval-hash.ts';
import { type BatchRow, batchesOf, moveBatch } from '../ledger/batch.ts';
import { largestPayments } from '../ledger/payment.ts';
import { showMoney } from '../money.ts';
import { type ActiveRun, audit, fenced, type Step, type StepDeps } from '../step.ts';
import { POLICY } from './policy.ts';

/** Quoted batches -> approved by policy, or left for a person who is not the maker. */
export const approve: Step = async (run, deps) => {
  for (const batch of await batchesOf(deps.ledger.db, run.id, 'quoted')) {
    // Without a quote there is nothing to approve: it says why.
    if (!batch.quote) continue;
    const why = await whyAPerson(deps, batch);
    if (why) await fenced(run, deps, (db) => moveBatch(db, batch, 'quoted', { note: batch.note ?? why }));
    else await approveBatches(run, deps, [batch], POLICY);
  }
};

/**
 * Binds the approval to the bytes of what is approved, all of it or nothing. `shown` is the hash of what a person saw: the
 * approval is of that and of nothing else. Throws `maker_is_approver`, for which the ledger has a constraint too,
 * `accounts_changed`, and `approval_outdated` where it is not what was shown any more.
 */
export async function approveBatches(
  run: ActiveRun,
  deps: StepDeps,
  batches: readonly BatchRow[],
  by: string,
  shown?: string,
): Promise<void> {
  if (batches.some(({ maker }) => by === maker)) throw new PayrunError('maker_is_approver', { name: by });
  await fenced(run, deps, async (db) => {
    const hashes: Buffer[] = [];
    for (const batch of batches) {
      if (!batch.quote) throw new PayrunError('not_waiting', { run: String(run.id) });
      if (await accountsMoved(db, batch.id)) throw new PayrunError('accounts_changed', { run: String(run.id) });
      hashes.push(await approvalHash(db, batch));
    }
    if (shown !== undefined && shown !== hashOfAll(hashes).toString('hex'))
      throw new PayrunError('approval_outdated', { run: String(run.id) });
    for (const [i, batch] of batches.entries()) {
      const hash = hashes[i]!;
      const data = { batch: batch.id, hash: hash.toString('hex'), quote: batch.quote };
      await audit(db, run, deps, 'batch_approved', data, by);
      await moveBatch(db, batch, 'approved', { approval: { hash, by }, note: null });
    }
  });
}

const ACCOUNTS_CHANGED =
  'The bank details of a recipient were changed by another run since this batch was made. Reject it and drop the sheet again.';

/** Null when the policy alone may approve; else the reason why a person must. */
async function whyAPerson({ config, ledger }: StepDeps, batch: BatchRow): Promise<string | null> {
  if (await accountsMoved(ledger.db, batch.id)) return ACCOUNTS_CHANGED;
  if (config.approval.policy === 'manual') return 'Waits for approval.';
  const perRun = limitOf(config.approval.perRun, batch.currency);
  // A run that is split into batches is still one run.
  const total = perRun === null ? 0n : sumOf(batch.currency, await batchesOf(ledger.db, batch.run_id));
  if (perRun !== null && total > perRun) return overLimit('The run', total, perRun, batch.currency);
  for (const { currency, minor } of await largestPayments(ledger.db, batch.id)) {
    const perPayment = limitOf(config.approval.perPayment, currency);
    if (perPayment !== null && minor > perPayment) return overLimit('Its largest payment', minor, perPayment, currency);
  }
  return null;
}

function sumOf(currency: string, batches: readonly BatchRow[]): bigint {
  const counted = batches.filter((batch) => batch.currency === currency && batch.state !== 'void');
  return counted.reduce((sum, { quote, source_minor }) => sum + BigInt(quote?.sendingMinor ?? source_minor), 0n);
}

const overLimit = (what: string, minor: bigint, limit: bigint, currency: string) =>
  `Waits for approval: ${what.toLowerCase()} comes to ${showMoney({ minor, currency })}, above the limit of ${showMoney({ minor: limit, currency })}.`;

/** Names are stored with every decision; a colon marks Payrun's own. Throws `usage`. */
export function checkName(name: string): string {
  if (!name.trim() || name.includes(':'))
    throw new PayrunError('usage', { detail: `"${name}" cannot be used as a name.` });
  return name.trim();
}
