import { showMoney } from '../../money.ts';
import { missingForAll } from '../../outcomes/waiting-sums.ts';
import { countText } from './finished-text.ts';
import type { NotificationContent } from './notification-content.ts';

/** A currency and minor units as text. */
export const asMoney = ([currency, minor]: readonly [string, string]): string =>
  showMoney({ currency, minor: BigInt(minor) });

/** Other runs awaiting funds from the same balances: the shortfall does not fund them too. */
export function otherLines({ missing = {}, others = {} }: NotificationContent): readonly string[] {
  return Object.entries(others).map(([currency, { runs, minor }]) => {
    const all = missingForAll(BigInt(missing[currency] ?? '0'), BigInt(minor));
    const debit = `${countText(runs, 'run')}, ${asMoney([currency, minor])}`;
    return all === null ? debit : `${debit}; ${asMoney([currency, String(all)])} short of the total for all of them`;
  });
}

/** The balances that the waiting payments are paid from. */
export function balanceLines({ balances = {}, committed = {}, waiting }: NotificationContent): readonly string[] {
  return Object.entries(waiting?.debits ?? {}).flatMap(([currency, { minor }]) => {
    const balance = balances[currency];
    if (balance === undefined || minor === null) return [];
    const left = BigInt(balance) - BigInt(minor);
    const short = left < 0n ? `, ${asMoney([currency, String(-left)])} short` : '';
    const others = committed[currency];
    const taken = others === undefined ? '' : `; at least ${asMoney([currency, others])} committed to other runs`;
    return [`${asMoney([currency, balance])} available${short}${taken}`];
  });
}
