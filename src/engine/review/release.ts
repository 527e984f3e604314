import { verificationNote } from '../../batches/approvals/approve-batches.ts';
import { comparedOutcome } from '../../batches/outcomes/read-outcomes.ts';
import { checkNotPaid, checkPaid } from '../../batches/settlements/check-outcome.ts';
import { recordFoundPayments } from '../../discrepancies/found-payments.ts';
import { PayrunError } from '../../errors.ts';
import { appendEvent } from '../../ledger/audit/audit-chain.ts';
import { getBatch } from '../../ledger/batches/batch.ts';
import type { BatchRow } from '../../ledger/batches/batch-row.ts';
import { resolvePayment } from '../../ledger/batches/resolve-payment.ts';
import type { Db } from '../../ledger/db/db.ts';
import { lockMerchant } from '../../ledger/merchants/merchant.ts';
import { remoteObjects } from '../../ledger/merchants/service-identity.ts';
import { sealedRows } from '../../ledger/payments/account-verifications.ts';
import { compareAgain, type FoundSince } from '../../ledger/payments/holds/compare-again.ts';
import { orderedPayments } from '../../ledger/payments/known-payments.ts';
import {
  type DecidedPayment,
  getComparisons,
  getReleasedSums,
  lockUnlessLeased,
  paymentsInState,
  paymentsMaskedAlike,
} from '../../ledger/payments/payment-decisions.ts';
import { type PaymentEnd, type PaymentOutcome, recordAmounts } from '../../ledger/payments/payment-outcome.ts';
import { acceptMask, MASKED } from '../../ledger/recipients/account-mask.ts';
import {
  findReferenceHolder,
  type HeldWithSheet,
  lockRunsOfCopies,
  releasePayment,
  releaseSheet,
  sheetHeldWith,
} from '../../ledger/runs/release-payments.ts';
import { hasUsers } from '../../ledger/users/user.ts';
import type { Money } from '../../model.ts';
import { type Actor, trace } from '../../permissions/actor.ts';
import { authorize, type PartTaken } from '../../permissions/authorize.ts';
import { partsInRelease } from '../../permissions/decisions.ts';
import type { RemotePayment } from '../../service/shapes/answer-shapes.ts';
import type { AppContext } from '../context/app-context.ts';
import { checkStillSeen, foundSinceText, recordFoundSince } from './found-since.ts';
import { givenReason } from './given-reason.ts';
import { RELEASE } from './release-reasons.ts';

/** The reason that a hold cannot be released, if it is not that its rows contradict each other. */
const NOT_RELEASED: Readonly<Record<string, string>> = {
  paid_differently:
    'its reference was paid with other details. Give this payment its own reference, and pay it in a new run.',
};

const BEING_PAID = 'a payment with this reference is being paid or was paid, or another user has released it.';

const usedBy = (holder: Awaited<ReturnType<typeof findReferenceHolder>>): string =>
  holder === null
    ? BEING_PAID
    : `row ${holder.row} of run ${holder.run} has its reference, and is being paid or was paid.`;

/**
 * The payment on hold with this reference. If several runs hold different payments under it, the run has to be named.
 */
function theOne(reference: string, held: readonly DecidedPayment[], ofRun: string | null): DecidedPayment {
  const meant = held.filter(({ run_id }) => ofRun === null || String(run_id) === ofRun);
  const [payment] = meant;
  if (!payment) throw new PayrunError('not_held', { reference });
  if (meant.some(({ says }) => says !== payment.says)) {
    const runs = [...new Set(meant.map(({ run_id }) => run_id))].join(' and ');
    throw new PayrunError('run_ambiguous', { runs, reference });
  }
  return payment;
}

