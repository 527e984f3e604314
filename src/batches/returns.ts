import { recordOutcomes } from '../ledger/payment-outcome.ts';
import { outdateReport } from '../ledger/reports.ts';
import type { ProcessedPayment } from '../ledger/returns.ts';
import type { RemotePayment } from '../service/answer-shapes.ts';
import type { Service } from '../service/service.ts';
import { type ActiveRun, audit, fenced, type StepDeps } from '../step.ts';
import { isOurs, outcomeOf } from './outcome-of.ts';

const PAGE = 1_000;

/**
 * The merchant's returned payments by the ledger's ids, and how many there are in all. One call while there are as many as
 * `seen` last time, for a payment that came back stays so; else a call per 1,000. No order of the list is relied on.
 */
export async function listReturned(
  service: Service,
  seen: number | null,
  signal: AbortSignal | undefined,
): Promise<{ records: number; returned: ReadonlyMap<string, RemotePayment> }> {
  const returned = new Map<string, RemotePayment>();
  for (let page = 1; ; page++) {
    const query = { status: 'returned', page, pageSize: PAGE };
    const { payments, meta } = await service.call('listPayments', { query }, { signal });
    for (const payment of payments) {
      if (isOurs(payment.externalId) && payment.status === 'returned') returned.set(payment.externalId, payment);
    }
    if (meta.records === seen || page >= meta.pages) return { records: meta.records, returned };
  }
}

/** Processed payments of a run that came back, also days after: returned, with the reason. Their references are free again. */
export async function recordReturns(
  run: ActiveRun,
  deps: StepDeps,
  payments: readonly ProcessedPayment[],
  returned: ReadonlyMap<string, RemotePayment>,
): Promise<void> {
  for (const [batch, ours] of Map.groupBy(payments, (payment) => payment.batch)) {
    const outcomes = ours.flatMap(({ id, currency }) => outcomeOf(returned.get(id)!, currency) ?? []);
    await fenced(run, deps, async (db) => {
      const moved = await recordOutcomes(db, batch, outcomes);
      if (moved === 0) return;
      await audit(db, run, deps, 'payments_returned', { batch, payments: outcomes.map(({ id }) => id) });
      await outdateReport(db, run.id);
    });
  }
}
