import { isError } from '../../errors.ts';
import { type BatchRow, getBatch, moveBatch } from '../../ledger/batches/batch.ts';
import { recordedUnpaidOfBatch, unpaidAtService } from '../../ledger/batches/recorded-unpaid.ts';
import { orderedPayments, type PaymentOutcome, recordOutcomes } from '../../ledger/payments/payment-outcome.ts';
import { outdateReport } from '../../ledger/runs/reported-runs.ts';
import { deliveryPlace } from '../../ledger/vault/sealed-place.ts';
import type { Vault } from '../../ledger/vault/vault.ts';
import {
  hasRefusedOpen,
  markDeliveries,
  type PendingDelivery,
  pendingDeliveries,
} from '../../ledger/webhooks/webhook-delivery.ts';
import { hasEnded } from '../../service/batch-status.ts';
import { BEFORE_START, type PaymentState } from '../../states.ts';
import { type ActiveRun, audit, fenced, type StepDeps } from '../../step.ts';
import { discrepancyOf } from '../outcomes/compare-made-payment.ts';
import { orderedOf } from '../outcomes/read-outcomes.ts';
import { followIfStarted } from '../reconciliations/external-start.ts';
import { settleIfFinal } from './follow-batch.ts';
import { type Reading, readWebhook } from './read-webhook.ts';
import { recheckPayments } from './recheck-payments.ts';

const PAGE = 1_000;

export interface AppliedWebhooks {
  /** The number of deliveries that were applied. */
  readonly worked: number;
  /** Batches that have to be read at the service once, because a delivery about them is not clear. */
  readonly doubtful: ReadonlySet<string>;
}

/**
 * Applies the webhook deliveries of a run: payment outcomes, and batches that have ended. It records the same as a read
 * of the service would, by the same table of states, so an older event undoes nothing. It calls the service only for a
 * batch without a start in force, which may have been sent at the service, and for payments that were confirmed as not
 * paid. A delivery that does not match the ledger records nothing but an event in the run's audit.
 */
export async function applyWebhooks(run: ActiveRun, deps: StepDeps): Promise<AppliedWebhooks> {
  const doubtful = new Set<string>();
  let worked = 0;
  for (;;) {
    const pending = await pendingDeliveries(deps.ledger.db, run.id, PAGE);
    for (const [batch, deliveries] of Map.groupBy(pending, (delivery) => delivery.batch)) {
      deps.signal.throwIfAborted();
      try {
        if (await applyReading(run, deps, batch, deliveries)) doubtful.add(batch);
      } catch (error) {
        if (!breaksTheLedger(error)) throw error;
        // Data that the ledger cannot take (for example the id of another payment) must not be tried forever.
        doubtful.add(batch);
        const ids = deliveries.map(({ id }) => id);
        deps.log.warn(
          { run: String(run.id), batch, code: (error as { code?: unknown }).code },
          'webhook deliveries were refused',
        );
        await fenced(run, deps, (db) => markDeliveries(db, ids, 'refused', 'The ledger cannot have this.'));
      }
    }
    worked += pending.length;
    if (pending.length < PAGE) return { worked, doubtful };
  }
}

/** The money had left for payments in these states. */
const MADE: readonly (PaymentState | null | undefined)[] = ['processed', 'discrepancy'];

/** Invalid data, or a broken constraint: SQLSTATE 22 and 23. */
function breaksTheLedger(error: unknown): boolean {
  return !isError(error) && /^2[23]/.test(String((error as { code?: unknown }).code));
}

/** A delivery that was changed in the database after it was stored is refused. */
function read(vault: Vault, delivery: PendingDelivery): Reading {
  let text: string;
  try {
    text = vault.open(delivery.body_sealed, deliveryPlace(delivery.merchant_id, delivery.delivery_id)).toString('utf8');
  } catch (error) {
    if (!isError(error, 'vault_damaged')) throw error;
    return { kind: 'refused', why: 'It was changed in the database after it came.' };
  }
  return readWebhook(delivery, text);
}

