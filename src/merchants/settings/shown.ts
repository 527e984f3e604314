import { once } from '../../platform/once.ts';
import type { Service } from '../../service/service.ts';
import type { ShownSettings } from './setting.ts';

/** Reads each kind of setting from the service once, when it is first needed. */
export function readSettingsOnce(service: Service, signal: AbortSignal): ShownSettings {
  const options = { signal };
  return {
    payoutMethods: once(async () => (await service.call('listPayoutMethods', {}, options)).payoutMethods),
    fees: once(async () => (await service.call('listFees', {}, options)).fees),
    prices: once(async () => {
      const { fees } = await service.call('searchRoutePricing', { body: {} }, options);
      return fees.flatMap(({ currencyCode, revenueStream }) =>
        Object.values(revenueStream).flatMap((routes) =>
          Object.entries(routes).map(([route, price]) => ({ currency: currencyCode, route, price })),
        ),
      );
    }),
    webhooks: once(async () => (await service.call('listWebhooks', {}, options)).subscriptions),
  };
}
