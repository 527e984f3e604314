import { PayrunError } from '../../errors.ts';
import { appendEvent } from '../../ledger/audit/audit-chain.ts';
import {
  acceptBatchDiscrepancy,
  type BatchDiscrepancy,
  getBatchDiscrepancies,
} from '../../ledger/batches/batch-discrepancy.ts';
import { acceptOfPayment, acceptOfServicePayment } from '../../ledger/batches/service-discrepancy.ts';
import { acceptPayment, type DecidedPayment, paymentsInState } from '../../ledger/payments/payment-decisions.ts';
import { getRun, lockRun } from '../../ledger/runs/run.ts';
import { outdateReport } from '../../ledger/runs/run-looks.ts';
import { type Actor, trace } from '../../permissions/actor.ts';
import { authorize } from '../../permissions/authorize.ts';
import type { AppContext } from '../context/app-context.ts';
import { givenReason } from './given-reason.ts';

/** A discrepancy to accept, and the reason. */
export interface Acceptance {
  /**
   * The reference of a payment, or the service's id of a payment that was added to a batch, or of a batch to accept it
   * as a whole.
   */
  readonly reference: string;
  readonly because: string;
  /** The ledger's id of the payment, if several have the reference. */
  readonly payment?: string | undefined;
  /** The run, if several have the reference. */
  readonly run?: string | undefined;
}

/**
 * Accepts a discrepancy as the payout service reports it. The payment becomes paid, with the service's figures; for a
 * payment that was not ordered, only the acceptance is recorded. Sends nothing. Returns its run. Throws
 * `not_a_discrepancy`, `because_missing`, `run_ambiguous`, and what `authorize` throws.
 */
export async function acceptDiscrepancy(appContext: AppContext, acceptance: Acceptance, by: Actor): Promise<bigint> {
  const because = givenReason(acceptance.because);
  const { reference, payment: wanted, run } = acceptance;
  const isMeant = (one: { readonly run: bigint }) => run === undefined || String(one.run) === run;
  return appContext.ledger.tx(async (db) => {
    const payments = (await paymentsInState(db, reference, 'discrepancy')).filter(
      (one) => isMeant({ run: one.run_id }) && (wanted === undefined || one.id === wanted),
    );
    const ofBatches = wanted === undefined ? (await getBatchDiscrepancies(db, reference)).filter(isMeant) : [];
    const found = [...payments, ...ofBatches];
    if (found.length > 1) {
      const runs = [...payments.map(({ run_id }) => run_id), ...ofBatches.map((one) => one.run)].join(' and ');
      throw new PayrunError('run_ambiguous', { runs, reference });
    }
    const [one] = found;
    if (!one) throw new PayrunError('not_a_discrepancy', { reference });
    await authorize(db, by, 'accept', {
      merchants: [(await getRun(db, runOf(one))).merchant_id],
      amounts: 'remoteId' in one ? [] : [{ currency: one.currency, minor: one.minor }],
    });
    await lockRun(db, runOf(one));
    const isAccepted =
      'remoteId' in one
        ? await acceptBatchDiscrepancy(db, one, by.name)
        : await acceptPayment(db, one, by.name, because);
    if (!isAccepted) throw new PayrunError('not_a_discrepancy', { reference });
    const of = runOf(one);
    await outdateReport(db, of);
    const at = new Date(appContext.clock.now());
    const accepted = { by: by.name, at, because };
    await ('remoteId' in one ? acceptOfServicePayment(db, one, accepted) : acceptOfPayment(db, one.id, accepted));
    await appendEvent(db, {
      chain: `run-${of}`,
      at,
      actor: by.name,
      kind: 'discrepancy_accepted',
      data: { ...eventOf(one), because, ...trace(by) },
    });
    return of;
  });
}

const runOf = (one: DecidedPayment | BatchDiscrepancy) => ('remoteId' in one ? one.run : one.run_id);

function eventOf(one: DecidedPayment | BatchDiscrepancy): Record<string, unknown> {
  return 'remoteId' in one
    ? { batch: one.batch, remoteId: one.remoteId, what: one.what }
    : { payment: one.id, row: one.row };
}
