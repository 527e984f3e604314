import type { Db } from '../../ledger/db/db.ts';
import { committedByOthers, getBalances, unsentDebits } from '../../ledger/merchants/balances.ts';
import { getRun } from '../../ledger/runs/run.ts';
import { readRunFacts } from '../../ledger/runs/run-facts.ts';
import type { PaymentGroup } from '../../outcomes/run-money.ts';
import { totalDebits } from '../../outcomes/total-debits.ts';
import type { AppContext } from '../context/app-context.ts';
import type { RunPlan } from '../plan/run-plan.ts';
import { refreshBalances } from './refresh-balances.ts';

/** The debit of one balance that ready payments will cause, before fees. */
interface PlannedDebit {
  readonly currency: string;
  readonly payments: number;
  readonly minor: bigint;
  /** The number of payments with a target amount in another currency: their debit is known when they are quoted. */
  readonly unpriced: number;
}

/** The debit of a plan from one balance of a merchant, and that balance, in minor units. */
export interface PlannedBalance extends PlannedDebit {
  readonly merchant: string;
  /** The balance less what was started since. Null if it is not known. */
  readonly available: bigint | null;
  /**
   * The balance after the debit, before fees; negative if funds are insufficient. Null if the balance is not known, or
   * the debit of some payments is not known and the others do not exceed the balance.
   */
  readonly after: bigint | null;
  /** The least that is still to be debited for other runs. Not included in `after`. */
  readonly committed: bigint;
}

const LONGEST_MS = 20_000;

/**
 * The current balances that a plan concerns, with one call for each merchant. If the call fails, the balance is null:
 * an older one may be wrong.
 */
export async function plannedBalances(
  appContext: AppContext,
  plan: Pick<RunPlan, 'run' | 'merchants'>,
  { by, signal }: { readonly by: string; readonly signal: AbortSignal },
): Promise<readonly PlannedBalance[]> {
  const { db } = appContext.ledger;
  const found: PlannedBalance[] = [];
  for (const { merchant, debits } of await debitsOf(db, plan)) {
    const committed = await committedToOthers(db, merchant, plan);
    const asked = AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)]);
    const known = await refreshBalances(appContext, { merchant, by, signal: asked }).then(
      () => balanceIn(db, merchant),
      (error: unknown) => {
        signal.throwIfAborted();
        appContext.log.warn({ merchant, code: (error as { code?: unknown }).code }, 'the balance could not be read');
        return () => null;
      },
    );
    for (const debit of debits)
      found.push({
        ...plannedBalance(merchant, debit, known(debit.currency)),
        committed: committed(debit.currency),
      });
  }
  return found;
}

export interface LastPlannedBalance extends PlannedBalance {
  readonly at: Date | null;
}

/** The same with the balances as last loaded and their time, without a call. */
export async function lastPlannedBalances(
  db: Db,
  plan: Pick<RunPlan, 'run' | 'merchants'>,
): Promise<readonly LastPlannedBalance[]> {
  const found: LastPlannedBalance[] = [];
  for (const { merchant, debits } of await debitsOf(db, plan)) {
    const balances = await getBalances(db, merchant);
    const committed = await committedToOthers(db, merchant, plan);
    for (const debit of debits) {
      // Some checks store only the currency that they read, so one that is not stored is not known.
      const { minor = null, at = null } = balances.get(debit.currency) ?? {};
      found.push({ ...plannedBalance(merchant, debit, minor), committed: committed(debit.currency), at });
    }
  }
  return found;
}

function plannedBalance(merchant: string, debit: PlannedDebit, available: bigint | null) {
  const left = available === null ? null : available - debit.minor;
  const after = left !== null && left >= 0n && debit.unpriced > 0 ? null : left;
  return { ...debit, merchant, available, after };
}

const runsOf = ({ run, merchants }: Pick<RunPlan, 'run' | 'merchants'>): readonly bigint[] =>
  merchants?.map((one) => BigInt(one.run)) ?? [BigInt(run)];

async function committedToOthers(db: Db, merchant: string, plan: Pick<RunPlan, 'run' | 'merchants'>) {
  const unsent = await unsentDebits(db, merchant);
  return (currency: string) => committedByOthers(unsent, currency, runsOf(plan));
}

/** The debits of each merchant of the plan that has payments to send. */
async function debitsOf(db: Db, plan: Pick<RunPlan, 'run' | 'merchants'>) {
  const found: { readonly merchant: string; readonly debits: readonly PlannedDebit[] }[] = [];
  for (const { status, groups } of await readRunFacts(db, runsOf(plan))) {
    const debits = plannedDebits(groups);
    if (debits.length > 0) found.push({ merchant: (await getRun(db, status.run)).merchant_id, debits });
  }
  return found;
}

/** A currency that the service does not list has a balance of zero. Null if no balance is stored. */
async function balanceIn(db: Db, merchant: string): Promise<(currency: string) => bigint | null> {
  const balances = await getBalances(db, merchant);
  return (currency) => (balances.size === 0 ? null : (balances.get(currency)?.minor ?? 0n));
}

export function plannedDebits(groups: readonly PaymentGroup[]): readonly PlannedDebit[] {
  return totalDebits(groups).flatMap(({ state, currency, payments, beforeFees, notQuoted: unpriced }) =>
    state === 'ready' && currency !== null ? [{ currency, payments, minor: beforeFees ?? 0n, unpriced }] : [],
  );
}
