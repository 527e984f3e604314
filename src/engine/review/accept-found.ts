import { PAID } from '../../discrepancies/compare-payment.ts';
import { type DiscrepancyFacts, discrepancy } from '../../discrepancies/service-discrepancy.ts';
import { PayrunError } from '../../errors.ts';
import { appendEvent } from '../../ledger/audit/audit-chain.ts';
import { acceptAsPaid } from '../../ledger/batches/accept-as-paid.ts';
import { getBatchDiscrepancies } from '../../ledger/batches/batch-discrepancy.ts';
import {
  type AcceptedBy,
  acceptByCode,
  findDiscrepancy,
  recordDiscrepancies,
  type StoredDiscrepancy,
} from '../../ledger/batches/service-discrepancy.ts';
import type { Db } from '../../ledger/db/db.ts';
import { type Actor, trace } from '../../permissions/actor.ts';
import { authorize } from '../../permissions/authorize.ts';
import type { AppContext } from '../context/app-context.ts';
import { updateRunAtRest } from '../leases/update-run-at-rest.ts';
import { acceptDiscrepancy } from './accept-discrepancy.ts';
import { givenReason } from './given-reason.ts';

/** A discrepancy that was accepted. */
export interface AcceptedFound {
  readonly code: string;
  readonly what: string;
  /** The run to resume, because one of its payments is now paid; null if none. */
  readonly run: bigint | null;
}

/**
 * Accepts a discrepancy that `verify --remote` or `reconcile` found. They report it again only if its facts change. If
 * the payment is a discrepancy in the ledger too, that is accepted with it. If it was not paid by the ledger and was
 * paid by the payout service, it becomes paid. Null if no comparison has found this code. Throws `because_missing`,
 * `already_accepted`, and what `authorize` throws.
 */
export async function acceptFound(
  appContext: AppContext,
  { code: given, because: why }: { readonly code: string; readonly because: string },
  by: Actor,
): Promise<AcceptedFound | null> {
  const because = givenReason(why);
  const code = given.trim().toUpperCase();
  const { ledger, clock } = appContext;
  const found = await findDiscrepancy(ledger.db, code);
  if (!found) return null;
  const { merchant, what, payment, accepted_by: accepted } = found;
  const of = found.facts.servicePayment ?? null;
  if (payment?.state === 'discrepancy') {
    const run = await acceptDiscrepancy(appContext, { reference: payment.reference, payment: payment.id, because }, by);
    return { code, what, run };
  }
  // If the run knows it as a payment added to its batch, it is accepted in the run too. Otherwise the run would require
  // action forever.
  const open = accepted === null && of !== null ? await getBatchDiscrepancies(ledger.db, of) : [];
  const added = open.find((one) => one.merchant === merchant);
  if (of !== null && added) {
    const run = await acceptDiscrepancy(appContext, { reference: of, run: String(added.run), because }, by);
    return { code, what, run };
  }
  const changed = await ledger.tx(async (db) => {
    await authorize(db, by, 'accept', {
      merchants: [merchant],
      amounts: payment ? [{ currency: payment.currency, minor: payment.minor }] : [],
      wrongState: accepted !== null && new PayrunError('already_accepted', { code, name: accepted }),
    });
    const at = new Date(clock.now());
    const paid = await acceptPaid(db, found, { by: by.name, at, because });
    if (!(await acceptByCode(db, code, { by: by.name, at, because })))
      throw new PayrunError('already_accepted', { code, name: 'someone else' });
    const chain = found.run === null ? 'system' : `run-${found.run}`;
    const data = { code, merchant, what, because, ...trace(by) };
    await appendEvent(db, { chain, at, actor: by.name, kind: 'discrepancy_accepted', data });
    return paid;
  });
  for (const run of changed) await updateRunAtRest(ledger.db, run);
  return { code, what, run: changed.size > 0 ? found.run : null };
}

/** Nothing if the discrepancy does not say that the payout service has paid what the ledger has not. */
async function acceptPaid(
  db: Db,
  { merchant, run, payment, facts, what }: StoredDiscrepancy,
  accepted: AcceptedBy,
): Promise<ReadonlySet<bigint>> {
  const isPaid =
    facts.of === 'payment'
      ? facts.kind === 'state' && PAID.has(facts.there ?? '')
      : facts.kind === 'state' && facts.here === 'void' && facts.there === 'begun';
  if (!isPaid || run === null) return new Set();
  const changed = await acceptAsPaid(
    db,
    { merchant, run, payment: payment?.id ?? null, batch: facts.batch ?? null },
    accepted,
  );
  // The ledger's present values differ from a payment in processing too, and the user accepted that difference.
  if (changed.size > 0 && payment && facts.there === 'processing') {
    const now = { ...facts, here: 'processed' };
    const { code } = discrepancy({ ...now, run: String(run), row: null } as DiscrepancyFacts, what);
    await recordDiscrepancies(
      db,
      [{ code, merchant, run: String(run), payment: payment.id, facts: now, what }],
      accepted.at,
    );
    await acceptByCode(db, code, accepted);
  }
  return changed;
}
