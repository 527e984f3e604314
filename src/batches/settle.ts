import { isError } from '../errors.ts';
import { type BatchRow, batchesOf, moveBatch } from '../ledger/batch.ts';
import { countOpenPayments, markUnlisted, recordOutcomes } from '../ledger/payment-outcome.ts';
import { type ActiveRun, audit, fenced, type Step, type StepDeps } from '../step.ts';
import { outcomeOf } from './outcome-of.ts';

const PAGE = 1_000;
const LONGEST_POLL_MS = 30_000;

/** The batch has come to its end at the service: its payments can be read. */
const ENDED = new Set(['complete', 'failed']);

/**
 * Started batches -> settled: follows every payment to processed, failed or returned. Polls the open batches with growing
 * pauses until all are final or the configured time is over; what is open then stays open, and `payrun resume` asks again.
 */
export const settle: Step = async (run, deps) => {
  const deadline = deps.clock.now() + deps.config.settleWaitMs;
  let open = await batchesOf(deps.ledger.db, run.id, 'started');
  const total = open.length;
  for (let pause = deps.config.settlePollMs; open.length > 0; pause = Math.min(pause * 1.5, LONGEST_POLL_MS)) {
    for (const batch of open) await followBatch(run, deps, batch);
    open = await batchesOf(deps.ledger.db, run.id, 'started');
    deps.progress({ stage: 'settle', done: total - open.length, total });
    const left = deadline - deps.clock.now();
    if (open.length === 0 || left <= 0) return;
    await deps.clock.sleep(Math.min(pause, left), deps.signal);
  }
};

async function followBatch(run: ActiveRun, deps: StepDeps, batch: BatchRow): Promise<void> {
  const { service, ledger, signal } = deps;
  const params = { id: batch.remote_id! };
  let status: string;
  try {
    status = (await service.call('getBatch', { params }, { signal })).batch.status;
  } catch (error) {
    if (!isError(error, 'service_not_found')) throw error;
    const note = 'The service does not know this batch any more, though it was started. A person must look.';
    await fenced(run, deps, async (db) => {
      await audit(db, run, deps, 'batch_gone', { batch: batch.id, remoteId: batch.remote_id });
      await moveBatch(db, batch, 'unknown', { remoteStatus: 'gone', note });
    });
    return;
  }
  if (!ENDED.has(status)) return;

  const listed: string[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const answer = await service.call('listBatchPayments', { params, query: { page, pageSize: PAGE } }, { signal });
    pages = answer.meta.pages;
    const outcomes = answer.payments.flatMap((payment) => outcomeOf(payment, batch.currency) ?? []);
    listed.push(...outcomes.map(({ id }) => id));
    await fenced(run, deps, (db) => recordOutcomes(db, batch.id, outcomes));
  }
  await fenced(run, deps, async (db) => {
    const unlisted = await markUnlisted(
      db,
      batch.id,
      listed,
      'The batch has ended at the service, but this payment is not in it. A person must look.',
    );
    if (unlisted > 0) await audit(db, run, deps, 'payments_unknown', { batch: batch.id, payments: unlisted });
  });
  if ((await countOpenPayments(ledger.db, batch.id)) > 0) return;
  await fenced(run, deps, async (db) => {
    await audit(db, run, deps, 'batch_settled', { batch: batch.id, remoteId: batch.remote_id, remoteStatus: status });
    await moveBatch(db, batch, 'settled', { remoteStatus: status });
  });
}
