import { isError } from '../errors.ts';
import { accountsMoved, approvalHash } from '../ledger/batches/approval-hash.ts';
import { type BatchRow, batchesOf, getBatch, moveBatch } from '../ledger/batches/batch.ts';
import { paidMeanwhile } from '../ledger/batches/said-unpaid.ts';
import { showMoney } from '../money.ts';
import { pause } from '../platform/clock.ts';
import type { Permits } from '../service/rate-limits/rate-limit.ts';
import { type PlainRefusal, refusalOf } from '../service/refusal.ts';
import type { BatchState } from '../states.ts';
import { type ActiveRun, audit, fenced, type Step, type StepDeps } from '../step.ts';
import { approve, POLICY_APPROVER, ruleAsksForApproval } from './approve.ts';
import { takeOutPaid } from './paid-meanwhile.ts';
import { type Funds, knownShortfall, readFunds, takeFrom } from './prices/funds.ts';
import { leaveUnpriced, withoutPrice } from './prices/unpriced-batch.ts';
import { isFresh, quoteBatch } from './quote.ts';
import { followIfStarted, recordExternalStart } from './reconciliations/external-start.ts';
import { finishRemovals } from './reconciliations/finish-removals.ts';
import { readBack, readBackPriced } from './reconciliations/read-back.ts';
import { AWAITING_APPROVAL, BEGUN, NOT_BEGUN } from './reconciliations/remote-status.ts';
import { recordServiceApproval } from './reconciliations/service-approval.ts';
import { leaveUnreadable, unlessUnreadable } from './reconciliations/unreadable.ts';
import { refusedPayments } from './removals/refused-payments.ts';
import { removePayments } from './removals/remove-payments.ts';
import { refuseUnknownBatches } from './services/refuse-unknown-batches.ts';
import { requireReview } from './verify-before-approval.ts';

/** The number of tries to start a batch in one pass, before it is left to `payrun resume`. */
const ROUNDS = 30;
/** The number of repeats of a start that did not take effect. */
const SENDS = 4;
/** The number of payments that the service lists in one answer. */
const READ_IN_ONE = 1_000;

/**
 * Approved batches -> started. The only step that moves money (G2). Before the call, under the run's fence, the
 * payments are hashed again and compared with the approved hash, and the attempt is committed. After the call, the
 * batch's status at the service decides what happened, whatever the answer was (G3): a start that the service has seen
 * is never sent again.
 */
export const start: Step = async (run, deps) => {
  const batches = await batchesOf(deps.ledger.db, run.id, 'approved', 'starting', 'waiting_funds');
  if (batches.length === 0) return;
  const funds = await readFunds(run, deps);
  for (const batch of batches) {
    deps.signal.throwIfAborted();
    await unlessUnreadable(run, deps, batch, () => startBatch(run, deps, batch, funds), leaveUnreadable);
    deps.progress({ stage: 'start', done: 1, total: batches.length });
  }
};

async function startBatch(run: ActiveRun, deps: StepDeps, first: BatchRow, funds: Funds): Promise<void> {
  let outcome = await standing(run, deps, first);
  if (!outcome) return;
  if (outcome.next === 'send') {
    const whole = await finishRemovals(run, deps, outcome.batch);
    if (!whole) return;
    if (whole !== outcome.batch) outcome = { batch: whole, next: 'requote' };
  }
  let sends = 0;
  let compared = false;
  for (let round = 0; round < ROUNDS && outcome.next !== 'done'; round++) {
    const before: BatchRow = outcome.batch;
    // A batch with insufficient funds is not priced again: it could need a new approval while it may begin by itself.
    if (before.state !== 'quoted' && !(await hasFunds(run, deps, before, funds))) {
      const left = await takeOutPaid(run, deps, before);
      return left === before ? compareWaiting(run, deps, before) : undefined;
    }
    const batch = await makeReady(run, deps, before);
    if (!batch || !(await hasFunds(run, deps, batch, funds))) return;
    // It may have waited for days, and another installation may have paid meanwhile.
    await refuseUnknownBatches(run, deps);
    const unpaid = await takeOutPaid(run, deps, batch);
    if (!unpaid) return;
    if (unpaid !== batch) {
      outcome = { batch: unpaid, next: 'requote' };
      continue;
    }
    const next = await readAndStart(run, deps, batch, compared);
    if (!next || sends++ === SENDS) return;
    outcome = next;
    // After a new quote it may have waited, or payments may have been removed from it.
    compared = outcome.next !== 'requote';
    if (outcome.next === 'requote') sends = 0;
    if (outcome.next === 'send') await pause(deps.clock, 500 * 2 ** sends, deps.signal);
  }
  if (outcome.batch.state === 'started') takeFrom(funds, outcome.batch);
  else if (outcome.batch.state === 'waiting_funds') await recordRefusal(run, deps, outcome.batch, funds);
}

