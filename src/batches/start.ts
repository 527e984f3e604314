import { isError } from '../errors.ts';
import { accountsMoved, approvalHash } from '../ledger/batches/approval-hash.ts';
import { type BatchRow, batchesOf, getBatch, moveBatch } from '../ledger/batches/batch.ts';
import { paidMeanwhile } from '../ledger/batches/said-unpaid.ts';
import { showMoney } from '../money.ts';
import { pause } from '../platform/clock.ts';
import type { Permits } from '../service/quotas/quota.ts';
import { type PlainRefusal, refusalOf } from '../service/refusal.ts';
import type { BatchState } from '../states.ts';
import { type ActiveRun, audit, fenced, type Step, type StepDeps } from '../step.ts';
import { approve, ruleAsksForApproval } from './approve.ts';
import { refuseUnknownBatches } from './creations/refuse-unknown-batches.ts';
import { takeOutPaid } from './paid-meanwhile.ts';
import { POLICY } from './policy.ts';
import { type Funds, knownShortfall, readFunds, takeFrom } from './prices/funds.ts';
import { leaveUnpriced, withoutPrice } from './prices/not-priced.ts';
import { isFresh, quoteBatch } from './quote.ts';
import { finishRemovals } from './readings/finish-removals.ts';
import { followIfBegun, recordOutsideStart } from './readings/outside-start.ts';
import { readBack, readBackPriced } from './readings/read-back.ts';
import { AWAITING_APPROVAL, BEGUN, NOT_BEGUN } from './readings/remote-status.ts';
import { recordServiceApproval } from './readings/service-approval.ts';
import { refusedPayments } from './removals/refused-payments.ts';
import { removePayments } from './removals/remove-payments.ts';
import { requireReview } from './verify-before-approval.ts';

/** How often a start is tried in one pass, before it is left for `payrun resume`. */
const ROUNDS = 30;
/** How often a start that did not take effect is sent again. */
const SENDS = 4;
/** As many payments as the service lists in one answer. */
const READ_IN_ONE = 1_000;

/**
 * Approved batches -> started. The only step that moves money (G2). Before the call, under the run's fence, the payments
 * are hashed again and compared with what was approved, and the attempt is committed. After it, whatever came back, the
 * batch's status at the service says what happened (G3): a start that the service has seen is never sent again.
 */
export const start: Step = async (run, deps) => {
  const batches = await batchesOf(deps.ledger.db, run.id, 'approved', 'starting', 'waiting_funds');
  if (batches.length === 0) return;
  const funds = await readFunds(run, deps);
  for (const batch of batches) {
    deps.signal.throwIfAborted();
    await startBatch(run, deps, batch, funds);
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
    // What waits for money is not priced anew: that could ask for its approval anew, while it may begin by itself.
    if (before.state !== 'quoted' && !(await hasFunds(run, deps, before, funds)))
      return compareWaiting(run, deps, before);
    const batch = await makeReady(run, deps, before);
    if (!batch || !(await hasFunds(run, deps, batch, funds))) return;
    // It may have waited for days: what another installation pays by now is not known here.
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
    // Priced anew it may have waited, and payments may have been taken out of it.
    compared = outcome.next !== 'requote';
    if (outcome.next === 'requote') sends = 0;
    if (outcome.next === 'send') await pause(deps.clock, 500 * 2 ** sends, deps.signal);
  }
  if (outcome.batch.state === 'started') {
    takeFrom(funds, outcome.batch);
  } else if (outcome.batch.state === 'waiting_funds') await recordRefusal(run, deps, outcome.batch, funds);
}

/**
 * Where a batch stands before anything is sent. One on which start was ever attempted is read first, also where it was approved anew:
 * money may have arrived and begun it. Null where it is not what was approved.
 */
async function standing(run: ActiveRun, deps: StepDeps, first: BatchRow): Promise<StartOutcome | null> {
  if (!first.start_attempted_at) return { batch: first, next: 'send' };
  const batch = first.state === 'approved' ? await intendStart(run, deps, first, null) : first;
  return batch && readStatus(run, deps, batch);
}

/** What waits for money begins by itself when it arrives: what the service would pay then is compared each time it is looked at (G2). */
async function compareWaiting(run: ActiveRun, deps: StepDeps, { id }: BatchRow): Promise<void> {
  const batch = await getBatch(deps.ledger.db, id);
  if (!batch.start_attempted_at) {
    await followIfBegun(run, deps, batch);
    return;
  }
  const there = await readBack(deps, batch);
  if (there.difference && !there.gone) await requireReview(run, deps, batch, there);
}

