import type { Money } from '../model.ts';
import { showMoney } from '../money.ts';
import { type BatchState, countPayments, type RunStatus } from '../states.ts';
import type { StatusFacts } from './run-outcome.ts';

/** Payments and total debit of one balance, in minor units. */
export interface DebitSum {
  readonly currency: string;
  readonly payments: number;
  /** Null if a part has no quote yet. */
  readonly totalDebit: bigint | null;
}

const WAITING_BATCHES: Readonly<Partial<Record<RunStatus, readonly BatchState[]>>> = {
  awaiting_approval: ['quoted'],
  insufficient_funds: ['waiting_funds', 'approved'],
  awaiting_service_approval: ['awaiting_service_approval'],
  approved: ['approved'],
};

/** The batches that each outcome waits for. */
export function isWaitedFor(outcome: RunStatus, state: BatchState): boolean {
  return (WAITING_BATCHES[outcome] ?? []).includes(state);
}

/** The payments and total debit that a run waits for, by currency; the same on home and in notifications. */
export function waitingSums(runs: readonly Pick<StatusFacts, 'batchSums'>[], outcome: RunStatus): readonly DebitSum[] {
  return debitsByCurrency(
    runs.flatMap(({ batchSums }) => batchSums.filter(({ state }) => isWaitedFor(outcome, state))),
  );
}

/** The sum of each currency. It is unknown if one of its parts is: an unknown debit is never counted as 0. */
export function debitsByCurrency(parts: readonly DebitSum[]): readonly DebitSum[] {
  return [...Map.groupBy(parts, ({ currency }) => currency)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, of]) => ({
      currency,
      payments: countPayments(of),
      totalDebit: of.reduce<bigint | null>(
        (sum, { totalDebit }) => (sum === null || totalDebit === null ? null : sum + totalDebit),
        0n,
      ),
    }));
}

/** A shortfall as a sentence. */
export const needsMore = (missing: Money): string => `Needs ${showMoney(missing)} more.`;

/** The shortfall together with other debits of the same balance; null if its own amount is not known. */
export function missingForAll(missing: bigint, otherDebits: bigint): bigint | null {
  return missing === 0n ? null : missing + otherDebits;
}

/** The shortfall by currency over several runs; 0 if no amount is known for a part. */
export function missingByCurrency(
  shortfalls: readonly { readonly currency: string; readonly missing: bigint }[],
): ReadonlyMap<string, bigint> {
  const byCurrency = Map.groupBy(shortfalls, ({ currency }) => currency);
  return new Map(
    [...byCurrency].map(([currency, of]) => [
      currency,
      of.some(({ missing }) => missing === 0n) ? 0n : of.reduce((sum, { missing }) => sum + missing, 0n),
    ]),
  );
}
