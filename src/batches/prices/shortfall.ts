import { isError } from '../../errors.ts';
import type { BatchRow } from '../../ledger/batches/batch-row.ts';
import { recordBalances } from '../../ledger/merchants/balances.ts';
import { readServiceAmount } from '../../money.ts';
import { refusedReading } from '../../service/service-refusal.ts';
import type { Balance } from '../../service/shapes/answer-shapes.ts';
import type { ActiveRun, StepDeps } from '../../step.ts';

/** A balance in minor units. */
interface Fund {
  readonly available: bigint;
  /** Credits on their way to the balance. */
  readonly pending: bigint;
}

/** The balances by currency; null if a balance cannot be read, which must not be treated as zero. */
export type Funds = Map<string, Fund | null>;

const NOTHING: Fund = { available: 0n, pending: 0n };

/** The key for all currencies if the balances cannot be read. */
const ANY = '';

/**
 * Reads the balances from the service with one call, and stores them. If the service does not show them in a readable
 * form, none is known, and the service decides about each start.
 */
export async function readFunds(run: ActiveRun, deps: StepDeps): Promise<Funds> {
  let balances: readonly Balance[];
  try {
    balances = (await deps.service.call('listBalances', {}, { signal: deps.signal })).balances;
  } catch (error) {
    if (refusedReading(error) === null && !isError(error, 'service_unexpected')) throw error;
    deps.log.warn({ run: String(run.id), reason: (error as Error).message }, 'the balances could not be read');
    return new Map([[ANY, null]]);
  }
  const seen = { by: 'Payrun', at: new Date(deps.clock.now()) };
  await deps.ledger.tx((db) => recordBalances(db, run.merchant, balancesIn(balances), seen));
  return fundsIn(balances);
}

/** The balances of an answer whose amounts can be read, in minor units. */
export function balancesIn(balances: readonly Balance[]) {
  return balances.flatMap(({ currency, amount, type }) => {
    const minor = amount === null ? null : readServiceAmount(amount, currency);
    return minor === null ? [] : [{ currency, type: type ?? '', minor }];
  });
}

/** The funds that can be paid out, by currency: only balances held in the payout service. */
export function fundsIn(balances: readonly Balance[]): Funds {
  const funds: Funds = new Map();
  for (const { currency, amount, type, pendingCredit } of balances) {
    if (type && type !== 'paymentrails') continue;
    const minor = amount === null ? null : readServiceAmount(amount, currency);
    const before = funds.has(currency) ? funds.get(currency) : NOTHING;
    if (minor === null || !before) {
      funds.set(currency, null);
      continue;
    }
    const pending = readServiceAmount(pendingCredit ?? '', currency) ?? 0n;
    funds.set(currency, { available: before.available + minor, pending: before.pending + pending });
  }
  return funds;
}

/**
 * The shortfall of the balance for a batch in minor units, if it is known. Null if the balance covers the batch, or if
 * only the service can say: the balance cannot be read, or the service may count pending credits or convert another
 * balance. If start was attempted, the service has refused it, so the balance in the batch's own currency must cover
 * it.
 */
export function missingFunds(
  { currency, quote, start_attempted_at, debited_from }: BatchRow,
  funds: Funds,
): bigint | null {
  // An unreadable balance may not even show its currency.
  const own = funds.has(currency) ? funds.get(currency) : funds.has(ANY) ? null : NOTHING;
  if (!own) return null;
  const { available, pending } = own;
  const missing = BigInt(quote!.debitMinor) - available;
  if (missing <= 0n) return null;
  if (start_attempted_at) return missing;
  const others = [...funds]
    .filter(([other, fund]) => other !== currency && (fund === null || fund.available > 0n))
    .map(([other]) => other);
  const converts = funds.has(currency) ? others.some((other) => debited_from?.includes(other)) : others.length > 0;
  return converts || pending >= missing ? null : missing;
}

/** Deducts a started batch, so that the next one cannot count on the same money. */
export function takeFrom(funds: Funds, { currency, quote }: BatchRow): void {
  const own = funds.has(currency) ? funds.get(currency) : funds.has(ANY) ? null : NOTHING;
  if (!own) return;
  const { available, pending } = own;
  funds.set(currency, { available: available - BigInt(quote!.debitMinor), pending });
}
