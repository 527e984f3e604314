import { applyWebhooks } from '../../batches/settlements/apply-webhooks.ts';
import { FOLLOWED, followBatch } from '../../batches/settlements/follow-batch.ts';
import { isError } from '../../errors.ts';
import { batchesOf } from '../../ledger/batches/batch.ts';
import { unreportedRuns } from '../../ledger/runs/reported-runs.ts';
import { runsOfDeliveries, type Stranger, setStrangersAside } from '../../ledger/webhooks/webhook-delivery.ts';
import type { RunOutcome } from '../../reports/payment-run-outcome.ts';
import type { AppContext } from '../context/app-context.ts';
import { withRun } from '../leases/with-run-lease.ts';
import { reportRun } from '../runs/report-run.ts';

export interface ProcessedWebhooks {
  /** The runs with webhook deliveries. */
  readonly outcomes: readonly RunOutcome[];
  /** Webhook deliveries about payments and batches that the ledger does not have. */
  readonly strangers: readonly Stranger[];
}

/**
 * Applies webhook deliveries to their runs, each under its fence, and writes the results of runs that are done as a
 * result. A run that another process holds applies its own. An error of one run does not stop the others; the rest is
 * applied the next time.
 */
export async function processWebhooks(appContext: AppContext, signal?: AbortSignal): Promise<ProcessedWebhooks> {
  const { db } = appContext.ledger;
  const { log } = appContext;
  const strangers = await setStrangersAside(db);
  const outcomes: RunOutcome[] = [];
  for (const run of await runsOfDeliveries(db)) {
    signal?.throwIfAborted();
    try {
      await withRun(appContext, run, { progress: () => {}, signal }, async (active, deps) => {
        const { doubtful } = await applyWebhooks(active, deps);
        if (doubtful.size === 0) return;
        for (const batch of await batchesOf(db, run, ...FOLLOWED))
          if (doubtful.has(batch.id)) await followBatch(active, deps, batch);
      });
      if ((await unreportedRuns(db)).includes(run)) outcomes.push(await reportRun(appContext, run));
    } catch (error) {
      if (signal?.aborted) throw error;
      const facts = { run: String(run), code: isError(error) ? error.code : (error as { code?: unknown }).code };
      if (isError(error, 'run_busy', 'fenced')) log.info(facts, 'another process has the run of a webhook delivery');
      else log.warn(facts, 'the webhook deliveries of a run are not processed yet');
    }
  }
  return { outcomes, strangers };
}
