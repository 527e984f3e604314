import { decimalsOf } from '../../money.ts';
import { banksOf, COUNTRIES } from './countries.ts';

/** How a bank transfer travels, in the contract's names. */
export type Route = 'ach' | 'eft' | 'sepa' | 'iach' | 'wire' | 'wire_no_fx' | 'fps' | 'npp' | 'becs' | 'fpshk';

/** Local rails that the service names: country, the currencies they carry, route. */
const NAMED: Readonly<Record<string, { readonly currencies: readonly string[]; readonly route: Route } | undefined>> = {
  US: { currencies: ['USD'], route: 'ach' },
  CA: { currencies: ['CAD', 'USD'], route: 'eft' },
  GB: { currencies: ['GBP'], route: 'fps' },
  AU: { currencies: ['AUD'], route: 'npp' },
  NZ: { currencies: ['NZD'], route: 'becs' },
  HK: { currencies: ['HKD'], route: 'fpshk' },
};

export interface RouteQuestion {
  /** Country of the account. */
  readonly country: string;
  /** Currency of the account: what arrives. */
  readonly currency: string;
  /** Currency of the balance that pays: without an exchange a wire is `wire_no_fx`. */
  readonly sourceCurrency?: string;
}

/**
 * The route of a bank transfer. Beside the named rails: euros within the SEPA part of the euro area go by sepa; a country's own
 * currency goes by its local rail (iach) where it has one; everything else is a wire. The service's own
 * `routeType` wins over this.
 */
export function routeOf({ country, currency, sourceCurrency }: RouteQuestion): Route {
  const named = NAMED[banksOf(country)];
  if (named?.currencies.includes(currency)) return named.route;
  const rule = COUNTRIES[country];
  if (rule && !named && rule.currency === currency) {
    if (rule.sepa && currency === 'EUR') return 'sepa';
    if (rule.localRail) return 'iach';
  }
  return sourceCurrency === currency ? 'wire_no_fx' : 'wire';
}

/** Least whole units of the source currency that a route carries, by where the merchant is. */
const UNITS: Readonly<Record<'US' | 'CA', Readonly<Record<'ach' | 'eft' | 'local' | 'wire', number>>>> = {
  US: { ach: 1, eft: 1, local: 3, wire: 20 },
  CA: { ach: 3, eft: 1, local: 3, wire: 20 },
};
/** Merchants in GB, AU, NZ and the euro area: every local route alike, by source currency. */
const LOCAL_ELSEWHERE: Readonly<Record<string, number>> = { GBP: 1, EUR: 2, USD: 2, AUD: 3, NZD: 3 };
const WIRE = 20;

/** All that decides routes and minimums, for the version of the rules. */
export const ROUTE_TABLES = { NAMED, UNITS, LOCAL_ELSEWHERE, WIRE } as const;

/**
 * The least amount that a route carries, in minor units of the source currency; null where it is not known. A payment below
 * it is not processed, and takes its batch with it. The `routeMinimum` that the service answers wins over this.
 */
export function routeMinimum(route: Route, merchantCountry: string, sourceCurrency: string): bigint | null {
  const units = unitsOf(route, merchantCountry, sourceCurrency);
  return units === null ? null : BigInt(units) * 10n ** BigInt(decimalsOf(sourceCurrency));
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
