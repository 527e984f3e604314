import { PayrunError } from '../../errors.ts';
import { appendEvent } from '../../ledger/audit/audit-chain.ts';
import type { Db } from '../../ledger/db/db.ts';
import type { FoundSince } from '../../ledger/payments/holds/compare-again.ts';
import { type DecidedPayment, getComparisons } from '../../ledger/payments/payment-decisions.ts';
import { outdateReport } from '../../ledger/runs/run-looks.ts';
import { type Actor, trace } from '../../permissions/actor.ts';
import { pluralize } from '../../platform/pluralize.ts';
import type { AppContext } from '../context/app-context.ts';

/** Payments that an error names; the reasons of the others name them. */
const MOST_NAMED = 5;

/** The payments since then that may be the same ones, each with the payment on hold. */
export function foundSinceText(found: readonly FoundSince[]): string {
  const named = found.slice(0, MOST_NAMED).map(({ reference, otherRow, otherRun, otherReference }) => {
    const isSame = otherReference === reference;
    return `row ${otherRow} of run ${otherRun}${isSame ? '' : ` (reference ${otherReference})`}, for ${reference}`;
  });
  const more = found.length - named.length;
  return `${named.join('; ')}${more > 0 ? ` and ${pluralize(more, 'other')}` : ''}`;
}

/**
 * A hold that was compared again has a reason that its user has not seen: it was shown to another user, or to the first
 * of two clicks. Throws `hold_changed`.
 */
export async function checkStillSeen(
  db: Db,
  named: readonly DecidedPayment[],
  seen: ReadonlyMap<string, string>,
): Promise<void> {
  const now = await getComparisons(
    db,
    named.map(({ reference }) => reference),
  );
  for (const { id, reference } of named) {
    // A payment that has left the hold is refused when it is released.
    if (now.has(id) && seen.get(id) !== now.get(id)) throw new PayrunError('hold_changed', { reference });
  }
}

/** Records that a release was stopped. The reasons in the results of the runs have changed. */
export async function recordFoundSince(
  db: Db,
  { clock }: AppContext,
  found: readonly FoundSince[],
  by: Actor,
): Promise<void> {
  for (const [run, of] of Map.groupBy(found, (one) => one.run)) {
    const payments = of.map(({ id }) => id);
    const { otherRun, otherRow } = of[0]!;
    await appendEvent(db, {
      chain: `run-${run}`,
      at: new Date(clock.now()),
      actor: by.name,
      kind: 'release_stopped',
      data: { payments, otherRun: String(otherRun), otherRow, ...trace(by) },
    });
    await outdateReport(db, run);
  }
}
