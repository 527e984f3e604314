import { formatMinor } from '../../money.ts';
import { getRoute, type Route, routeMinimum } from '../../rules/countries/routes.ts';
import type { AccountRecord } from '../records.ts';

export interface RouteTerms {
  /** The payout method's slug. */
  readonly method: string;
  /** The route; for a method other than bank transfer, the method itself. */
  readonly route: string;
  /** Minor units of the source currency; null if there is none. */
  readonly minimum: bigint | null;
  readonly targetCurrency: string;
}

/** The route to an account from a balance in `sourceCurrency`. */
export function routeTerms(account: AccountRecord, sourceCurrency: string, merchantCountry: string): RouteTerms {
  const targetCurrency = account.currency ?? sourceCurrency;
  if (account.type !== 'bank-transfer' || account.country === null)
    return { method: account.type, route: account.type, minimum: null, targetCurrency };
  const route: Route = getRoute({ country: account.country, currency: targetCurrency, sourceCurrency });
  return {
    method: account.type,
    route,
    minimum: routeMinimum(route, merchantCountry, sourceCurrency),
    targetCurrency,
  };
}

/** A minimum as the service writes it: "3", with decimals only where it has some. */
export const minimumText = ({ minimum }: Pick<RouteTerms, 'minimum'>, currency: string): string =>
  formatMinor(minimum ?? 0n, currency).replace(/\.0+$/, '');