/**
 * The status of a batch before anything is sent. If start was ever attempted on it, the service is read first, even if
 * it was approved again: funds may have come in and begun it. Null if it is not the approved batch.
 */
async function standing(run: ActiveRun, deps: StepDeps, first: BatchRow): Promise<StartOutcome | null> {
  if (!first.start_attempted_at) return { batch: first, next: 'send' };
  const batch = first.state === 'approved' ? await intendStart(run, deps, first, null, true) : first;
  return batch && readStatus(run, deps, batch);
}

/**
 * A batch that awaits funds begins by itself when they come in, so the service's batch is compared on every pass (G2).
 */
async function compareWaiting(run: ActiveRun, deps: StepDeps, { id }: BatchRow): Promise<void> {
  const batch = await getBatch(deps.ledger.db, id);
  if (!batch.start_attempted_at) {
    await followIfStarted(run, deps, batch);
    return;
  }
  const there = await readBack(deps, batch);
  if (there.difference && !there.gone) await requireReview(run, deps, batch, there);
}

/** A batch with a valid quote and an approval of it; null if it needs an approval first. */
async function makeReady(run: ActiveRun, deps: StepDeps, batch: BatchRow): Promise<BatchRow | null> {
  if (batch.state !== 'quoted' && isFresh(batch, deps.clock.now())) return batch;
  await quoteBatch(run, deps, batch);
  await approve(run, deps);
  const now = await getBatch(deps.ledger.db, batch.id);
  return now.state === 'approved' && isFresh(now, deps.clock.now()) ? now : null;
}

/**
 * True unless the balance is known not to cover the batch; then the shortfall is recorded, and the batch waits. If the
 * balance is not known, the service decides.
 */
async function hasFunds(run: ActiveRun, deps: StepDeps, batch: BatchRow, funds: Funds): Promise<boolean> {
  const missing = knownShortfall(batch, funds);
  if (missing === null) return true;
  const note = `Needs ${showMoney({ minor: missing, currency: batch.currency })} more.`;
  const state = batch.state === 'starting' ? 'waiting_funds' : batch.state;
  await fenced(run, deps, (db) => moveBatch(db, batch, state, { note, missing }));
  return false;
}

/** Records that the service refused the start for insufficient funds, with the shortfall if the balance shows it. */
async function recordRefusal(run: ActiveRun, deps: StepDeps, batch: BatchRow, funds: Funds): Promise<void> {
  const missing = knownShortfall(batch, funds) ?? 0n;
  const note =
    missing > 0n
      ? `Needs ${showMoney({ minor: missing, currency: batch.currency })} more.`
      : 'The payout service says that the balance is too small. It begins when money arrives.';
  await fenced(run, deps, (db) => moveBatch(db, batch, 'waiting_funds', { note, missing }));
}

/**
 * Checks that the service still has the approved batch, then sends the start. Both calls use permits that were taken
 * together, so that almost no time passes between them. `isCompared`: it was checked a moment ago.
 */
