import type { ReadBatch, ReadPayment } from '../../batches/outcomes/read-unknown-batch.ts';
import { PayrunError } from '../../errors.ts';
import { appendEvent } from '../../ledger/audit/audit-chain.ts';
import { digestRows } from '../../ledger/audit/row-digests.ts';
import { insertAdoptedBatch } from '../../ledger/batches/adopted-batch.ts';
import { getBatch, moveBatch, recountBatch, voidBatch } from '../../ledger/batches/batch.ts';
import { recordOrphanBatch } from '../../ledger/batches/orphan-batch.ts';
import { type UnknownBatch, unknownBatches } from '../../ledger/batches/unknown-batches.ts';
import type { Db } from '../../ledger/db/db.ts';
import { lockMerchant } from '../../ledger/merchants/merchant.ts';
import {
  explainHeld,
  holdByPersonAndAmount,
  holdByReference,
  insertAdoptedPayments,
  knownPayments,
  liveReferences,
  moveToAdopted,
  type PaymentHeldByAdoption,
  waitingTwins,
} from '../../ledger/payments/adopted-payments.ts';
import { countOpenPayments, getBatchCounts, recordOutcomes } from '../../ledger/payments/payment-outcome.ts';
import { confirmRun, createRun, getRun, recordIntake, takeOverRuns } from '../../ledger/runs/run.ts';
import { type Actor, trace } from '../../permissions/actor.ts';
import { pluralize } from '../../platform/pluralize.ts';
import { ADOPT } from '../../references/run-kinds.ts';
import { canonicalReference } from '../../references/spellings.ts';
import type { PayrunBatch } from '../../service/payrun-batches.ts';
import { hasEnded, hasStarted, isUnstarted } from '../../service/remote-fields.ts';
import type { AppContext } from '../context/app-context.ts';

export interface AdoptedBatchOutcome {
  /** The run that has the batch now; null if the batch has no payments. */
  readonly run: string | null;
  /** The payments that the ledger now has in this batch. */
  readonly payments: number;
  /**
   * Payments of this ledger that were ready to be paid and are now on hold, because this batch pays them or seems to.
   */
  readonly held: number;
  /** Payments whose reference belongs to another live payment of this ledger, so that they may have been paid twice. */
  readonly twice: number;
  /**
   * Payments of the batch that no ledger created. They are not adopted, because the batch belongs to a run of this
   * ledger.
   */
  readonly left: number;
}

/** Longer than an API call may take, so that whatever the service was still creating is visible by then. */
const FIRST_LOOK_MS = 120_000;
const NOT_SENT =
  'It was adopted from the service, where it has not been sent. Withdraw the run to delete it there. If someone sends it there, Payrun follows it.';

/**
 * Adopts a batch that the ledger does not know, as the payout service shows it, in one transaction. It goes to the run
 * that already has its payments, or else to a new run. Payments of this ledger that are ready and that the batch pays
 * are put on hold. Null if the ledger knows the batch by now. Changes nothing in the payout service. Throws
 * `batch_mismatch`, `adopt_conflict`.
 */
export async function adoptBatch(
  appContext: AppContext,
  merchant: string,
  batch: UnknownBatch<PayrunBatch>,
  { currency, payments }: ReadBatch,
  by: Actor,
): Promise<{ outcome: AdoptedBatchOutcome; runs: ReadonlySet<bigint> } | null> {
  const { ledger, clock, ids } = appContext;
  const { rules } = await appContext.rules();
  return ledger.tx(async (db) => {
    await lockMerchant(db, merchant);
    if ((await unknownBatches(db, merchant, [batch])).length === 0) return null;
    const at = new Date(clock.now());
    const recordEvent = (run: bigint, kind: string, data: Record<string, unknown>) =>
      appendEvent(db, { chain: `run-${run}`, at, actor: by.name, kind, data });

    const known = await knownPayments(
      db,
      payments.map(({ id }) => id),
    );
    const [owner = null, ...others] = new Set(known.map(({ run }) => run));
    if (others.length > 0) {
      const detail = 'it holds payments of several runs of this ledger';
      throw new PayrunError('batch_mismatch', { batch: batch.id, detail });
    }
    const movable = new Map(known.filter((one) => one.movable).map((one) => [one.id, one]));
    const taken = owner === null ? payments : payments.filter(({ id }) => movable.has(id));
    // Hold first, because a ready payment must give up its reference to one that is already paid.
    const references = taken.filter(paysSomeone).flatMap(({ reference }) => reference ?? []);
    const takenIds = taken.map(({ id }) => id);
    const byReference = await holdByReference(db, merchant, references, takenIds);
    const named = await nameApart(db, merchant, taken);

    const run = owner ?? (await historyRun(db, merchant, by.name));
    const id = batchIdOf(batch.tag) ?? ids();
    const adopted = {
      ...batch,
      run,
      merchant,
      currency,
      id,
      remoteId: batch.id,
      remoteStatus: batch.status,
      by: by.name,
    };
    const createdAt = dateOf(batch.createdAt) ?? at;
    const sentAt = isUnstarted(batch.status) ? null : (dateOf(batch.sentAt) ?? createdAt);
    await insertAdoptedBatch(db, { ...adopted, createdAt, sentAt });
    if (owner === null) await insertAdoptedPayments(db, ledger.vault, adopted, named.payments);
    else await moveToAdopted(db, id, named.payments);
    const recounted = await recountBatch(db, id);
    if (owner === null) {
      await recordEvent(run, 'run_created', { job: ADOPT, merchant, dryRun: false });
      await recordRows(db, run, named.payments, recordEvent);
    }
    const { payments: count, source_minor: sourceMinor, target_minor: targetMinor } = recounted;
    await recordEvent(run, 'batch_planned', { batch: id, currency, payments: count, sourceMinor, targetMinor });
    const isStarted = hasStarted(batch.status);
    const now = isStarted
      ? await moveBatch(db, recounted, 'started', { startedAt: sentAt ?? createdAt })
      : await moveBatch(db, recounted, 'unknown', { note: NOT_SENT });
    await recordOutcomes(db, id, isStarted ? taken.flatMap(({ outcome }) => outcome ?? []) : []);
    if (hasEnded(batch.status) && (await countOpenPayments(db, id)) === 0) {
      const counts = await getBatchCounts(db, id);
      await recordEvent(run, 'batch_settled', { batch: id, remoteId: batch.id, remoteStatus: batch.status, counts });
      await moveBatch(db, now, 'settled', { remoteStatus: batch.status });
    }

    await explainHeld(
      db,
      byReference.map((one) => one.id),
    );
    const [waiting] = await waitingTwins(db, merchant, id, references, rules.duplicateDays);
    if (waiting)
      throw new PayrunError('adopt_conflict', {
        batch: batch.id,
        payments: pluralize(waiting.payments, 'payment'),
        run: String(waiting.run),
      });
    const held = [...byReference, ...(await holdByPersonAndAmount(db, merchant, id, rules.duplicateDays))];
    const gone: readonly PaymentHeldByAdoption[] = [...held, ...movable.values()];
    await shrinkBatches(db, gone, recordEvent, new Date(clock.now() + FIRST_LOOK_MS));
    const touched = new Set([run, ...held.map((one) => one.run)]);
    await takeOverRuns(db, [...touched]);
    const twice = named.twice + known.length - movable.size;
    const left = owner === null ? 0 : payments.length - known.length;
    await recordEvent(run, 'batch_adopted', {
      ...trace(by),
      batch: id,
      remoteId: batch.id,
      origin: batch.origin,
      remoteStatus: batch.status,
      payments: count,
      held: held.length,
      twice,
      left,
    });
    const outcome = { run: String(run), payments: count, held: held.length, twice, left };
    return { outcome, runs: touched };
  });
}

