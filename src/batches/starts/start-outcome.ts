import { isError, type PayrunError } from '../../errors.ts';
import { type BatchChange, getBatch, moveBatch } from '../../ledger/batches/batch.ts';
import type { BatchRow } from '../../ledger/batches/batch-row.ts';
import { orderedPayments } from '../../ledger/payments/known-payments.ts';
import { AWAITING_APPROVAL, hasStarted, isUnstarted } from '../../service/remote-fields.ts';
import type { PlainRefusal } from '../../service/service-refusal.ts';
import type { BatchState } from '../../states.ts';
import { type ActiveRun, audit, fenced, type StepDeps } from '../../step.ts';
import { NO_LONGER_SHOWN } from '../cancellations/cancel-batch.ts';
import { isLedgerId } from '../outcomes/outcome-of.ts';
import { recordExternalStart } from '../reconciliations/external-start.ts';
import { recordServiceApproval } from '../reconciliations/service-approval.ts';
import { type Removal, refusedFor, removePayments } from '../removals/remove-payments.ts';

/** `send`: the start did not take effect and may be sent again; `requote`: after a new quote and approval. */
export interface StartOutcome {
  readonly batch: BatchRow;
  readonly next: 'done' | 'send' | 'requote';
  /** Thrown if the start is not sent again: the service did not take it. */
  readonly error?: PayrunError;
}

/** Records that the start took effect, if the service's status says so; else null. */
export async function recordIfStarted(
  run: ActiveRun,
  deps: StepDeps,
  batch: BatchRow,
  status: string,
): Promise<StartOutcome | null> {
  if (hasStarted(status)) return recordStart(run, deps, batch, status);
  if (status !== AWAITING_APPROVAL) return null;
  return { batch: await recordServiceApproval(run, deps, batch, status), next: 'done' };
}

async function recordStart(
  run: ActiveRun,
  deps: StepDeps,
  batch: BatchRow,
  remoteStatus: string,
): Promise<StartOutcome> {
  return fenced(run, deps, async (db) => {
    await audit(db, run, deps, 'batch_started', { batch: batch.id, remoteId: batch.remote_id, remoteStatus });
    return { batch: await moveBatch(db, batch, 'started', { remoteStatus, note: null }), next: 'done' };
  });
}

/** The meaning of a refusal while the service still has the batch open. After any other, a user must act. */
const REFUSALS: Readonly<
  Record<string, { to: 'waiting_funds' | 'starting' | 'quoted'; next: StartOutcome['next']; note: string }>
> = {
  non_sufficient_funds: {
    to: 'waiting_funds',
    next: 'done',
    note: 'The batch starts when funds arrive.',
  },
  expired_quote: { to: 'quoted', next: 'requote', note: 'The quote expired. A new one is requested.' },
  not_authorized: {
    to: 'quoted',
    next: 'done',
    note: 'The payout service did not start it, because this merchant’s keys don’t have permission to start batches. Resolve this with the payout service, then approve it again.',
  },
  // "Operation In Progress": the service is still pricing.
  invalid_status: { to: 'starting', next: 'send', note: 'The payout service is not ready to start it.' },
};

/**
 * Reads from the service whether a start took effect. A batch with an unknown status, or one that is gone, becomes
 * unconfirmed. `isFirst`: no start of the batch was sent before the refused one.
 */
export async function resolveStartOutcome(
  run: ActiveRun,
  deps: StepDeps,
  batch: BatchRow,
  { refusal, isFirst }: { refusal: PlainRefusal | null; isFirst: boolean } = { refusal: null, isFirst: false },
): Promise<StartOutcome> {
  const params = { id: batch.remote_id! };
  let status: string;
  let sentAt: string | null | undefined;
  try {
    ({ status, sentAt } = (await deps.service.call('getBatch', { params }, { signal: deps.signal })).batch);
  } catch (error) {
    if (!isError(error, 'service_not_found')) throw error;
    status = 'gone';
  }
  // The only start ever sent was refused, so the batch was started from outside Payrun.
  if (isFirst && refusal && (hasStarted(status) || status === AWAITING_APPROVAL))
    return { batch: await recordExternalStart(run, deps, batch, status, sentAt), next: 'done' };
  const recorded = await recordIfStarted(run, deps, batch, status);
  if (recorded) return recorded;
  const move = (
    to: BatchState,
    note: string,
    next: StartOutcome['next'],
    more: BatchChange = {},
  ): Promise<StartOutcome> =>
    fenced(run, deps, async (db) => {
      const code = refusal?.code ?? null;
      await audit(db, run, deps, 'start_outcome', { batch: batch.id, remoteStatus: status, to, code });
      const change = to === 'quoted' && next === 'done' ? { approval: null } : {};
      return { batch: await moveBatch(db, batch, to, { remoteStatus: status, note, ...change, ...more }), next };
    });
  if (status === 'gone') return move('unknown', NO_LONGER_SHOWN, 'done');
  if (!isUnstarted(status))
    return move(
      'unknown',
      `The payout service reports this batch as "${status}". Check it on the payout service’s website.`,
      'done',
    );
  if (!refusal) return { batch, next: 'send' };
  const known = Object.hasOwn(REFUSALS, refusal.code) ? REFUSALS[refusal.code] : undefined;
  if (known) return move(known.to, known.note, known.next);
  const refused = await refusedPayments(deps, batch, refusal);
  if (refused.length > 0) {
    const left = await removePayments(run, deps, batch, refused);
    return left ? { batch: left, next: 'requote' } : ended(deps, batch);
  }
  const note = `The payout service did not start this batch: ${refusal.sentence} Check it on the payout service’s website.`;
  return move('quoted', note, 'done', { quote: null });
}

const ended = async ({ ledger }: StepDeps, { id }: BatchRow): Promise<StartOutcome> => ({
  batch: await getBatch(ledger.db, id),
  next: 'done',
});

/** The payments of the batch that a refusal of its start names. Payments added outside Payrun are ignored. */
async function refusedPayments(deps: StepDeps, batch: BatchRow, refusal: PlainRefusal): Promise<readonly Removal[]> {
  const named = Map.groupBy(refusal.named, ({ remoteId }) => remoteId);
  const found: Removal[] = [];
  for (const [remoteId, items] of named) {
    const id = remoteId === null ? null : await ownIdOf(deps, batch, remoteId);
    const sentences = [...new Set(items.map(({ sentence }) => sentence))].join(' ');
    if (id !== null) found.push({ id, remoteId, ...refusedFor(refusal.code, sentences), served: null });
  }
  const ledgerPayments = await orderedPayments(
    deps.ledger.db,
    batch.id,
    found.map(({ id }) => id),
  );
  return found.filter(({ id }) => ledgerPayments.has(id));
}

/** The ledger's id of a remote payment; null if it has none or is gone. */
async function ownIdOf({ service, signal }: StepDeps, batch: BatchRow, paymentId: string): Promise<string | null> {
  try {
    const params = { id: batch.remote_id!, paymentId };
    const { externalId } = (await service.call('getBatchPayment', { params }, { signal })).payment;
    return isLedgerId(externalId) ? externalId : null;
  } catch (error) {
    if (!isError(error, 'service_not_found')) throw error;
    return null;
  }
}
