import { showMoney } from '../../money.ts';
import { missingForAll } from '../../outcomes/waiting-sums.ts';
import { countOf } from './finished-text.ts';
import type { NotificationContent } from './notification-content.ts';

/** A currency and minor units as text, in words. */
export const asMoney = ([currency, minor]: readonly [string, string]): string =>
  showMoney({ currency, minor: BigInt(minor) });

/** Other runs that await the same balances: the shortfall does not fund them too. */
export function otherLines({ missing = {}, others = {} }: NotificationContent): readonly string[] {
  return Object.entries(others).map(([currency, { runs, minor }]) => {
    const all = missingForAll(BigInt(missing[currency] ?? '0'), BigInt(minor));
    const debit = `${countOf(runs, 'run')}, ${asMoney([currency, minor])}`;
    return all === null ? debit : `${debit}; to pay all of them, ${asMoney([currency, String(all)])} are missing`;
  });
}

/** The balances before and after the waiting payments are debited. */
export function balanceLines({
  balances = {},
  startedSince = {},
  awaitedByOthers = {},
  waiting,
}: NotificationContent): readonly string[] {
  return Object.entries(waiting?.debits ?? {}).flatMap(([currency, { minor }]) => {
    const balance = balances[currency];
    if (balance === undefined || minor === null) return [];
    const started = startedSince[currency] ?? '0';
    const left = BigInt(balance) - BigInt(started) - BigInt(minor);
    const after =
      left < 0n ? `${asMoney([currency, String(-left)])} missing` : `${asMoney([currency, String(left)])} left`;
    const since = started === '0' ? '' : `, ${asMoney([currency, started])} started since`;
    const others = awaitedByOthers[currency];
    const taken =
      others === undefined ? '' : `; at least ${asMoney([currency, others])} still to be debited for other runs`;
    return [`Balance ${asMoney([currency, balance])} as last loaded${since}, ${after}${taken}`];
  });
}
