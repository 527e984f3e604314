import type { FeeRow } from '../../service/shapes/partner-answers.ts';
import { PAYOUT_FEE_ROUTES, type RouteAmount, readCovers, routeText, withCents } from '../fee-routes.ts';
import type { Change, Setting } from './setting.ts';

/** The service's fees that the sub-merchant bears, by route. Routes that the row does not name are unchanged. */
export const feeCovers: Setting = {
  name: 'fee covers',
  columns: ['feeCovers'],
  async differences({ cells, shown }) {
    const rows = await shown.fees();
    const wanted = readCovers(cells.feeCovers!) as readonly RouteAmount[];
    return wanted.flatMap((cover) => {
      const row = rows.find(({ currencyCode }) => currencyCode === cover.currency);
      const now = row ? coverOf(row, cover.route) : null;
      const same = now && now.amount === cover.amount && (now.type === cover.type || Number(now.amount) === 0);
      if (same && (cover.maximum === undefined || cover.maximum === now.maximum)) return [];
      return [changeOf(cover, now, row !== undefined)];
    });
  },
};

function changeOf(cover: RouteAmount, now: Now | null, has: boolean): Change {
  const { route, currency, amount, type, maximum } = cover;
  const { group, fixedOnly } = PAYOUT_FEE_ROUTES[route]!;
  const body = {
    currency,
    integration: group,
    type: route,
    amount,
    ...(fixedOnly ? {} : { amountType: type }),
    ...(maximum === undefined ? {} : { maximumFee: maximum }),
  };
  return {
    what: `${route} ${currency}`,
    before: now && routeText(now),
    after: routeText(cover),
    ...(has ? {} : { refused: `There are no fees in ${currency} for this sub-merchant.` }),
    send: async (service, signal) => {
      await service.call('updateFeeCover', { body: body as never }, { signal });
      return undefined;
    },
  };
}

interface Now extends Pick<RouteAmount, 'amount' | 'type'> {
  readonly maximum: string | null;
}

function coverOf({ general }: FeeRow, route: string): Now | null {
  const covers = general?.merchantCoverAmount;
  const { group } = PAYOUT_FEE_ROUTES[route]!;
  if (group === 'gateway' || group === 'bankTransfer') {
    const amount = covers?.[group]?.[route];
    return amount === undefined ? null : { amount: withCents(amount), type: 'fixed', maximum: null };
  }
  const share = group === 'mobileWallet' ? covers?.mobileWallet : covers?.debitCard?.[route];
  if (!share) return null;
  return {
    amount: withCents(share.amount),
    type: share.amountType === 'percentage' ? 'percentage' : 'fixed',
    maximum: share.maximumFee ? withCents(share.maximumFee) : null,
  };
}
