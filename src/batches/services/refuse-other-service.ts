import { PayrunError } from '../../errors.ts';
import { remoteObjects, startedAtService } from '../../ledger/batches/service-proof-ids.ts';
import { sortBatches } from '../../ledger/batches/unknown-batches.ts';
import { knownServiceUrl } from '../../ledger/merchants/service-identity.ts';
import { hasReadyPayments } from '../../ledger/payments/payment.ts';
import { findAnyObject } from '../../service/find-any-object.ts';
import type { ActiveRun, Step } from '../../step.ts';
import { type ListingDeps, listedBatches } from './shared-listing.ts';

/**
 * Before bank details go to the service: it is the one that this ledger pays at, also if another one answers at the
 * same address by now. Costs no call more, because creating a batch needs the same list. Throws `service_changed`.
 */
export const verifyService: Step = async (run, deps) => {
  if (await hasReadyPayments(deps.ledger.db, run.id)) await refuseOtherService(run, deps);
};

/**
 * A service that lists no batch of this ledger, though the ledger started some, may be another one: it would pay from
 * another balance. It has to know one of them. Nothing is asked as long as the ledger has started none. Throws
 * `service_changed`.
 */
export async function refuseOtherService({ merchant }: Pick<ActiveRun, 'merchant'>, deps: ListingDeps): Promise<void> {
  const { service, ledger, signal } = deps;
  // No recipients: those that were brought a moment ago would prove any service to be the right one.
  const batches = await startedAtService(ledger.db, merchant);
  if (batches.length === 0) return;
  for await (const page of listedBatches(deps)) if ((await sortBatches(ledger.db, merchant, page)).hasOwn) return;
  if (await findAnyObject(service, { recipients: [], batches }, signal)) return;
  throw await otherService(deps, merchant);
}

/**
 * Before a batch counts as deleted because the service does not have it (G3): the service is the one that this ledger
 * pays at. If nothing was started yet, it has to know a recipient or another batch. Throws `service_changed`.
 */
export async function refuseUnprovenAbsence(
  { merchant }: Pick<ActiveRun, 'merchant'>,
  deps: ListingDeps,
  batch: string,
): Promise<void> {
  const { db } = deps.ledger;
  if ((await startedAtService(db, merchant)).length > 0) return refuseOtherService({ merchant }, deps);
  if (!(await findAnyObject(deps.service, await remoteObjects(db, merchant, batch), deps.signal)))
    throw await otherService(deps, merchant);
}

async function otherService({ ledger }: ListingDeps, merchant: string): Promise<PayrunError> {
  const url = (await knownServiceUrl(ledger.db, merchant)) ?? 'PAYRUN_SERVICE_URL';
  return new PayrunError('service_changed', {
    merchant,
    url,
    where: ' Another one answers at this address than before.',
  });
}
