import { isError, PayrunError } from '../errors.ts';
import { type BatchRow, batchesOf, getBatch, moveBatch, recountBatch, voidBatch } from '../ledger/batch.ts';
import { type BatchedPayment, ejectPayments, paymentsOfBatch } from '../ledger/payment.ts';
import { knownOutcome } from '../service/known-outcome.ts';
import { refusalOf } from '../service/refusal.ts';
import { type ActiveRun, audit, fenced, type Step, type StepDeps } from '../step.ts';
import { compareListed } from './compare.ts';
import { paymentInput } from './payment-input.ts';

const PAGE = 1_000;

/**
 * Planned batches -> open at the service, with the same payments to the cent. Creating moves no money; still, no batch is
 * created twice: one whose creation was attempted is looked up by its tag first, and the service refuses a second payment
 * with the same externalId.
 */
export const create: Step = async (run, deps) => {
  const { db } = deps.ledger;
  for (const batch of await batchesOf(db, run.id, 'planned', 'creating')) {
    deps.signal.throwIfAborted();
    const created = await createAtService(run, deps, batch);
    if (created) await readBack(run, deps, created);
    deps.progress({ stage: 'create', done: 1, total: null });
  }
};

/** Returns the batch with its remote id, or null when the service refused all of it. */
async function createAtService(run: ActiveRun, deps: StepDeps, planned: BatchRow): Promise<BatchRow | null> {
  const { service, clock, signal, ledger } = deps;
  if (planned.remote_id) return planned;
  let batch = planned;
  let found = batch.state === 'creating' ? await findByTag(deps, batch.tag) : null;
  while (!found) {
    if (batch.state === 'planned') {
      const before = batch;
      batch = await fenced(run, deps, (db) => moveBatch(db, before, 'creating'));
    }
    const payments = [];
    const rows: BatchedPayment[] = [];
    for await (const page of paymentsOfBatch(ledger.db, batch.id)) {
      for (const payment of page) {
        rows.push({ ...payment, row_sealed: Buffer.alloc(0) });
        payments.push(paymentInput(ledger.vault, payment));
      }
    }
    const body = { sourceCurrency: batch.currency, description: `Payrun run ${run.id}`, tags: [batch.tag], payments };
    try {
      found = await knownOutcome(clock, signal, {
        send: async () => (await service.call('createBatch', { body }, { signal })).batch,
        read: () => findByTag(deps, batch.tag),
      });
    } catch (error) {
      const refusal = refusalOf(error);
      if (!refusal) throw error;
      // A payment with this externalId is there already: an earlier attempt, whose answer was lost, came through after all.
      found = refusal.code === 'duplicate' ? await findByTag(deps, batch.tag) : null;
      if (found) break;
      batch = await ejectRefused(run, deps, batch, rows, error);
      if (batch.state === 'void') return null;
    }
  }
  const { id: remoteId, status: remoteStatus } = found;
  return fenced(run, deps, async (db) => {
    await audit(db, run, deps, 'batch_created', { batch: batch.id, remoteId, payments: batch.payments });
    return moveBatch(db, batch, 'creating', { remoteId, remoteStatus });
  });
}

/** The batch that carries this tag; null when there is none. Throws `batch_mismatch` when there are several. */
async function findByTag(deps: StepDeps, tag: string) {
  const { batches } = await deps.service.call(
    'listBatches',
    { query: { search: tag, pageSize: 10 } },
    { signal: deps.signal },
  );
  const ours = batches.filter((batch) => batch.tags?.includes(tag));
  if (ours.length > 1) throw new PayrunError('batch_mismatch', { batch: tag, detail: 'several batches carry its tag' });
  return ours[0] ?? null;
}

/**
 * The service refused the batch. Payments that the refusal names fail, and the rest goes on; where it names none, the batch
 * fails as a whole with the service's reason.
 */
async function ejectRefused(
  run: ActiveRun,
  deps: StepDeps,
  batch: BatchRow,
  rows: readonly BatchedPayment[],
  error: unknown,
): Promise<BatchRow> {
  const refusal = refusalOf(error)!;
  const named = [...new Set(refusal.payments)].flatMap((index) => rows[index] ?? []);
  const guilty = named.length > 0 ? named : rows;
  return fenced(run, deps, async (db) => {
    const ids = guilty.map((payment) => payment.id);
    await ejectPayments(db, batch.id, ids, refusal.code, `The service refuses this payment: ${refusal.sentence}`);
    await audit(db, run, deps, 'payments_refused', { batch: batch.id, payments: ids.length, code: refusal.code });
    const left = await recountBatch(db, batch.id);
    if (left.payments === 0) {
      await voidBatch(db, left, refusal.sentence);
      return getBatch(db, batch.id);
    }
    return left;
  });
}

/**
 * Reads the batch back and compares every payment with the plan: count, recipients, accounts and amounts. One call per
 * 1,000 payments. What differs is never started: a person must look.
 */
async function readBack(run: ActiveRun, deps: StepDeps, batch: BatchRow): Promise<void> {
  const { service, ledger, signal } = deps;
  const planned = new Map<string, BatchedPayment>();
  for await (const page of paymentsOfBatch(ledger.db, batch.id)) {
    for (const payment of page) planned.set(payment.id, { ...payment, row_sealed: Buffer.alloc(0) });
  }

  let difference: string | null = null;
  let seen = 0;
  try {
    for (let page = 1, pages = 1; page <= pages && !difference; page++) {
      const answer = await service.call(
        'listBatchPayments',
        { params: { id: batch.remote_id! }, query: { page, pageSize: PAGE } },
        { signal },
      );
      pages = answer.meta.pages;
      for (const listed of answer.payments) {
        const ours = planned.get(listed.externalId ?? '');
        difference ??= ours ? compareListed(ours, listed) : 'it holds a payment that was not planned';
        if (ours) planned.delete(ours.id);
        seen++;
      }
    }
  } catch (error) {
    if (!isError(error, 'service_not_found')) throw error;
    difference = 'the service does not know it any more';
  }
  if (!difference && planned.size > 0) difference = `${planned.size} of ${planned.size + seen} payments are missing`;

  await fenced(run, deps, async (db) => {
    if (difference)
      await audit(db, run, deps, 'batch_mismatch', { batch: batch.id, remoteId: batch.remote_id, difference });
    await moveBatch(db, batch, difference ? 'unknown' : 'open', {
      note: difference && `It was not started: ${difference}.`,
    });
  });
}
