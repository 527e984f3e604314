import type { Db } from '../../ledger/db/db.ts';
import { failPlanned } from '../../ledger/payments/payments-in-batches.ts';
import { plannedBelowMinimum, type ServedMinimum } from '../../ledger/recipients/route-minimum.ts';
import { readServiceAmount, showMoney } from '../../money.ts';
import { finding } from '../../rules/finding.ts';
import { getAccountId } from '../../service/remote-fields.ts';
import type { RemotePayment } from '../../service/shapes/answer-shapes.ts';
import { type ActiveRun, audit, type StepDeps } from '../../step.ts';
import type { Removal } from './remove-payments.ts';

const CODE = 'amount_below_route_minimum';

/** For example "The amount is below 20.00 USD, the minimum …" */
function sentenceOf({ route, minor, currency }: Pick<ServedMinimum, 'route' | 'minor' | 'currency'>): string {
  const minimum = showMoney({ minor, currency });
  return finding(CODE, null, { minimum, route: route.replace('_no_fx', '').toUpperCase() }).message;
}

/**
 * Fails the payments of planned batches that are below the service's known minimum for their recipient: one of them
 * would fail its whole batch. Runs in the caller's transaction and costs no call.
 */
export async function refuseBelowMinimum(
  run: ActiveRun,
  deps: StepDeps,
  db: Db,
  batches: readonly string[],
): Promise<void> {
  for (const { ids, rows, ...minimum } of await plannedBelowMinimum(db, batches)) {
    await failPlanned(db, ids, CODE, sentenceOf(minimum));
    await audit(db, run, deps, 'below_route_minimum', { rows, route: minimum.route, minimum: showMoney(minimum) });
  }
}

/**
 * The removal of a payment that is below the minimum that the service gives with it. Null if the service gives no
 * minimum ("0" is none) or no price yet; then the start fails instead.
 *
 * @param account the account that is paid, if the answer does not show it
 */
export function belowAtService(id: string, listed: RemotePayment, account: string | null): Removal | null {
  const { sourceCurrency: currency, routeMinimum } = listed;
  if (!currency || !routeMinimum || !listed.sourceAmount) return null;
  const minor = readServiceAmount(routeMinimum, currency);
  const amount = readServiceAmount(listed.sourceAmount, currency);
  if (minor === null || minor <= 0n || amount === null || amount <= 0n || amount >= minor) return null;
  const minimum = { route: listed.routeType ?? 'bank transfer', minor, currency };
  const accountRemoteId = getAccountId(listed.account) ?? account;
  const recipientRemoteId = listed.recipient?.id;
  return {
    id,
    remoteId: listed.id,
    code: CODE,
    reason: sentenceOf(minimum),
    served: recipientRemoteId && accountRemoteId ? { ...minimum, recipientRemoteId, accountRemoteId } : null,
  };
}
