import { PayrunError } from '../errors.ts';
import { getBatches } from '../ledger/batches/batch.ts';
import { type BatchRow, getRunDebits } from '../ledger/batches/batch-row.ts';
import type { Db } from '../ledger/db/db.ts';
import { getBankDetailAuthors } from '../ledger/payments/bank-detail-authors.ts';
import { accountReleases, getReleasedSums } from '../ledger/payments/payment-decisions.ts';
import { accountEditors } from '../ledger/recipients/recipient-row.ts';
import { getRun } from '../ledger/runs/run.ts';
import { type ActingUser, authorize, getMakers, type PartTaken } from './authorize.ts';

/**
 * Checks whether a user may approve these batches of a run now: when they approve, when a new quote keeps their
 * approval, and directly before a start. Throws what `authorize` throws.
 */
export async function authorizeApproval(
  db: Db,
  by: ActingUser,
  run: bigint,
  batches: readonly BatchRow[],
  command = `approve ${run}`,
): Promise<void> {
  const { merchant_id: merchant, maker } = await getRun(db, run);
  const ids = batches.map(({ id }) => id);
  const authors = await getBankDetailAuthors(db, run, ids);
  await authorize(db, by, 'approve', {
    merchants: [merchant],
    amounts: getRunDebits(batches, await getBatches(db, run)),
    parts: [...(await getMakers(db, run, maker)), ...authors.map((author) => ({ ...author, part: 'author' as const }))],
    command,
  });
}

/** Users who may not release these payments of a run: its makers, and those who chose the accounts. */
export async function partsInRelease(
  db: Db,
  { run, maker }: { readonly run: bigint; readonly maker: string },
  payments: readonly string[],
): Promise<readonly PartTaken[]> {
  const editors = await accountEditors(db, payments);
  return [...(await getMakers(db, run, maker)), ...editors.map((name) => ({ name, part: 'editor' as const }))];
}

/** The user who gave the first of two approvals of exactly this (`hash`), and may approve it now; null if none. */
export async function firstApproverNow(db: Db, batch: BatchRow, hash: Buffer): Promise<string | null> {
  const { first_by: name, first_hash: signed, run_id: run } = batch;
  if (name === null || !signed?.equals(hash)) return null;
  return (await refusedBy(() => authorizeApproval(db, { name }, run, [batch]))) === null ? name : null;
}

/** A release of changed bank details by a user who may not release them now. */
export interface LapsedRelease {
  readonly by: string;
  /** The reason, as a sentence. */
  readonly why: string;
  readonly payments: readonly string[];
}

/** The releases of changed bank details in these batches that do not count, by the users of this moment. */
export async function lapsedReleases(
  db: Db,
  runs: readonly bigint[],
  batches: readonly string[],
): Promise<readonly LapsedRelease[]> {
  const lapsed: LapsedRelease[] = [];
  for (const { run, by, payments } of await accountReleases(db, runs, batches)) {
    const { merchant_id: merchant, maker } = await getRun(db, run);
    const refusal = await refusedBy(async () =>
      authorize(db, { name: by }, 'release', {
        merchants: [merchant],
        amounts: await getReleasedSums(db, run, by),
        parts: await partsInRelease(db, { run, maker }, payments),
      }),
    );
    if (refusal) lapsed.push({ by, why: refusal.message, payments });
  }
  return lapsed;
}

const REFUSALS: readonly string[] = [
  'may_not_decide',
  'maker_is_approver',
  'account_author_is_approver',
  'details_editor_is_approver',
];

/** The error with which `authorize` refuses; null if it does not. */
export async function refusedBy(check: () => Promise<unknown>): Promise<PayrunError | null> {
  try {
    await check();
    return null;
  } catch (error) {
    if (!(error instanceof PayrunError) || !REFUSALS.includes(error.code)) throw error;
    return error;
  }
}
