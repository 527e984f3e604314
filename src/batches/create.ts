import { isError } from '../errors.ts';
import { getBatch, getBatches, moveBatch, recountBatch, splitBatch, voidBatch } from '../ledger/batches/batch.ts';
import type { BatchRow } from '../ledger/batches/batch-row.ts';
import { recordOrphanBatch } from '../ledger/batches/orphan-batch.ts';
import { ledgerIdentity } from '../ledger/db/ledger-identity.ts';
import { type BatchedPayment, streamBatchPayments } from '../ledger/payments/payment.ts';
import { openRow } from '../ledger/payments/sealed-row.ts';
import { recordAccountsChangedAtService } from '../ledger/recipients/recipient.ts';
import type { Vault } from '../ledger/vault/vault.ts';
import { formatMinor } from '../money.ts';
import { pause } from '../platform/clock.ts';
import { ledgerTag, referenceTag } from '../references/payrun-tags.ts';
import { hasStarted } from '../service/remote-fields.ts';
import { knownOutcome } from '../service/repeat-call.ts';
import { getRefusal, type PlainRefusal } from '../service/service-refusal.ts';
import type { RemoteBatch } from '../service/shapes/answer-shapes.ts';
import { type ActiveRun, audit, fenced, type Step, type StepDeps } from '../step.ts';
import { FIRST_LOOK_MS } from './cancellations/cancel-batch.ts';
import { deleteDuplicateBatches } from './cancellations/find-orphan-batch.ts';
import { recordExternalStart } from './reconciliations/external-start.ts';
import { readBack } from './reconciliations/read-back.ts';
import { unlessUnreadable } from './reconciliations/unreadable-batch.ts';
import { ejectRefused, refusedFor, removePayments } from './removals/remove-payments.ts';
import { refuseUnknownBatches } from './services/refuse-unknown-batches.ts';

/**
 * Planned batches -> created and open, with the same payments to the cent. Creating moves no money, but a payment must
 * never be in two batches. So a batch whose creation was attempted is looked up by its tag first, and again after a
 * second creation, because the service may accept a second payment with the same externalId. If the service refuses a
 * batch, only the payments that it refuses are removed.
 */
export const create: Step = async (run, deps) => {
  const next = async () => (await getBatches(deps.ledger.db, run.id, 'planned', 'creating'))[0];
  let seen: ReadonlySet<string> | null = null;
  for (let done = 0, batch = await next(); batch; batch = await next()) {
    deps.signal.throwIfAborted();
    deps.progress({ stage: 'create', done, total: null });
    if (batch.remote_id === null) seen ??= await refuseUnknownBatches(run, deps);
    const created = await createUnlessUnreadable(run, deps, batch, seen);
    if (created) await unlessUnreadable(run, deps, created, () => check(run, deps, created), openUnchecked);
    deps.progress({ stage: 'create', done: ++done, total: null });
  }
};

/**
 * A batch that the service may have in a format that Payrun cannot read becomes unconfirmed and is read again later.
 * The other batches continue.
 */
async function createUnlessUnreadable(
  run: ActiveRun,
  deps: StepDeps,
  planned: BatchRow,
  seen: ReadonlySet<string> | null,
): Promise<BatchRow | null> {
  try {
    return await createAtService(run, deps, planned, seen);
  } catch (error) {
    if (!isError(error, 'batch_unreadable')) throw error;
    await fenced(run, deps, async (db) => {
      const now = await getBatch(db, planned.id);
      const creating = now.state === 'planned' ? await moveBatch(db, now, 'creating') : now;
      await audit(db, run, deps, 'batch_unreadable', { batch: now.id });
      await moveBatch(db, creating, 'unknown', { note: `${error.message} Check it in the payout service.` });
    });
    return null;
  }
}

/**
 * Returns the batch with its remote id; null if the service refused it. Then another batch is tried next, or none is
 * left.
 */
