import type { Db } from '../../ledger/db/db.ts';
import { balancesOf } from '../../ledger/merchants/balances.ts';
import { getRun } from '../../ledger/runs/run.ts';
import { readRunFacts } from '../../ledger/runs/run-facts.ts';
import { type PlannedDebit, plannedDebits } from '../../outcomes/run-money.ts';
import type { AppContext } from '../context/app-context.ts';
import type { RunPlan } from '../plan/run-plan.ts';
import { askBalances } from './refresh-balances.ts';

/** The debit of a plan from one balance of a merchant, and that balance, in minor units. */
export interface PlannedBalance extends PlannedDebit {
  readonly merchant: string;
  /** Null if the service did not return it now. */
  readonly balance: bigint | null;
  /**
   * The balance after the debit, before fees; negative if funds are insufficient. Null if the balance or the debit of
   * some payments is not known.
   */
  readonly after: bigint | null;
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
  for (const facts of await readRunFacts(db, plan.merchants?.map(({ run }) => BigInt(run)) ?? [BigInt(plan.run)])) {
    const debits = plannedDebits(facts.groups);
    if (debits.length === 0) continue;
    const { merchant_id: merchant } = await getRun(db, facts.standing.run);
    const asked = AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)]);
    const known = await askBalances(appContext, { merchant, by, signal: asked }).then(
      () => balanceIn(db, merchant),
      (error: unknown) => {
        signal.throwIfAborted();
        appContext.log.warn({ merchant, code: (error as { code?: unknown }).code }, 'the balance could not be asked');
        return () => null;
      },
    );
    for (const debit of debits) {
      const balance = known(debit.currency);
      const after = balance === null || debit.unpriced > 0 ? null : balance - debit.minor;
      found.push({ ...debit, merchant, balance, after });
    }
  }
  return found;
}

/** A currency that the service does not list has a balance of zero. Null if no balance is stored. */
async function balanceIn(db: Db, merchant: string): Promise<(currency: string) => bigint | null> {
  const balances = await balancesOf(db, merchant);
  return (currency) => (balances.size === 0 ? null : (balances.get(currency)?.minor ?? 0n));
}
