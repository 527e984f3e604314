import type { BatchRow } from '../../ledger/batches/batch.ts';
import { recordBalances } from '../../ledger/merchants/balances.ts';
import { readServiceAmount } from '../../money.ts';
import type { Balance } from '../../service/shapes/answer-shapes.ts';
import type { ActiveRun, StepDeps } from '../../step.ts';

/** A balance in minor units. */
interface Fund {
  readonly available: bigint;
  /** On its way to the balance. */
  readonly pending: bigint;
}

/** What the balances have, by currency; null if it cannot be read, which nobody takes for nothing. */
export type Funds = Map<string, Fund | null>;

const NOTHING: Fund = { available: 0n, pending: 0n };

/** Asks the service for the balances, with one call, and keeps what it said. */
export async function readFunds(run: ActiveRun, deps: StepDeps): Promise<Funds> {
  const { balances } = await deps.service.call('listBalances', {}, { signal: deps.signal });
  const seen = { by: 'Payrun', at: new Date(deps.clock.now()) };
  await deps.ledger.tx((db) => recordBalances(db, run.merchant, balancesIn(balances), seen));
  return fundsIn(balances);
}

/** The balances of an answer that are amounts. */
export function balancesIn(balances: readonly Balance[]) {
  return balances.flatMap(({ currency, amount, type }) => {
    const minor = amount === null ? null : readServiceAmount(amount, currency);
    return minor === null ? [] : [{ currency, type: type ?? '', minor }];
  });
}

/** What can be paid out, by currency: only balances at the service itself. */
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
 * What the balance lacks for a batch, if that is known; null if it is covered, or if only the service can say: the balance cannot be read, or
 * it may count money that is on its way, or convert another one. Once it has refused the start, the balance of the currency itself has to cover it.
 */
export function knownShortfall(
  { currency, quote, start_attempted_at, debited_from }: BatchRow,
  funds: Funds,
): bigint | null {
  // One that cannot be read may not even say of which currency it is.
  const own = funds.has(currency) ? funds.get(currency) : funds.has('') ? null : NOTHING;
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

/** What a started batch has taken is not there for the next. */
export function takeFrom(funds: Funds, { currency, quote }: BatchRow): void {
  const own = funds.has(currency) ? funds.get(currency) : NOTHING;
  if (!own) return;
  const { available, pending } = own;
  funds.set(currency, { available: available - BigInt(quote!.debitMinor), pending });
}