/**
 * Releases payments on hold, all of them or none; their runs can then be resumed. Releasing one payment of a sheet that
 * is on hold as a whole releases the whole sheet; releasing one on hold for its account mask releases all others with
 * it, and accepts the mask. `ofRun` limits the references to one run. `verified`: how the new account was verified,
 * required for those with changed bank details. `shown`: the comparison that a page showed, by payment. Returns the
 * runs. Throws `release_unverified`, `verification_refused`, `run_busy`, `not_held`, `not_releasable`, and what
 * `authorize` throws: changed bank details are never released by the uploader or by a user who changed them in the
 * payout service. In an installation with users, this applies to every reason.
 * Payments made after the hold are not in its reason. If one may be a duplicate, it is added to the reason, nothing is
 * released and `duplicate_since_hold` is thrown; the next release is not asked about it. Throws `hold_changed` if a
 * hold was compared again after its user saw it, for example by the first of two clicks.
 */
export async function releasePayments(
  appContext: AppContext,
  references: readonly string[],
  by: Actor,
  ofRun: string | null = null,
  verified?: string,
  shown?: ReadonlyMap<string, string>,
): Promise<readonly bigint[]> {
  const seen = shown ?? (await getComparisons(appContext.ledger.db, references));
  const { runs, found } = await release(appContext, { references, by, ofRun, verified, seen });
  if (found.length > 0) throw new PayrunError('duplicate_since_hold', { found: foundSinceText(found) });
  return runs;
}

interface Release {
  readonly references: readonly string[];
  readonly by: Actor;
  readonly ofRun: string | null;
  readonly verified: string | undefined;
  /** The last comparisons that the user can know of, by payment. */
  readonly seen: ReadonlyMap<string, string>;
}

/** Releases payments, or none of them if payments were found that may be the same. */
async function release(
  appContext: AppContext,
  { references, by, ofRun, verified, seen }: Release,
): Promise<{ readonly runs: readonly bigint[]; readonly found: readonly FoundSince[] }> {
  const {
    rules: { duplicateDays },
  } = await appContext.rules();
  return appContext.ledger.tx(async (db) => {
    const chosen: DecidedPayment[] = [];
    for (const reference of references)
      chosen.push(theOne(reference, await paymentsInState(db, reference, 'held'), ofRun));
    const payments = [...chosen];
    for (const { id, reason_code } of chosen)
      if (reason_code === MASKED) payments.push(...(await paymentsMaskedAlike(db, id)));
    const runs = [...new Set(payments.map(({ run_id }) => run_id))].sort((a, b) => Number(a - b));
    // Locks the runs before the merchant's row, in the same order as the workers. The opposite order would deadlock.
    for (const run of runs)
      if (!(await lockUnlessLeased(db, run)))
        throw new PayrunError('run_busy', { run: String(run), owner: 'it is being processed now' });
    const named = [
      ...new Map(
        payments.map((one) => [one.reason_code === 'same_sheet' ? `sheet-${one.run_id}` : one.id, one]),
      ).values(),
    ];
    const released: HeldWithSheet[] = [];
    for (const payment of named) released.push(...(await sheetHeldWith(db, payment)));
    await checkMayRelease(db, named, released, by);
    const ids = released.map(({ id }) => id);
    await lockRunsOfCopies(db, ids);
    const { ledger } = appContext;
    const namedIds = named.map(({ id }) => id);
    const note = verificationNote(ledger.vault, verified, await sealedRows(db, namedIds));
    const unverified = named.find(({ reason_code }) => reason_code === 'account_changed');
    if (unverified && note === null) throw new PayrunError('release_unverified', { reference: unverified.reference });
    // Until the end of the transaction no sheet of the merchant is compared, and none of its payments is released.
    for (const merchant of [...new Set(named.map(({ merchant_id }) => merchant_id))].sort())
      await lockMerchant(db, merchant);
    await checkStillSeen(db, chosen, seen);
    const found = await compareAgain(db, ledger.vault, ids, duplicateDays);
    if (found.length > 0) {
      await recordFoundSince(db, appContext, found, by);
      return { runs: [], found };
    }
    for (const payment of named) {
      const { reference } = payment;
      if (payment.reason_code === 'same_sheet') {
        const rows = await releaseSheet(db, payment, by.name);
        if (rows === 0) throw new PayrunError('not_releasable', { reference, detail: BEING_PAID });
        await auditDecision(db, appContext, payment, { by, kind: 'sheet_released', data: { was: 'same_sheet', rows } });
        continue;
      }
      if (payment.reason_code === MASKED) await acceptMask(db, payment.id, by.name);
      const now = await releasePayment(db, payment, by.name);
      // A copy that is on hold in another run stays unpaid.
      if (!now && !chosen.some(({ id }) => id === payment.id)) continue;
      if (!now)
        throw new PayrunError('not_releasable', { reference, detail: usedBy(await findReferenceHolder(db, payment)) });
      const verified = note !== null && payment.reason_code === 'account_changed' ? { verified: note } : {};
      const data = { was: payment.reason_code, reference: now, ...verified };
      await auditDecision(db, appContext, payment, { by, kind: 'released', data });
    }
    return { runs, found: [] };
  });
}

