import { PayrunError } from '../../errors.ts';
import { remoteObjects, startedAtService } from '../../ledger/batches/service-proof-ids.ts';
import { sortBatches } from '../../ledger/batches/unknown-batches.ts';
import { knownServiceUrl } from '../../ledger/merchants/service-identity.ts';
import { hasReadyPayments } from '../../ledger/payments/payment.ts';
import { findFirstObject } from '../../service/find-first-object.ts';
import type { ActiveRun, Step } from '../../step.ts';
import { type ListingDeps, listedBatches } from './shared-listing.ts';

/**
 * Checks, before bank details are sent, that the service is the one that this ledger pays at: another one may answer at
 * the same address by now. Costs no extra call, because creating a batch needs the same list. Throws `service_changed`.
 */
export const verifyService: Step = async (run, deps) => {
  if (await hasReadyPayments(deps.ledger.db, run.id)) await refuseOtherService(run, deps);
};

/**
 * A service that lists no batch of this ledger, though the ledger started some, may be another one, which would pay
 * from another balance. So it must have one of them. Makes no call until the ledger has started a batch. Throws
 * `service_changed`.
 */
export async function refuseOtherService({ merchant }: Pick<ActiveRun, 'merchant'>, deps: ListingDeps): Promise<void> {
  const { service, ledger, signal } = deps;
  // Recipients prove nothing: a moment ago, they may have been created in the wrong service.
  const batches = await startedAtService(ledger.db, merchant);
  if (batches.length === 0) return;
  for await (const page of listedBatches(deps)) if ((await sortBatches(ledger.db, merchant, page)).hasOwn) return;
  if (await findFirstObject(service, { recipients: [], batches }, signal)) return;
  throw await otherService(deps, merchant);
}

/**
 * A batch missing from the service is treated as deleted only if this is the service that the ledger pays with (G3). If
 * nothing was started yet, the service must have a recipient or another batch. Throws `service_changed`.
 */
export async function refuseUnprovenAbsence(
  { merchant }: Pick<ActiveRun, 'merchant'>,
  deps: ListingDeps,
  batch: string,
): Promise<void> {
  const { db } = deps.ledger;
  if ((await startedAtService(db, merchant)).length > 0) return refuseOtherService({ merchant }, deps);
  if (!(await findFirstObject(deps.service, await remoteObjects(db, merchant, batch), deps.signal)))
    throw await otherService(deps, merchant);
}

async function otherService({ ledger }: ListingDeps, merchant: string): Promise<PayrunError> {
  const url = (await knownServiceUrl(ledger.db, merchant)) ?? 'PAYRUN_SERVICE_URL';
  return new PayrunError('service_changed', {
    merchant,
    url,
    where: ' A different service now answers at this address.',
  });
}