async function readAndStart(
  run: ActiveRun,
  deps: StepDeps,
  batch: BatchRow,
  isCompared: boolean,
): Promise<StartOutcome | null> {
  if (isCompared) return intendAndSend(run, deps, batch, null);
  // Several calls are never one moment anyway.
  if (batch.payments > READ_IN_ONE) return compareAndStart(run, deps, batch);
  return deps.service.together(2, (permits) => compareAndStart(run, deps, batch, permits), { signal: deps.signal });
}

/**
 * If the service's batch differs, it needs a review and nothing is sent (G2): returns null. Payments below the minimum,
 * which a batch approved by the policy may have, are removed; then it is quoted again.
 */
async function compareAndStart(
  run: ActiveRun,
  deps: StepDeps,
  batch: BatchRow,
  permits?: Permits,
): Promise<StartOutcome | null> {
  const there = await readBackPriced(deps, batch, permits);
  const { difference, gone, removals, prices, unpriced } = there;
  // If the service no longer knows the batch, the start finds out.
  if (difference && !gone) {
    await requireReview(run, deps, batch, there);
    return null;
  }
  if (unpriced > 0) {
    await leaveUnpriced(run, deps, batch, withoutPrice(unpriced));
    return null;
  }
  if (removals.length > 0 && batch.approved_by === POLICY_APPROVER && !batch.start_attempted_at) {
    permits?.release();
    const left = await removePayments(run, deps, batch, removals);
    return left && { batch: left, next: 'requote' };
  }
  return intendAndSend(run, deps, batch, batch.priced ? null : prices, permits);
}

async function intendAndSend(
  run: ActiveRun,
  deps: StepDeps,
  batch: BatchRow,
  prices: BatchRow['priced'],
  permits?: Permits,
): Promise<StartOutcome | null> {
  const intended = await intendStart(run, deps, batch, prices);
  return intended && sendStart(run, deps, intended, batch.start_attempted_at === null, permits);
}

/**
 * Compares the payments with the approved hash, and commits the attempt. Null if they differ: nothing is sent (G7).
 * `isRead`: the batch is read next and not sent, so payments that were paid meanwhile can still be removed.
 */
async function intendStart(
  run: ActiveRun,
  deps: StepDeps,
  batch: BatchRow,
  prices: BatchRow['priced'],
  isRead = false,
): Promise<BatchRow | null> {
  // Stricter rules since an approval by the policy count; an approver's approval stands as it was given.
  const byPolicy = batch.approved_by === POLICY_APPROVER && !batch.start_attempted_at;
  const asks = byPolicy ? await ruleAsksForApproval(deps, batch) : null;
  return fenced(run, deps, async (db) => {
    if (asks) {
      await audit(db, run, deps, 'approval_void', { batch: batch.id });
      await moveBatch(db, batch, 'quoted', { approval: null, note: asks });
      return null;
    }
    // True if a payment was found to be paid while the batch waited for its start.
    const isPaid = !isRead && (await paidMeanwhile(db, batch.id)).length > 0;
    const hash = isPaid ? null : await approvalHash(db, batch);
    const same = hash && batch.approved_hash?.equals(hash) && !(await accountsMoved(db, batch.id));
    if (!same) {
      await audit(db, run, deps, 'approval_void', { batch: batch.id });
      const note = 'Changed since it was approved: it has to be approved again.';
      await moveBatch(db, batch, 'quoted', { approval: null, note });
      return null;
    }
    const { id, remote_id: remoteId } = batch;
    await audit(db, run, deps, 'start_intended', { batch: id, remoteId, hash: hash.toString('hex') });
    return moveBatch(db, batch, 'starting', { note: null, ...(prices ? { priced: prices } : {}) });
  });
}

/** `send`: the start did not take effect and may be sent again; `requote`: after a new quote and approval. */
interface StartOutcome {
  readonly batch: BatchRow;
  readonly next: 'done' | 'send' | 'requote';
}