/** Failed and returned payments may be paid again. */
const paysSomeone = ({ outcome }: ReadPayment): boolean =>
  outcome === null || !['failed', 'returned'].includes(outcome.state);

/** A reference belongs to one live payment only. If it is taken, the service's id is appended to it. */
async function nameApart(
  db: Db,
  merchant: string,
  payments: readonly ReadPayment[],
): Promise<{ payments: readonly ReadPayment[]; twice: number }> {
  const references = payments.flatMap(({ reference }) => reference ?? []);
  const ids = payments.map(({ id }) => id);
  const { exact, canonical } = await liveReferences(db, merchant, references, ids);
  const live = new Set(exact);
  let twice = 0;
  const apart = payments.map((payment) => {
    const { reference, remoteId } = payment;
    if (reference === null) return payment;
    if (live.has(reference) || canonical.has(canonicalReference(reference))) twice++;
    if (!live.has(reference)) {
      live.add(reference);
      return payment;
    }
    return { ...payment, reference: `${reference} ${remoteId}` };
  });
  return { payments: apart, twice };
}

async function historyRun(db: Db, merchant: string, maker: string): Promise<bigint> {
  const options = { onInvalid: 'skip', dryRun: false } as const;
  const run = await createRun(db, { job: ADOPT, sheetId: null, merchant, maker, options });
  await confirmRun(db, run);
  return run;
}

type RecordEvent = (run: bigint, kind: string, data: Record<string, unknown>) => Promise<void>;

/** Records the rows as an intake does, so that rows that are changed or removed later are detected. */
async function recordRows(
  db: Db,
  run: bigint,
  payments: readonly ReadPayment[],
  recordEvent: RecordEvent,
): Promise<void> {
  const totals: Record<string, { rows: number; minor: string }> = {};
  for (const { currency, minor } of payments) {
    const { rows = 0, minor: sum = '0' } = totals[currency] ?? {};
    totals[currency] = { rows: rows + 1, minor: String(BigInt(sum) + minor) };
  }
  await recordIntake(db, run, payments.length, totals);
  const { totals_in } = await getRun(db, run);
  const data = { rows: payments.length, invalid: 0, totals: totals_in, stopped: null, sameAs: null };
  await recordEvent(run, 'intake', { ...data, digests: await digestRows(db, run) });
}

/** Recounts batches whose payments were taken, and voids those that have none left. */
async function shrinkBatches(
  db: Db,
  gone: readonly PaymentHeldByAdoption[],
  recordEvent: RecordEvent,
  lookAt: Date,
): Promise<void> {
  for (const [id, payments] of Map.groupBy(gone, ({ batch }) => batch)) {
    if (id === null) continue;
    const before = await getBatch(db, id);
    await recordEvent(before.run_id, 'payments_removed', {
      batch: id,
      code: 'duplicate_reference',
      payments: payments.map((one) => one.id),
    });
    const left = await recountBatch(db, id);
    if (left.payments > 0) continue;
    const why = 'Its payments are in a batch that was read from the service.';
    await recordEvent(left.run_id, 'batch_discarded', { batch: id, remoteId: left.remote_id, why });
    await voidBatch(db, left, why);
    if (before.state === 'creating') await recordOrphanBatch(db, id, lookAt);
  }
}

const batchIdOf = (tag: string): string | null =>
  /^payrun-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(tag)?.[1] ?? null;

const dateOf = (text: string | null): Date | null => {
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) ? null : new Date(at);
};