/** Applies all deliveries about one batch. Returns true if the batch has to be read at the service once. */
async function applyReading(
  run: ActiveRun,
  deps: StepDeps,
  batchId: string,
  deliveries: readonly PendingDelivery[],
): Promise<boolean> {
  const { vault, db: outside } = deps.ledger;
  const before = await getBatch(outside, batchId);
  const now = BEFORE_START.includes(before.state) ? await followIfStarted(run, deps, before) : before;
  if (!now || now.state === 'awaiting_service_approval') {
    // Approvals at the service are never taken from a webhook; the batch is read.
    const ids = deliveries.map(({ id }) => id);
    await fenced(run, deps, (db) => markDeliveries(db, ids, 'worked'));
    return now !== null;
  }
  const readings = await compareMade(
    deps,
    batchId,
    deliveries.map((delivery) => ({ delivery, reading: read(vault, delivery) })),
  );
  const { outcomes, contradicted } = strongest(readings.map(({ reading }) => reading));
  const refused = readings.flatMap(({ delivery, reading }) =>
    reading.kind === 'refused' || reading.kind === 'differs' ? { id: delivery.id, why: reading.why } : [],
  );
  const doubted =
    readings.some(({ reading }) => reading.kind === 'doubtful' || reading.kind === 'differs') || contradicted;
  const ended = readings.flatMap(({ reading }) => (reading.kind === 'ended' ? reading : [])).at(-1);
  const stateBefore = new Map(deliveries.map((delivery) => [delivery.payment, delivery.payment_state]));

  await fenced(run, deps, async (db) => {
    if (outcomes.length > 0) await recordOutcomes(db, batchId, outcomes);
    // The ledger had these as processed, maybe days ago, so the report of the run is outdated.
    const back = outcomes.filter(({ id, state }) => state === 'returned' && MADE.includes(stateBefore.get(id)));
    if (back.length > 0) {
      await audit(db, run, deps, 'payments_returned', { batch: batchId, payments: back.map(({ id }) => id) });
      await outdateReport(db, run.id);
    }
    for (const [why, reason] of Map.groupBy(refused, ({ why }) => why)) {
      await audit(db, run, deps, 'delivery_refused', {
        batch: batchId,
        why,
        deliveries: reason.map(({ id }) => String(id)),
      });
      await markDeliveries(
        db,
        reason.map(({ id }) => id),
        'refused',
        why,
      );
    }
    await markDeliveries(
      db,
      deliveries.map(({ id }) => id),
      'worked',
    );
  });
  for (const { why } of refused)
    deps.log.warn({ run: String(run.id), batch: batchId, why }, 'a webhook delivery was refused');

  // Some payments of the batch were confirmed or reported as not paid, and the service now says more about them.
  const unlikeBefore = readings.flatMap(({ delivery, reading }) =>
    delivery.payment_state === 'failed' && !(reading.kind === 'outcome' && reading.outcome.state === 'failed')
      ? (delivery.payment ?? [])
      : [],
  );
  const failed = await unpaidAtService(outside, batchId, { failed: unlikeBefore });
  await recheckPayments(deps, [...(await recordedUnpaidOfBatch(outside, batchId)), ...failed]);
  const batch = await getBatch(outside, batchId);
  if (batch.state !== 'started' || doubted) return doubted && batch.state === 'started';
  return settleByWebhook(run, deps, batch, ended ?? null);
}

/** A discrepancy is not taken from a webhook alone: the service is read and has to confirm it. */
async function compareMade(
  { ledger: { db, vault } }: StepDeps,
  batch: string,
  readings: readonly { readonly delivery: PendingDelivery; readonly reading: Reading }[],
): Promise<readonly { readonly delivery: PendingDelivery; readonly reading: Reading }[]> {
  const ids = readings.flatMap(({ reading }) => (reading.kind === 'outcome' ? reading.outcome.id : []));
  const ordered = await orderedPayments(db, batch, ids);
  return readings.map(({ delivery, reading }) => {
    if (reading.kind !== 'outcome' || reading.outcome.state !== 'processed') return { delivery, reading };
    const row = ordered.get(reading.outcome.id);
    const found = row && discrepancyOf(orderedOf(vault, row), reading.payment);
    return { delivery, reading: found ? { kind: 'differs', why: found.reason } : reading };
  });
}

/**
 * Records that a batch has ended, even if some of its payments are not reported yet; settles it if all are final.
 * Returns true if the service has to be read: the batch has ended, and its number of payments is not known or a
 * delivery for one of its open payments was refused.
 */
async function settleByWebhook(
  run: ActiveRun,
  deps: StepDeps,
  batch: BatchRow,
  ended: Extract<Reading, { kind: 'ended' }> | null,
): Promise<boolean> {
  const status = ended?.remoteStatus ?? batch.remote_status ?? '';
  if (!hasEnded(status)) return false;
  if (ended && ended.payments === null) return true;
  const noted =
    batch.remote_status === status
      ? batch
      : await fenced(run, deps, (db) => moveBatch(db, batch, 'started', { remoteStatus: status }));
  await settleIfFinal(run, deps, noted, status);
  return hasRefusedOpen(deps.ledger.db, batch.id);
}

const RANK: Readonly<Record<PaymentOutcome['state'], number>> = {
  batched: 0,
  processed: 1,
  discrepancy: 1,
  failed: 2,
  returned: 2,
};

/**
 * One outcome per payment: the last one of its life cycle, in whatever order the deliveries came. Failed contradicts
 * every other end, so nothing is taken for such a payment.
 */
function strongest(readings: readonly Reading[]): { outcomes: readonly PaymentOutcome[]; contradicted: boolean } {
  const readOutcomes = readings.flatMap((reading) => (reading.kind === 'outcome' ? reading.outcome : []));
  const outcomes: PaymentOutcome[] = [];
  let contradicted = false;
  for (const ofOne of Map.groupBy(readOutcomes, ({ id }) => id).values()) {
    const states = new Set(ofOne.map(({ state }) => state));
    if (states.size > 1 && states.has('failed')) contradicted = true;
    else outcomes.push(ofOne.reduce((a, b) => (RANK[b.state] >= RANK[a.state] ? b : a)));
  }
  return { outcomes, contradicted };
}
