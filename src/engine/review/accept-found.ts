import { PayrunError } from '../../errors.ts';
import { appendEvent } from '../../ledger/audit/events.ts';
import { batchDiscrepanciesOf } from '../../ledger/batches/batch-discrepancy.ts';
import { acceptByCode, findDiscrepancy } from '../../ledger/batches/service-discrepancy.ts';
import type { AppContext } from '../context/app-context.ts';
import { type Actor, trace } from '../users/actor.ts';
import { authorize } from '../users/authorize.ts';
import { acceptDiscrepancy } from './accept-discrepancy.ts';

/** What was accepted. */
export interface AcceptedFound {
  readonly code: string;
  readonly what: string;
  /** The run to carry on: a payment of it counts as paid from now on. */
  readonly run: bigint | null;
}

/**
 * A person's word that a discrepancy which `verify --remote` or `reconcile` found stands as it is: they say nothing of it any more, as long as
 * its facts are the same. A payment that is a discrepancy in the ledger is accepted with it. Null if no comparison has found this code.
 * Throws `usage`, `already_accepted`, and what `authorize` throws.
 */
export async function acceptFound(
  appContext: AppContext,
  { code: given, because: why }: { readonly code: string; readonly because: string },
  by: Actor,
): Promise<AcceptedFound | null> {
  const because = why.trim();
  if (!because) throw new PayrunError('usage', { detail: 'Say why you accept it: --because "..."' });
  const code = given.trim().toUpperCase();
  const { ledger, clock } = appContext;
  const found = await findDiscrepancy(ledger.db, code);
  if (!found) return null;
  const { merchant, what, payment, accepted_by: accepted, service_payment: of } = found;
  if (payment?.state === 'discrepancy') {
    const run = await acceptDiscrepancy(appContext, { reference: payment.reference, payment: payment.id, because }, by);
    return { code, what, run };
  }
  // One that the run knows as added to its batch is accepted there too, or the run would wait for a person for ever.
  const open = accepted === null && of !== null ? await batchDiscrepanciesOf(ledger.db, of) : [];
  const added = open.find((one) => one.merchant === merchant);
  if (of !== null && added) {
    const run = await acceptDiscrepancy(appContext, { reference: of, run: String(added.run), because }, by);
    return { code, what, run };
  }
  await ledger.tx(async (db) => {
    await authorize(db, by, 'accept', {
      merchants: [merchant],
      amounts: payment ? [{ currency: payment.currency, minor: payment.minor }] : [],
      wrongState: accepted !== null && new PayrunError('already_accepted', { code, name: accepted }),
    });
    const at = new Date(clock.now());
    if (!(await acceptByCode(db, code, { by: by.name, at, because })))
      throw new PayrunError('already_accepted', { code, name: 'somebody else' });
    const chain = found.run === null ? 'system' : `run-${found.run}`;
    const data = { code, merchant, what, because, ...trace(by) };
    await appendEvent(db, { chain, at, actor: by.name, kind: 'discrepancy_accepted', data });
  });
  return { code, what, run: null };
}
