import { getDecimals } from '../../money.ts';
import { banksOf, COUNTRIES } from './countries.ts';

/** The route of a bank transfer, by the contract's names. */
export type Route = 'ach' | 'eft' | 'sepa' | 'iach' | 'wire' | 'wire_no_fx' | 'fps' | 'npp' | 'becs' | 'fpshk';

/** Local rails that the service names: country, currencies, route. */
const NAMED: Readonly<Record<string, { readonly currencies: readonly string[]; readonly route: Route } | undefined>> = {
  US: { currencies: ['USD'], route: 'ach' },
  CA: { currencies: ['CAD', 'USD'], route: 'eft' },
  GB: { currencies: ['GBP'], route: 'fps' },
  AU: { currencies: ['AUD'], route: 'npp' },
  NZ: { currencies: ['NZD'], route: 'becs' },
  HK: { currencies: ['HKD'], route: 'fpshk' },
};

export interface RouteQuestion {
  readonly country: string;
  /** Currency of the account, which the recipient gets. */
  readonly currency: string;
  /** Currency of the balance that pays: without an exchange, a wire is `wire_no_fx`. */
  readonly sourceCurrency?: string;
}

/**
 * The route of a bank transfer. Apart from the named rails: euros within the SEPA part of the euro area go by sepa; a
 * country's own currency goes by its local rail (iach) if it has one; everything else is a wire. A `routeType` from the
 * service takes precedence.
 */
export function getRoute({ country, currency, sourceCurrency }: RouteQuestion): Route {
  const named = NAMED[banksOf(country)];
  if (named?.currencies.includes(currency)) return named.route;
  const rule = COUNTRIES[country];
  if (rule && !named && rule.currency === currency) {
    if (rule.sepa && currency === 'EUR') return 'sepa';
    if (rule.localRail) return 'iach';
  }
  return sourceCurrency === currency ? 'wire_no_fx' : 'wire';
}

/** Minimum of each route in whole units of the source currency, by country of the merchant. */
const UNITS: Readonly<Record<'US' | 'CA', Readonly<Record<'ach' | 'eft' | 'local' | 'wire', number>>>> = {
  US: { ach: 1, eft: 1, local: 3, wire: 20 },
  CA: { ach: 3, eft: 1, local: 3, wire: 20 },
};
/** Merchants in GB, AU, NZ and the euro area: the same minimum for all local routes, by source currency. */
const LOCAL_ELSEWHERE: Readonly<Record<string, number>> = { GBP: 1, EUR: 2, USD: 2, AUD: 3, NZD: 3 };
const WIRE = 20;

/** All tables of routes and minimums, for the version of the rules. */
export const ROUTE_TABLES = { NAMED, UNITS, LOCAL_ELSEWHERE, WIRE } as const;

/**
 * The minimum amount of a route, in minor units of the source currency; null if it is unknown. The service does not
 * process a payment below it, nor the batch that contains it. A `routeMinimum` from the service takes precedence.
 */
export function routeMinimum(route: Route, merchantCountry: string, sourceCurrency: string): bigint | null {
  const units = unitsOf(route, merchantCountry, sourceCurrency);
  return units === null ? null : BigInt(units) * 10n ** BigInt(getDecimals(sourceCurrency));
}

function unitsOf(route: Route, merchantCountry: string, sourceCurrency: string): number | null {
  if (merchantCountry === 'US' || merchantCountry === 'CA') {
    const units = UNITS[merchantCountry];
    if (route === 'ach' || route === 'eft') return units[route];
    return route === 'wire' || route === 'wire_no_fx' ? units.wire : units.local;
  }
  if (route === 'wire' || route === 'wire_no_fx') return WIRE;
  return LOCAL_ELSEWHERE[sourceCurrency] ?? null;
}
