import { type BatchRow, moveBatch, recountBatch, voidBatch } from '../ledger/batch.ts';
import type { Db } from '../ledger/open-ledger.ts';
import { readyBelowMinimum, recordRouteMinimums, type ServedMinimum } from '../ledger/route-minimum.ts';
import { ejectPayments, failReady, intendedRemovals, intendRemoval } from '../ledger/unpayable.ts';
import { readServiceAmount, showMoney } from '../money.ts';
import { finding } from '../rules/finding.ts';
import { accountIdOf } from '../service/account-id.ts';
import { type ActiveRun, audit, fenced, type StepDeps } from '../step.ts';
import { deletePayment } from './delete-payment.ts';
import { deleteAtService } from './discard.ts';

const CODE = 'amount_below_route_minimum';

/** "The amount is below 20.00 USD, the least that …" */
function sentenceOf({ route, minor, currency }: Pick<ServedMinimum, 'route' | 'minor' | 'currency'>): string {
  const minimum = showMoney({ minor, currency });
  return finding(CODE, null, { minimum, route: route.replace('_no_fx', '').toUpperCase() }).message;
}

/**
 * Fails the ready payments of a run that are below what the service is known to take for their recipient, before they get into a
 * batch: one of them would sink it. Within the caller's transaction; costs no call.
 */
export async function refuseBelowMinimum(run: ActiveRun, deps: StepDeps, db: Db): Promise<void> {
  for (const { ids, rows, ...minimum } of await readyBelowMinimum(db, run.id)) {
    await failReady(db, ids, CODE, sentenceOf(minimum));
    await audit(db, run, deps, 'below_route_minimum', { rows, route: minimum.route, minimum: showMoney(minimum) });
  }
}

/** A payment of a batch as the service lists it. */
export interface PricedPayment {
  readonly id: string;
  readonly recipient?: { readonly id: string } | null | undefined;
  readonly account?: unknown;
  readonly sourceAmount?: string | null | undefined;
  readonly sourceCurrency?: string | null | undefined;
  readonly exchangeRate?: string | null | undefined;
  readonly routeType?: string | null | undefined;
  readonly routeMinimum?: string | null | undefined;
}

/** A payment to be taken out of its batch. */
export interface BelowAtService {
  /** The ledger's id, and the service's; null where the service does not have it any more. */
  readonly id: string;
  readonly remoteId: string | null;
  readonly reason: string;
  readonly served: ServedMinimum | null;
}

/**
 * What is to be taken out: a payment whose amount is below the minimum that the service answers with it. Null where it answers none
 * ("0" is none), or no price yet: then the start says so.
 *
 * @param account the account that it is paid to, where the answer does not say
 */
export function belowAtService(id: string, listed: PricedPayment, account: string | null): BelowAtService | null {
  const { sourceCurrency: currency, routeMinimum } = listed;
  if (!currency || !routeMinimum || !listed.sourceAmount) return null;
  const minor = readServiceAmount(routeMinimum, currency);
  const amount = readServiceAmount(listed.sourceAmount, currency);
  if (minor === null || minor <= 0n || amount === null || amount <= 0n || amount >= minor) return null;
  const minimum = { route: listed.routeType ?? 'bank transfer', minor, currency };
  const accountRemoteId = accountIdOf(listed.account) ?? account;
  const recipientRemoteId = listed.recipient?.id;
  return {
    id,
    remoteId: listed.id,
    reason: sentenceOf(minimum),
    served: recipientRemoteId && accountRemoteId ? { ...minimum, recipientRemoteId, accountRemoteId } : null,
  };
}

/** Planned payments that were about to be taken out when a run stopped, by id: the reason. */
export function removalsBegun({ ledger }: StepDeps, batch: BatchRow): Promise<ReadonlyMap<string, string>> {
  return intendedRemovals(ledger.db, batch.id, CODE);
}

/**
 * Takes payments out of a batch on which start was never attempted, at the service and then in the ledger, where they fail. What is about to be
 * deleted is noted before, so that after a crash nobody takes a batch without it for a wrong one. A batch of which nothing is
 * left is deleted and void; one that was priced or approved is so no more. Returns the batch, null where it is void. Costs a call for each payment.
 */
export async function removeBelow(
  run: ActiveRun,
  deps: StepDeps,
  batch: BatchRow,
  below: readonly BelowAtService[],
): Promise<BatchRow | null> {
  if (below.length === 0) return batch;
  const byReason = Map.groupBy(below, ({ reason }) => reason);
  const idsOf = (group: readonly BelowAtService[]) => group.map(({ id }) => id);
  await fenced(run, deps, async (db) => {
    await recordRouteMinimums(
      db,
      run.merchant,
      below.flatMap(({ served }) => served ?? []),
    );
    for (const [reason, group] of byReason) await intendRemoval(db, batch.id, idsOf(group), CODE, reason);
  });
  const isLast = below.length === batch.payments;
  if (isLast) await deleteAtService(deps, batch.id, batch.remote_id!);
  else for (const { remoteId } of below) if (remoteId !== null) await deletePayment(deps, batch.remote_id!, remoteId);
  return fenced(run, deps, async (db) => {
    await audit(db, run, deps, 'payments_removed', { batch: batch.id, payments: idsOf(below), code: CODE });
    for (const [reason, group] of byReason) await ejectPayments(db, batch.id, idsOf(group), CODE, reason);
    const left = await recountBatch(db, batch.id);
    if (!isLast && left.state === 'creating') return left;
    if (!isLast) {
      const note = `${below.length} payments are below what the service takes, and were taken out.`;
      return moveBatch(db, left, 'quoted', { quote: null, approval: null, note });
    }
    await voidBatch(db, left, 'Every payment of it is below what the service takes.');
    return null;
  });
}