/** Throws `not_releasable`, and what `authorize` throws. */
async function checkMayRelease(
  db: Db,
  payments: readonly DecidedPayment[],
  released: readonly HeldWithSheet[],
  by: Actor,
): Promise<void> {
  for (const payment of payments) {
    const { reference, merchant_id } = payment;
    const who = RELEASE[payment.reason_code ?? ''] ?? null;
    const parts: PartTaken[] = [];
    if (who === 'not_the_maker' || (await hasUsers(db))) {
      const ids = released.filter(({ named }) => named === payment.id).map(({ id }) => id);
      parts.push(...(await partsInRelease(db, { run: payment.run_id, maker: payment.maker }, ids)));
    }
    await authorize(db, by, 'release', {
      merchants: [merchant_id],
      amounts: await releasedWith(db, released, payment),
      parts,
      command: `release ${reference}`,
      wrongState:
        !who &&
        new PayrunError('not_releasable', {
          reference,
          detail: NOT_RELEASED[payment.reason_code ?? ''] ?? 'its rows contradict each other.',
        }),
    });
  }
}

/**
 * The amounts released in the run of a payment, now and before, so that a limit cannot be bypassed by releasing
 * payments one by one.
 */
async function releasedWith(
  db: Db,
  released: readonly HeldWithSheet[],
  { run_id: run }: DecidedPayment,
): Promise<readonly Money[]> {
  const sums = new Map<string, bigint>();
  const now = released.filter(({ run_id }) => run_id === run).map(amountOf);
  for (const { currency, minor } of [...(await getReleasedSums(db, run)), ...now])
    sums.set(currency, (sums.get(currency) ?? 0n) + minor);
  return [...sums].map(([currency, minor]) => ({ currency, minor }));
}

const amountOf = ({ currency, minor }: Money): Money => ({ currency, minor });

/** A user's statement of the outcome of an unconfirmed payment. */
export interface Resolution {
  readonly reference: string;
  readonly paid: boolean;
  readonly because: string;
  /** The ledger's id of the payment, if several with the reference are unconfirmed. */
  readonly payment?: string | undefined;
  /** The run of the payment, for users who do not know the payment's id. */
  readonly run?: string | undefined;
}

/** The unconfirmed payment with this reference. If there are several, the run has to be named. */
async function theUnknown(db: Db, { reference, payment: meant, run }: Resolution): Promise<DecidedPayment> {
  const unknown = (await paymentsInState(db, reference, 'unknown')).filter(
    ({ id, run_id }) => (meant === undefined || id === meant) && (run === undefined || String(run_id) === run),
  );
  const [payment] = unknown;
  if (!payment) throw new PayrunError('not_unknown', { reference });
  if (unknown.length === 1) return payment;
  const runs = unknown.map(({ run_id }) => run_id).join(' and ');
  throw new PayrunError('run_ambiguous', { runs, reference });
}

