import type { PlannedBalance } from '../../engine/merchants/planned-balances.ts';
import { formatMinor, showMoney } from '../../money.ts';
import { pluralize } from '../../platform/pluralize.ts';

/** The balances that a plan is paid from, one line each. */
export function showBalances(balances: readonly PlannedBalance[]): readonly string[] {
  const several = new Set(balances.map(({ merchant }) => merchant)).size > 1;
  return balances.map(({ merchant, currency, minor, unpriced, available, after, committed }) => {
    const show = (amount: bigint) => showMoney({ currency, minor: amount });
    const name = `Balance ${currency}${several ? ` of ${merchant}` : ''}`;
    if (available === null) return `${name}: not loaded. This run needs ${takes(show(minor), minor, unpriced)}.`;
    if (after === null)
      return `${name}: ${show(available)} available. This run needs ${takes(show(minor), minor, unpriced)}.`;
    const others = committed === 0n ? '' : ` At least ${show(committed)} is committed to other runs.`;
    if (after < 0n)
      return `${name}: ${show(available)} available, ${unpriced > 0 ? 'at least ' : ''}${show(-after)} short for this run, before fees.${others}`;
    return `${name}: ${show(available)} available; ${show(after)} left after this run, before fees.${others}`;
  });
}

function takes(sum: string, minor: bigint, unpriced: number): string {
  const later = `the cost of ${pluralize(unpriced, 'payment')} in another currency`;
  const parts = [...(minor > 0n || unpriced === 0 ? [sum] : []), ...(unpriced > 0 ? [later] : [])];
  return `${parts.join(' and ')}, before fees`;
}

/** The same for the JSON document; an empty object if no balance was read. */
export function plannedDocument(balances: readonly PlannedBalance[]): object {
  if (balances.length === 0) return {};
  return {
    balances: balances.map(({ minor, available, after, committed, ...rest }) => {
      const text = (amount: bigint | null) => (amount === null ? null : formatMinor(amount, rest.currency));
      // Only what is exact.
      const left = rest.unpriced > 0 ? null : after;
      return {
        ...rest,
        debit: text(minor),
        available: text(available),
        after: text(left),
        committed: text(committed),
      };
    }),
  };
}
