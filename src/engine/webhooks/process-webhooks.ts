import { readHints } from '../../batches/read-hints.ts';
import { leaveUnreadable, unlessUnreadable } from '../../batches/reconciliations/unreadable-batch.ts';
import { followBatch } from '../../batches/settlements/follow-batch.ts';
import { isError } from '../../errors.ts';
import type { BatchRow } from '../../ledger/batches/batch-row.ts';
import { unreportedRuns } from '../../ledger/runs/run-looks.ts';
import {
  getHintedRuns,
  ignoreUnrelatedDeliveries,
  type UnrelatedDelivery,
} from '../../ledger/webhooks/webhook-delivery.ts';
import type { RunOutcome } from '../../reports/payment-run-outcome.ts';
import type { AppContext } from '../context/app-context.ts';
import { withRun } from '../leases/with-run-lease.ts';
import { reportRun } from '../runs/report-run.ts';

export interface ProcessedWebhooks {
  /** The runs whose results were written after a read. */
  readonly outcomes: readonly RunOutcome[];
  /** Webhook deliveries about payments and batches that the ledger does not have, or does not pay. */
  readonly strangers: readonly UnrelatedDelivery[];
  /** Whether the read of a run failed. It is read again the next time. */
  readonly hasFailed: boolean;
}

/**
 * Reads the objects of webhook deliveries, for each run under its fence, and writes the results of runs that are done
 * as a result. A run that another process holds is read by that process. An error of one run does not stop the others.
 */
export async function processWebhooks(appContext: AppContext, signal?: AbortSignal): Promise<ProcessedWebhooks> {
  const { log, ledger } = appContext;
  const { db } = ledger;
  const strangers = await ignoreUnrelatedDeliveries(db);
  const outcomes: RunOutcome[] = [];
  let hasFailed = false;
  for (const run of await getHintedRuns(db)) {
    signal?.throwIfAborted();
    try {
      let read = 0;
      await withRun(appContext, run, { progress: () => {}, signal }, async (active, deps) => {
        const follow = (batch: BatchRow) =>
          unlessUnreadable(active, deps, batch, () => followBatch(active, deps, batch), leaveUnreadable);
        ({ read } = await readHints(active, deps, follow));
      });
      if (read > 0 && (await unreportedRuns(db)).includes(run)) outcomes.push(await reportRun(appContext, run));
    } catch (error) {
      if (signal?.aborted) throw error;
      const facts = { run: String(run), code: isError(error) ? error.code : (error as { code?: unknown }).code };
      if (isError(error, 'run_busy', 'fenced')) log.info(facts, 'another process has the run of a webhook delivery');
      else {
        hasFailed = true;
        log.warn(facts, 'a run was not read after a webhook delivery');
      }
    }
  }
  return { outcomes, strangers, hasFailed };
}