/**
 * Confirms the outcome of an unconfirmed payment as stated by a user, unless the payout service contradicts it. An
 * outcome of not paid needs proof, because the payment can be retried then. A payment that differs from the order
 * becomes a discrepancy. Returns its run. Throws `not_unknown`, `because_missing`, `run_ambiguous`,
 * `may_still_be_paid`, `service_not_proven`, `not_paid_at_service`, the errors of API calls and what `authorize`
 * throws.
 */
export async function resolveUnknown(appContext: AppContext, resolution: Resolution, by: Actor): Promise<bigint> {
  const { ledger, clock } = appContext;
  const { reference, paid } = resolution;
  const because = givenReason(resolution.because);
  const payment = await theUnknown(ledger.db, resolution);
  await authorize(ledger.db, by, 'resolve', { merchants: [payment.merchant_id], amounts: [amountOf(payment)] });
  const shown = await askService(appContext, payment, paid);
  return ledger.tx(async (db) => {
    const finding = `${by.name} found that it was ${paid ? 'paid' : 'not paid'}: ${because}`;
    const end = shown?.end ?? {
      state: paid ? ('processed' as const) : ('failed' as const),
      code: 'resolved',
      reason: finding,
    };
    if (!(await resolvePayment(db, payment, end, by.name))) throw new PayrunError('not_unknown', { reference });
    if (shown) await recordAmounts(db, shown.outcome);
    if (shown?.end) await recordFoundPayments(db, ledger.vault, shown.batch, shown.payments, new Date(clock.now()));
    await auditDecision(db, appContext, payment, { by, kind: 'resolved', data: { paid, because } });
    return payment.run_id;
  });
}

/** A payment that was made, as the service lists it. */
interface MadePayment {
  readonly outcome: PaymentOutcome;
  /** Null if it is as ordered. */
  readonly end: PaymentEnd | null;
  readonly batch: BatchRow;
  readonly payments: readonly RemotePayment[];
}

/**
 * Checks the stated outcome with the service. Returns the payment if the service shows that it was made, else null.
 * Throws what the checks throw.
 */
async function askService(appContext: AppContext, payment: DecidedPayment, paid: boolean): Promise<MadePayment | null> {
  const { ledger, clock } = appContext;
  const { id, batch_id: batchId, merchant_id: merchant, reference, run_id: run } = payment;
  if (!batchId) return null;
  const batch = await getBatch(ledger.db, batchId);
  const { remote_id: batchRemoteId } = batch;
  const service = await appContext.service(merchant, { run });
  const others = await remoteObjects(ledger.db, merchant, batchId);
  const ids = { id, batchRemoteId, recipientRemoteId: payment.recipient_remote_id };
  const toFind = { ...ids, reference, merchant, run, others };
  if (!paid) {
    await checkNotPaid({ service, clock }, toFind);
    return null;
  }
  const executed = await checkPaid({ service, clock }, toFind);
  const ordered = (await orderedPayments(ledger.db, batchId, [id])).get(id);
  if (!ordered) return null;
  const payments = executed.map((one) => one.payment);
  const outcomes = payments.flatMap((one) => comparedOutcome(ledger.vault, ordered, one) ?? []);
  const differing = outcomes.find(({ state }) => state === 'discrepancy');
  if (differing) {
    const end = { state: 'discrepancy', code: differing.reasonCode!, reason: differing.reason! } as const;
    return { outcome: differing, end, batch, payments };
  }
  const [outcome] = outcomes;
  return outcome ? { outcome, end: null, batch, payments } : null;
}

interface Decision {
  readonly by: Actor;
  readonly kind: string;
  readonly data: Record<string, unknown>;
}

function auditDecision(
  db: Db,
  { clock }: AppContext,
  payment: DecidedPayment,
  { by, kind, data }: Decision,
): Promise<void> {
  const what = { payment: payment.id, row: payment.row, ...data, ...trace(by) };
  return appendEvent(db, {
    chain: `run-${payment.run_id}`,
    at: new Date(clock.now()),
    actor: by.name,
    kind,
    data: what,
  });
}
