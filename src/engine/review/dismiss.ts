import { PayrunError } from '../../errors.ts';
import { appendEvent } from '../../ledger/audit/audit-chain.ts';
import type { Db } from '../../ledger/db/db.ts';
import { dismissPayments, heldOfKind } from '../../ledger/payments/dismissal.ts';
import { type DecidedPayment, paymentsInState } from '../../ledger/payments/payment-decisions.ts';
import { outdateReport } from '../../ledger/runs/run-looks.ts';
import { type Actor, trace } from '../../permissions/actor.ts';
import { authorize } from '../../permissions/authorize.ts';
import type { AppContext } from '../context/app-context.ts';
import { givenReason } from './given-reason.ts';

/** The holds to dismiss: by reference, perhaps only these payments, or all of a run with the same reason. */
export type Dismissed =
  | {
      readonly references: readonly string[];
      readonly run?: string | undefined;
      readonly payments?: readonly string[] | undefined;
    }
  | { readonly run: string; readonly kind: string };

/**
 * Dismisses payments on hold, all of them or none. They are never paid. The same row stays dismissed if it is dropped
 * again; the hold rules apply to a changed row. If several runs hold different payments with a reference, the run has
 * to be named. Returns the runs. Throws `not_held`, `not_dismissed`, `run_ambiguous`, `because_missing`, and what
 * `authorize` throws.
 */
export async function dismissHolds(
  { ledger, clock }: Pick<AppContext, 'ledger' | 'clock'>,
  which: Dismissed,
  reason: string,
  by: Actor,
): Promise<readonly bigint[]> {
  const because = givenReason(reason);
  return ledger.tx(async (db) => {
    const held = 'kind' in which ? await allOfKind(db, which) : await byReference(db, which);
    await authorize(db, by, 'dismiss', { merchants: [...new Set(held.map(({ merchant_id }) => merchant_id))] });
    const ids = held.map(({ id }) => id);
    const dismissed = await dismissPayments(db, ids, { by: by.name, because });
    if (dismissed !== ids.length)
      throw new PayrunError('not_dismissed', { detail: 'another user has released or dismissed it in the meantime.' });
    for (const [run, of] of Map.groupBy(held, ({ run_id }) => run_id)) {
      for (const [was, some] of Map.groupBy(of, ({ reason_code }) => reason_code)) {
        const only = some.length === 1 ? { payment: some[0]!.id, row: some[0]!.row } : { rows: some.length };
        await appendEvent(db, {
          chain: `run-${run}`,
          at: new Date(clock.now()),
          actor: by.name,
          kind: 'dismissed',
          data: { ...only, was, because, ...trace(by) },
        });
      }
      await outdateReport(db, run);
    }
    return [...new Set(held.map(({ run_id }) => run_id))];
  });
}

async function byReference(
  db: Db,
  { references, run, payments }: Extract<Dismissed, { references: readonly string[] }>,
): Promise<readonly DecidedPayment[]> {
  const found: DecidedPayment[] = [];
  for (const reference of references) {
    const held = (await paymentsInState(db, reference, 'held')).filter(
      ({ id, run_id }) => (run === undefined || String(run_id) === run) && (payments?.includes(id) ?? true),
    );
    if (held.length === 0) throw new PayrunError('not_held', { reference });
    const runs = [...new Set(held.map(({ run_id }) => run_id))];
    if (runs.length > 1 && held.some(({ says }) => says !== held[0]!.says))
      throw new PayrunError('run_ambiguous', { runs: runs.join(' and '), reference });
    found.push(...held);
  }
  return [...new Map(found.map((one) => [one.id, one])).values()];
}

async function allOfKind(db: Db, { run, kind }: { run: string; kind: string }) {
  const held = /^\d{1,18}$/.test(run) ? await heldOfKind(db, BigInt(run), kind) : [];
  if (held.length === 0)
    throw new PayrunError('not_dismissed', { detail: `run ${run} has no payment that is on hold for ${kind}.` });
  return held;
}