async function createAtService(
  run: ActiveRun,
  deps: StepDeps,
  planned: BatchRow,
  seen: ReadonlySet<string> | null,
): Promise<BatchRow | null> {
  const { service, clock, signal } = deps;
  if (planned.remote_id) return planned;
  // A planned batch may exist too, if the ledger was restored from a backup of that moment.
  const wasSent = planned.state === 'creating' || seen?.has(planned.tag) === true;
  let found = wasSent ? await deleteDuplicateBatches(run, deps, planned) : null;
  const batch =
    planned.state === 'planned' ? await fenced(run, deps, (db) => moveBatch(db, planned, 'creating')) : planned;
  if (!found) {
    const { payments, ids } = await inputOf(deps, batch);
    const body = {
      sourceCurrency: batch.currency,
      description: `Payrun run ${run.id}`,
      tags: [batch.tag, ledgerTag(await ledgerIdentity(deps.ledger.db))],
      payments,
    };
    let sends = wasSent ? 1 : 0;
    // The first creation may still take effect, even after this program has ended, so it is looked for later.
    const noteResend = () =>
      fenced(run, deps, (db) => recordOrphanBatch(db, batch.id, new Date(clock.now() + FIRST_LOOK_MS)));
    if (wasSent) await noteResend();
    let isCreated = false;
    try {
      found = await knownOutcome(clock, signal, {
        send: async () => {
          sends++;
          return (await service.call('createBatch', { body }, { signal })).batch;
        },
        read: async () => {
          const remote = await deleteDuplicateBatches(run, deps, batch);
          if (!remote) await noteResend();
          return remote;
        },
      });
      isCreated = true;
    } catch (error) {
      const refusal = getRefusal(error);
      if (!refusal) throw error;
      // An earlier attempt may have taken effect, and the service may refuse what it has done.
      found = await lookAgain(run, deps, batch, refusal);
      if (!found) {
        const after = refusal.code === 'duplicate' ? leaveDuplicates : narrowDown;
        await after(run, deps, batch, ids, refusal);
        return null;
      }
    }
    if (isCreated && sends > 1) found = (await deleteDuplicateBatches(run, deps, batch, found)) ?? found;
  }
  const { id: remoteId, status: remoteStatus, sentAt } = found;
  const isStarted = hasStarted(remoteStatus);
  const created = await fenced(run, deps, async (db) => {
    await audit(db, run, deps, 'batch_created', { batch: batch.id, remoteId, payments: batch.payments });
    return moveBatch(db, batch, isStarted ? 'unknown' : 'creating', { remoteId, remoteStatus });
  });
  if (!isStarted) return created;
  // It was sent by hand, or by this ledger before it was restored, so it is only followed.
  await recordExternalStart(run, deps, created, remoteStatus, sentAt);
  return null;
}

async function inputOf({ ledger }: StepDeps, batch: BatchRow) {
  const payments: ReturnType<typeof paymentInput>[] = [];
  const ids: string[] = [];
  for await (const page of streamBatchPayments(ledger.db, batch.id)) {
    for (const payment of page) {
      ids.push(payment.id);
      payments.push(paymentInput(ledger.vault, payment));
    }
  }
  return { payments, ids };
}

/** Delays before each further search, in ms: the service's list of batches lags behind creations. */
const LIST_LAGS_MS = [1_000, 3_000, 9_000] as const;

/** The batch that an earlier attempt created. If the service says that it has the payments, its list may only lag. */
async function lookAgain(
  run: ActiveRun,
  deps: StepDeps,
  batch: BatchRow,
  { code }: PlainRefusal,
): Promise<RemoteBatch | null> {
  let found = await deleteDuplicateBatches(run, deps, batch);
  for (const wait of code === 'duplicate' ? LIST_LAGS_MS : []) {
    if (found) break;
    await pause(deps.clock, wait, deps.signal);
    found = await deleteDuplicateBatches(run, deps, batch);
  }
  return found;
}

/**
 * The service refused the batch and created nothing. Payments that it names fail. If it names none, the batch is split
 * in two and both halves are tried, until the refused payment is alone: at most 2 log2(n) calls for one among n.
 */