/** `isFirst`: no start of the batch was ever sent before. */
async function sendStart(
  run: ActiveRun,
  deps: StepDeps,
  intended: BatchRow,
  isFirst: boolean,
  permits?: Permits,
): Promise<StartOutcome> {
  const params = { id: intended.remote_id! };
  try {
    const answer = await deps.service.call('startProcessing', { params }, { signal: deps.signal, permits });
    const { status } = answer.batch;
    if (BEGUN.has(status)) return recordStart(run, deps, intended, status);
    if (status === AWAITING_APPROVAL) return awaitApproval(run, deps, intended, status);
    return await readStatus(run, deps, intended);
  } catch (error) {
    permits?.release();
    const refusal = refusalOf(error);
    if (!refusal && !(isError(error) && error.retry === 'read-first')) throw error;
    return readStatus(run, deps, intended, refusal, isFirst);
  }
}

async function awaitApproval(run: ActiveRun, deps: StepDeps, batch: BatchRow, status: string): Promise<StartOutcome> {
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

/** The meaning of a refusal while the service still has the batch open. Any other code needs a review. */
const REFUSALS: Readonly<
  Record<string, { to: 'waiting_funds' | 'starting' | 'quoted'; next: StartOutcome['next']; note: string }>
> = {
  non_sufficient_funds: {
    to: 'waiting_funds',
    next: 'done',
    note: 'The balance is too small. It begins when money arrives.',
  },
  expired_quote: { to: 'quoted', next: 'requote', note: 'The quote expired. It is quoted again.' },
  // "Operation In Progress": the service is still pricing.
  invalid_status: { to: 'starting', next: 'send', note: 'The service is not ready to start it.' },
};

/**
 * Reads from the service whether a start took effect. A batch with an unknown status, or one that is gone, becomes
 * unconfirmed.
 */
async function readStatus(
  run: ActiveRun,
  deps: StepDeps,
  batch: BatchRow,
  refusal: PlainRefusal | null = null,
  isFirst = false,
): Promise<StartOutcome> {
  const params = { id: batch.remote_id! };
  let status: string;
  try {
    status = (await deps.service.call('getBatch', { params }, { signal: deps.signal })).batch.status;
  } catch (error) {
    if (!isError(error, 'service_not_found')) throw error;
    status = 'gone';
  }
  // The only start that was ever sent was refused, so the batch was sent at the service.
  if (isFirst && refusal && (BEGUN.has(status) || status === AWAITING_APPROVAL))
    return { batch: await recordExternalStart(run, deps, batch, status), next: 'done' };
  if (BEGUN.has(status)) return recordStart(run, deps, batch, status);
  if (status === AWAITING_APPROVAL) return awaitApproval(run, deps, batch, status);
  const move = (to: BatchState, note: string, next: StartOutcome['next']): Promise<StartOutcome> =>
    fenced(run, deps, async (db) => {
      const code = refusal?.code ?? null;
      await audit(db, run, deps, 'start_outcome', { batch: batch.id, remoteStatus: status, to, code });
      return { batch: await moveBatch(db, batch, to, { remoteStatus: status, note }), next };
    });
  if (status === 'gone') {
    // If every payment was to be removed, the batch is gone because it was deleted.
    if ((await finishRemovals(run, deps, batch)) === null) return ended(deps, batch);
    const note = 'The service does not know this batch any more, though it had acknowledged it. Check it there.';
    return move('unknown', note, 'done');
  }
  if (!NOT_BEGUN.has(status))
    return move('unknown', `The service says "${status}" of this batch. Check it at the payout service.`, 'done');
  if (!refusal) return { batch, next: 'send' };
  const known = Object.hasOwn(REFUSALS, refusal.code) ? REFUSALS[refusal.code] : undefined;
  if (known) return move(known.to, known.note, known.next);
  const refused = await refusedPayments(deps, batch, refusal);
  if (refused.length > 0) {
    const left = await removePayments(run, deps, batch, refused);
    return left ? { batch: left, next: 'requote' } : ended(deps, batch);
  }
  return move('unknown', `The service refuses to start it: ${refusal.sentence} Check it there.`, 'done');
}

const ended = async ({ ledger }: StepDeps, { id }: BatchRow): Promise<StartOutcome> => ({
  batch: await getBatch(ledger.db, id),
  next: 'done',
});
