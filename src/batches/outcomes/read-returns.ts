import { recordOutcomes } from '../../ledger/payments/payment-outcome.ts';
import { type DoubtCode, markUnconfirmed, type ProcessedPayment } from '../../ledger/payments/returned-payment.ts';
import { outdateReport } from '../../ledger/runs/run-looks.ts';
import type { Service } from '../../service/service.ts';
import type { RemotePayment } from '../../service/shapes/answer-shapes.ts';
import { getUnreadableRecords, type UnreadableRecord } from '../../service/shapes/unreadable-records.ts';
import { type ActiveRun, audit, fenced, type StepDeps } from '../../step.ts';
import { isLedgerId, toPaymentOutcome } from './outcome-of.ts';

const PAGE = 1_000;

/**
 * The merchant's returned payments by the ledger's ids, and the number of all of them. One call if there are as many as
 * `seen` last time, because a returned payment stays returned; else one call per 1,000. It relies on no order of the
 * list. `unreadable` are records that cannot be read and may be payments of ours.
 */
export async function listReturned(
  service: Service,
  seen: number | null,
  signal: AbortSignal | undefined,
): Promise<{ records: number; returned: ReadonlyMap<string, RemotePayment>; unreadable: readonly UnreadableRecord[] }> {
  const returned = new Map<string, RemotePayment>();
  const unreadable: UnreadableRecord[] = [];
  for (let page = 1; ; page++) {
    const query = { status: 'returned', page, pageSize: PAGE };
    const answer = await service.call('listPayments', { query }, { signal });
    const { payments, meta } = answer;
    unreadable.push(
      ...getUnreadableRecords(answer).filter(({ externalId }) => externalId === undefined || isLedgerId(externalId)),
    );
    for (const payment of payments) {
      if (isLedgerId(payment.externalId) && payment.status === 'returned') returned.set(payment.externalId, payment);
    }
    if (meta.records === seen || page >= meta.pages) return { records: meta.records, returned, unreadable };
  }
}

/**
 * Marks processed payments as unconfirmed, because it is uncertain whether the money is back: until the service shows
 * them as returned in a readable form, or the outcome is confirmed.
 */
export async function recordUnconfirmed(
  run: ActiveRun,
  deps: StepDeps,
  payments: readonly ProcessedPayment[],
  code: DoubtCode,
): Promise<void> {
  for (const [batch, batchPayments] of Map.groupBy(payments, (payment) => payment.batch))
    await fenced(run, deps, async (db) => {
      const ids = batchPayments.map(({ id }) => id);
      const marked = await markUnconfirmed(db, batch, ids, code);
      if (marked === 0) return;
      await audit(db, run, deps, 'payments_unknown', { batch, payments: marked });
      await outdateReport(db, run.id);
    });
}

/** Marks processed payments as returned, with the reason, even days later. Their references can be reused. */
export async function recordReturns(
  run: ActiveRun,
  deps: StepDeps,
  payments: readonly ProcessedPayment[],
  returned: ReadonlyMap<string, RemotePayment>,
): Promise<void> {
  for (const [batch, batchPayments] of Map.groupBy(payments, (payment) => payment.batch)) {
    const outcomes = batchPayments.flatMap(({ id, currency }) => toPaymentOutcome(returned.get(id)!, currency) ?? []);
    await fenced(run, deps, async (db) => {
      const moved = await recordOutcomes(db, batch, outcomes);
      if (moved === 0) return;
      await audit(db, run, deps, 'payments_returned', { batch, payments: outcomes.map(({ id }) => id) });
      await outdateReport(db, run.id);
    });
  }
}