/** A batch with a quote that holds and an approval of it; null where a person has to decide first. */
async function makeReady(run: ActiveRun, deps: StepDeps, batch: BatchRow): Promise<BatchRow | null> {
  if (batch.state !== 'quoted' && isFresh(batch, deps.clock.now())) return batch;
  await quoteBatch(run, deps, batch);
  await approve(run, deps);
  const now = await getBatch(deps.ledger.db, batch.id);
  return now.state === 'approved' && isFresh(now, deps.clock.now()) ? now : null;
}

/** If the balance is known not to cover the batch, it waits, and says how much is missing; else the service decides. */
async function hasFunds(run: ActiveRun, deps: StepDeps, batch: BatchRow, funds: Funds): Promise<boolean> {
  const missing = knownShortfall(batch, funds);
  if (missing === null) return true;
  const note = `Needs ${showMoney({ minor: missing, currency: batch.currency })} more.`;
  const state = batch.state === 'starting' ? 'waiting_funds' : batch.state;
  await fenced(run, deps, (db) => moveBatch(db, batch, state, { note, missing }));
  return false;
}

/** The service has refused the start for want of money: how much, as far as the balance says it. */
async function recordRefusal(run: ActiveRun, deps: StepDeps, batch: BatchRow, funds: Funds): Promise<void> {
  const missing = knownShortfall(batch, funds) ?? 0n;
  const note =
    missing > 0n
      ? `Needs ${showMoney({ minor: missing, currency: batch.currency })} more.`
      : 'The payout service says that the balance is too small. It begins when money arrives.';
  await fenced(run, deps, (db) => moveBatch(db, batch, 'waiting_funds', { note, missing }));
}

/**
 * Sees whether the service still has what was approved, then sends the start: in slots that were taken together, so that next to
 * nothing can happen at the service between the two. `isCompared`: it was seen a moment ago.
 */
async function readAndStart(
  run: ActiveRun,
  deps: StepDeps,
  batch: BatchRow,
  isCompared: boolean,
): Promise<StartOutcome | null> {
  if (isCompared) return intendAndSend(run, deps, batch, null);
  // What takes several calls to read is not read in one moment anyway.
  if (batch.payments > READ_IN_ONE) return compareAndStart(run, deps, batch);
  return deps.service.together(2, (seats) => compareAndStart(run, deps, batch, seats), { signal: deps.signal });
}

/**
 * Where the service has something else a person must look, and nothing is sent (G2): null. Payments below the minimum, which a batch
 * that was left to the policy may have, are taken out; then it is priced anew.
 */
async function compareAndStart(
  run: ActiveRun,
  deps: StepDeps,
  batch: BatchRow,
  seats?: Permits,
): Promise<StartOutcome | null> {
  const there = await readBackPriced(deps, batch, seats);
  const { difference, gone, removals, prices, unpriced } = there;
  // Of a batch that the service does not know any more, the start says so.
  if (difference && !gone) {
    await requireReview(run, deps, batch, there);
    return null;
  }
  if (unpriced > 0) {
    await leaveUnpriced(run, deps, batch, withoutPrice(unpriced));
    return null;
  }
  if (removals.length > 0 && batch.approved_by === POLICY && !batch.start_attempted_at) {
    seats?.stepOut();
    const left = await removePayments(run, deps, batch, removals);
    return left && { batch: left, next: 'requote' };
  }
  return intendAndSend(run, deps, batch, batch.priced ? null : prices, seats);
}

async function intendAndSend(
  run: ActiveRun,
  deps: StepDeps,
  batch: BatchRow,
  prices: BatchRow['priced'],
  seats?: Permits,
): Promise<StartOutcome | null> {
  const intended = await intendStart(run, deps, batch, prices);
  return intended && sendStart(run, deps, intended, batch.start_attempted_at === null, seats);
}

