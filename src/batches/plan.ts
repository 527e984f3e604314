import { planBatches } from '../ledger/batches/batch.ts';
import { audit, fenced, type Step } from '../step.ts';
import { failUnpayable } from './removals/unpayable-payments.ts';

/**
 * Ready payments -> planned batches: one per currency, so that a batch has one total that can be compared to the cent.
 * A batch is split if it would hold more than the configured number of payments.
 */
export const plan: Step = async (run, deps) => {
  const { enabledCountries } = await deps.rules();
  return fenced(run, deps, async (db) => {
    const refuse = (batches: readonly string[]) => failUnpayable(run, deps, db, batches, enabledCountries);
    for (const batch of await planBatches(db, run.id, deps.config.batchLimit, deps.ids, refuse)) {
      const { id, currency, payments, source_minor, target_minor } = batch;
      await audit(db, run, deps, 'batch_planned', {
        batch: id,
        currency,
        payments,
        sourceMinor: source_minor,
        targetMinor: target_minor,
      });
    }
  });
};
