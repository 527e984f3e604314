import { type DebitByCurrency, debitBy, lastSimilarRun } from '../ledger/batches/approval-summary.ts';
import { type BatchRow, getRunDebits } from '../ledger/batches/batch-row.ts';
import type { Db } from '../ledger/db/db.ts';
import { committedByOthers, type getBalances, type UnsentDebit } from '../ledger/merchants/balances.ts';
import { formatMinor, getLimit } from '../money.ts';
import type { MoneyRules } from '../money-rules.ts';
import type { DebitSum } from '../outcomes/waiting-sums.ts';

/** One currency in this run and in the previous one. Amounts are decimal text. */
export interface ComparedTotal {
  readonly payments: number;
  readonly amount: string;
  readonly lastPayments: number;
  readonly lastAmount: string;
  /** This run minus the previous one, signed. */
  readonly difference: string;
  /** Percent of the previous run, signed, one decimal; null if its amount was zero. */
  readonly percent: string | null;
}

/**
 * A balance before and after the batches to approve; decimal text of `currency`. Amounts that came back since it was
 * reported, of failed or returned payments, are not in it.
 */
export interface BalanceAfter {
  readonly currency: string;
  /** The total debit of the payments to approve; null if it is not quoted yet. */
  readonly debit: string | null;
  /** As the service last reported it, less what was started since. Null if it was not read from the service yet. */
  readonly available: string | null;
  /** The least that is still to be debited for other runs; null if nothing. It is not in `after`. */
  readonly committed: string | null;
  /** The balance less the debit; negative if funds are insufficient. Null if one is not known. */
  readonly after: string | null;
  /** When the service gave the balance, ISO 8601. Null if the balance is not known. */
  readonly at: string | null;
}

/** The run compared with the last similar one of its merchant. */
export interface RunComparison {
  readonly run: string;
  readonly sheet: string | null;
  readonly at: string;
  readonly totals: Readonly<Record<string, ComparedTotal>>;
}

/** Whether the total debit of a run in a currency is above the limit of a single approver. */
export function isAboveTwo(rules: Pick<MoneyRules, 'approval'> | null, batches: readonly BatchRow[]): boolean {
  const two = rules?.approval.two ?? {};
  return getRunDebits(batches, batches).some(({ currency, minor }) => {
    const limit = getLimit(two, currency);
    return limit !== null && minor > limit;
  });
}

/** Null if the merchant has paid no run like it. */
export async function compared(db: Db, merchant: string, run: bigint): Promise<RunComparison | null> {
  const last = await lastSimilarRun(db, merchant, run);
  if (!last) return null;
  const now = await debitBy(db, run, false);
  const currencies = [...new Set([...Object.keys(now), ...Object.keys(last.debit)])].sort();
  return {
    run: String(last.run),
    sheet: last.sheet,
    at: last.at.toISOString(),
    totals: Object.fromEntries(
      currencies.map((currency) => [currency, comparedTotal(currency, now[currency], last.debit[currency])]),
    ),
  };
}

function comparedTotal(
  currency: string,
  now: DebitByCurrency[string] = { payments: 0, minor: '0' },
  last: DebitByCurrency[string] = { payments: 0, minor: '0' },
): ComparedTotal {
  const [minor, lastMinor] = [BigInt(now.minor), BigInt(last.minor)];
  const difference = minor - lastMinor;
  const percent = lastMinor === 0n ? null : percentOf(difference, lastMinor);
  return {
    payments: now.payments,
    amount: formatMinor(minor, currency),
    lastPayments: last.payments,
    lastAmount: formatMinor(lastMinor, currency),
    difference: formatMinor(difference, currency),
    percent,
  };
}

/** The balances after the debits of a run. `unsent`: what is still to be debited for all runs. */
export function balancesAfter(
  debits: readonly DebitSum[],
  balances: Awaited<ReturnType<typeof getBalances>>,
  { unsent, run }: { readonly unsent: readonly UnsentDebit[]; readonly run: bigint },
): readonly BalanceAfter[] {
  return debits.map(({ currency, totalDebit: debit }) => {
    const known = balances.get(currency);
    const others = committedByOthers(unsent, currency, [run]);
    return {
      currency,
      debit: debit === null ? null : formatMinor(debit, currency),
      available: known ? formatMinor(known.minor, currency) : null,
      committed: others === 0n ? null : formatMinor(others, currency),
      after: known && debit !== null ? formatMinor(known.minor - debit, currency) : null,
      at: known?.at.toISOString() ?? null,
    };
  });
}

/** With one decimal, rounded half away from zero. `whole` is positive. */
function percentOf(part: bigint, whole: bigint): string {
  const half = part < 0n ? -whole : whole;
  return (Number((2_000n * part + half) / (2n * whole)) / 10).toFixed(1);
}