/** Compares the payments with what was approved, and commits the attempt. Null when they differ: then nothing is sent (G7). */
async function intendStart(
  run: ActiveRun,
  deps: StepDeps,
  batch: BatchRow,
  prices: BatchRow['priced'],
): Promise<BatchRow | null> {
  // Rules that became stricter since the policy approved it count; a person's approval stands as it was given.
  const byPolicy = batch.approved_by === POLICY && !batch.start_attempted_at;
  const asks = byPolicy ? await ruleAsksForApproval(deps, batch) : null;
  return fenced(run, deps, async (db) => {
    if (asks) {
      await audit(db, run, deps, 'approval_void', { batch: batch.id });
      await moveBatch(db, batch, 'quoted', { approval: null, note: asks });
      return null;
    }
    // Found to be paid while it waited for its start.
    const isPaid = (await paidMeanwhile(db, batch.id)).length > 0;
    const hash = isPaid ? null : await approvalHash(db, batch);
    const same = hash && batch.approved_hash?.equals(hash) && !(await accountsMoved(db, batch.id));
    if (!same) {
      await audit(db, run, deps, 'approval_void', { batch: batch.id });
      const note = 'Changed since it was approved: it has to be approved again.';
      await moveBatch(db, batch, 'quoted', { approval: null, note });
      return null;
    }
    const { id, remote_id, approved_hash } = batch;
    await audit(db, run, deps, 'start_intended', {
      batch: id,
      remoteId: remote_id,
      hash: approved_hash!.toString('hex'),
    });
    return moveBatch(db, batch, 'starting', { note: null, ...(prices ? { priced: prices } : {}) });
  });
}

/** `send`: the start did not take effect and may be sent again; `requote`: after a new quote and approval. */
interface StartOutcome {
  readonly batch: BatchRow;
  readonly next: 'done' | 'send' | 'requote';
}

/** `isFirst`: no start of it was ever sent before. */
async function sendStart(
  run: ActiveRun,
  deps: StepDeps,
  intended: BatchRow,
  isFirst: boolean,
  seats?: Permits,
): Promise<StartOutcome> {
  const params = { id: intended.remote_id! };
  try {
    const answer = await deps.service.call('startProcessing', { params }, { signal: deps.signal, seats });
    const { status } = answer.batch;
    if (BEGUN.has(status)) return recordStart(run, deps, intended, status);
    if (status === AWAITING_APPROVAL) return awaitApproval(run, deps, intended, status);
    return await readStatus(run, deps, intended);
  } catch (error) {
    seats?.stepOut();
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

/** What a refusal of a start means while the service still has the batch open. Any other code needs a person. */
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
 * Finds out at the service whether a start took effect. A status that is in no table, or a batch that is gone, waits for a
 * person.
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
  // The only start that was ever sent did not take effect: it was sent by somebody else.
  if (isFirst && refusal && (BEGUN.has(status) || status === AWAITING_APPROVAL))
    return { batch: await recordOutsideStart(run, deps, batch, status), next: 'done' };
  if (BEGUN.has(status)) return recordStart(run, deps, batch, status);
  if (status === AWAITING_APPROVAL) return awaitApproval(run, deps, batch, status);
  const move = (to: BatchState, note: string, next: StartOutcome['next']): Promise<StartOutcome> =>
    fenced(run, deps, async (db) => {
      const code = refusal?.code ?? null;
      await audit(db, run, deps, 'start_outcome', { batch: batch.id, remoteStatus: status, to, code });
      return { batch: await moveBatch(db, batch, to, { remoteStatus: status, note }), next };
    });
  if (status === 'gone') {
    // Nothing of it was to be left: it is gone because it was deleted.
    if ((await finishRemovals(run, deps, batch)) === null) return ended(deps, batch);
    const note = 'The service does not know this batch any more, though it had acknowledged it. A person must look.';
    return move('unknown', note, 'done');
  }
  if (!NOT_BEGUN.has(status))
    return move('unknown', `The service says "${status}" of this batch. A person must look.`, 'done');
  if (!refusal) return { batch, next: 'send' };
  const known = Object.hasOwn(REFUSALS, refusal.code) ? REFUSALS[refusal.code] : undefined;
  if (known) return move(known.to, known.note, known.next);
  const refused = await refusedPayments(deps, batch, refusal);
  if (refused.length > 0) {
    const left = await removePayments(run, deps, batch, refused);
    return left ? { batch: left, next: 'requote' } : ended(deps, batch);
  }
  return move('unknown', `The service refuses to start it: ${refusal.sentence} A person must look.`, 'done');
}

const ended = async ({ ledger }: StepDeps, { id }: BatchRow): Promise<StartOutcome> => ({
  batch: await getBatch(ledger.db, id),
  next: 'done',
});