async function narrowDown(
  run: ActiveRun,
  deps: StepDeps,
  batch: BatchRow,
  ids: readonly string[],
  refusal: PlainRefusal,
): Promise<void> {
  const named = refusal.named.flatMap(({ position, sentence }) => {
    const id = position === null ? undefined : ids[position];
    return id === undefined ? [] : [{ id, sentence }];
  });
  const guilty = ids.length === 1 ? [{ id: ids[0]!, sentence: refusal.sentence }] : named;
  await fenced(run, deps, async (db) => {
    await audit(db, run, deps, 'batch_refused', { batch: batch.id, code: refusal.code, named: guilty.length });
    for (const { id, sentence } of guilty) await ejectRefused(db, batch.id, [id], refusedFor(refusal.code, sentence));
    const left = guilty.length > 0 ? await recountBatch(db, batch.id) : await splitBatch(db, batch, deps.ids());
    if (left.payments === 0) await voidBatch(db, await getBatch(db, batch.id), refusal.sentence);
    else await moveBatch(db, left, 'planned');
  });
}

/**
 * The service has payments with these externalIds in a batch that the ledger does not know, for example from before the
 * ledger was restored from a backup. They may be paid, so they become unconfirmed instead of failed. The others
 * continue in a batch of their own.
 */
async function leaveDuplicates(
  run: ActiveRun,
  deps: StepDeps,
  batch: BatchRow,
  ids: readonly string[],
  refusal: PlainRefusal,
): Promise<void> {
  const named = [...new Set(refusal.named.flatMap(({ position }) => ids[position ?? -1] ?? []))];
  await fenced(run, deps, async (db) => {
    await audit(db, run, deps, 'batch_refused', { batch: batch.id, code: refusal.code, named: named.length });
    const others = named.length > 0 && named.length < ids.length;
    const left = others ? await splitBatch(db, batch, deps.ids(), named) : batch;
    const note =
      'The payout service already has these payments, in a batch that Payrun does not know. Check it in the payout service.';
    await moveBatch(db, left, 'unknown', { note });
  });
}

/** It could not be read back now, so it is read back before its approval instead (`verifyBeforeApproval`). */
async function openUnchecked(run: ActiveRun, deps: StepDeps, batch: BatchRow): Promise<void> {
  if (batch.state === 'creating') await fenced(run, deps, (db) => moveBatch(db, batch, 'open'));
}

/**
 * Reads a created batch back. If it differs from the plan, it becomes unconfirmed and is never started. A payment below
 * the minimum that the service gives is removed. Under the `auto` policy the batch is read just before its start
 * instead, at the same cost, which also shows later changes.
 */
async function check(run: ActiveRun, deps: StepDeps, batch: BatchRow): Promise<void> {
  if ((await deps.rules()).approval.policy === 'auto') {
    await fenced(run, deps, (db) => moveBatch(db, batch, 'open'));
    return;
  }
  const { difference, moved, removals, prices } = await readBack(deps, batch);
  const open = difference ? batch : await removePayments(run, deps, batch, removals);
  if (!open) return;
  await fenced(run, deps, async (db) => {
    await recordAccountsChangedAtService(db, run.merchant, moved);
    if (difference)
      await audit(db, run, deps, 'batch_mismatch', { batch: batch.id, remoteId: batch.remote_id, difference });
    await moveBatch(db, open, difference ? 'unknown' : 'open', {
      note: difference && `It was not started: ${difference}.`,
      priced: prices,
    });
  });
}

/**
 * A payment in the form that POST /v1/batches takes. `externalId` is the ledger's id; a tag holds the reference, so
 * that a ledger that lost its history can read it back.
 */
export function paymentInput(vault: Vault, payment: BatchedPayment) {
  const { memo, category, tags } = openRow(vault, payment).draft!;
  const amount = formatMinor(payment.minor, payment.currency);
  return {
    recipient: { id: payment.recipient_remote_id },
    ...(payment.fixed === 'source'
      ? { amount, currency: payment.currency }
      : { targetAmount: amount, targetCurrency: payment.currency }),
    externalId: payment.id,
    ...(memo ? { memo } : {}),
    ...(category ? { category } : {}),
    tags: [...tags, referenceTag(payment.reference)],
  };
}
