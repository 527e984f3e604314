import { PayrunError } from '../../errors.ts';
import { startedAtService } from '../../ledger/batches/remote-objects.ts';
import { sortBatches } from '../../ledger/batches/unknown-batches.ts';
import { knownServiceUrl } from '../../ledger/merchants/service-identity.ts';
import { hasReadyPayments } from '../../ledger/payments/payment.ts';
import { findsAny } from '../../service/finds-any.ts';
import type { ActiveRun, Step, StepDeps } from '../../step.ts';
import { listedBatches } from './shared-listing.ts';

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
export async function refuseOtherService({ merchant }: ActiveRun, deps: StepDeps): Promise<void> {
  const { service, ledger, signal } = deps;
  // No recipients: those that were brought a moment ago would prove any service to be the right one.
  const batches = await startedAtService(ledger.db, merchant);
  if (batches.length === 0) return;
  for await (const page of listedBatches(deps)) if ((await sortBatches(ledger.db, merchant, page)).hasOwn) return;
  if (await findsAny(service, { recipients: [], batches }, signal)) return;
  const url = (await knownServiceUrl(ledger.db, merchant)) ?? 'PAYRUN_SERVICE_URL';
  throw new PayrunError('service_changed', {
    merchant,
    url,
    where: ' Another one answers at this address than before.',
  });
}
