import type { RoutePrice } from '../../service/shapes/partner-answers.ts';
import { PAYOUT_FEE_ROUTES, type RouteAmount, readStreams, routeText, withCents } from '../fee-routes.ts';
import type { Change, Setting } from './setting.ts';

/**
 * The platform's revenue on a route. An amount can be set if there is none. The service has no call to change one
 * (contract, revenue-stream create), so a different amount is reported, and nothing is sent.
 */
export const revenueStreams: Setting = {
  name: 'revenue streams',
  columns: ['revenueStreams'],
  async differences({ cells, shown }) {
    const prices = await shown.prices();
    const wanted = readStreams(cells.revenueStreams!) as readonly RouteAmount[];
    return wanted.flatMap((stream) => {
      const found = prices.find(
        ({ currency, route, price }) =>
          currency === stream.currency &&
          route === stream.route &&
          (price.integration == null || price.integration === PAYOUT_FEE_ROUTES[route]?.integration),
      );
      const price = found?.price;
      if (price?.revenueShareId && isSame(price, stream)) return [];
      return [changeOf(stream, price)];
    });
  },
};

function changeOf(stream: RouteAmount, price: RoutePrice | undefined): Change {
  const { route, currency, amount, type } = stream;
  const refused = streamRefusal(stream, price);
  return {
    what: `${route} ${currency}`,
    before: price?.revenueShareId ? shownOf(price) : null,
    after: routeText(stream),
    ...(refused === null ? {} : { refused }),
    send: async (service, signal) => {
      const { integration } = PAYOUT_FEE_ROUTES[route]!;
      const body = { currency, integration, routeType: route, merchantAmountType: type, merchantAmount: amount };
      await service.call('createRevenueStream', { body }, { signal });
      return undefined;
    },
  };
}

function streamRefusal({ currency, route, amount, type }: RouteAmount, price: RoutePrice | undefined): string | null {
  if (!price) return `The service has no route ${route} in ${currency} for this sub-merchant.`;
  if (price.revenueShareId)
    return `The route has ${shownOf(price)} already (${price.revenueShareId}), and the service has no call to change it: ask its support.`;
  const { min, max } = price.guardrails?.[type] ?? {};
  const outside = (min && Number(amount) < Number(min)) || (max && Number(amount) > Number(max));
  return outside ? `The service allows ${min ?? '0'} to ${max ?? 'any'} here (${type}).` : null;
}

const isSame = ({ merchantAmount, merchantAmountType }: RoutePrice, { amount, type }: RouteAmount) =>
  withCents(merchantAmount ?? '0') === amount && merchantAmountType === type;

function shownOf({ merchantAmount, merchantAmountType }: RoutePrice): string {
  const type = merchantAmountType === 'percentage' ? 'percentage' : 'fixed';
  return routeText({ amount: withCents(merchantAmount ?? '0'), type });
}
