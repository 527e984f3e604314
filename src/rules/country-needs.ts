import { formatMinor } from '../money.ts';
import { banksOf, COUNTRIES } from './countries/countries.ts';
import type { Country } from './countries/country.ts';
import { GUIDED_COLUMNS, getGuide } from './countries/country-guide.ts';
import type { Need } from './countries/need.ts';
import { getRoute, type Route, routeMinimum } from './countries/routes.ts';
import { rulesVersion } from './rules-version.ts';

/** Requirements of a bank transfer to a country for one column of the sheet. */
export interface ColumnNeed {
  readonly column: string;
  readonly need: Exclude<Need, 'no'>;
  /** The local term; '' if the column's own name is used. */
  readonly name: string;
  readonly form: string;
  readonly example: string;
}

export interface RouteNeed {
  /** Currency that the recipient gets; null: every other currency. */
  readonly currency: string | null;
  readonly route: Route;
  /**
   * The minimum amount by currency of the balance that pays, as decimal text; currencies without a known minimum are
   * omitted.
   */
  readonly minimums: Readonly<Record<string, string>>;
}

/** The requirements of a bank transfer to a country, for display. */
export interface CountryNeeds {
  readonly country: string;
  readonly name: string;
  readonly receives: Country['receives'];
  /** Default currency of its accounts. */
  readonly currency: string;
  readonly columns: readonly ColumnNeed[];
  readonly routes: readonly RouteNeed[];
  readonly notes: readonly string[];
  readonly source: string;
  /** Reliability of the rule: H confirmed, M from several sources, L from one, '' only the general rule. */
  readonly confidence: Country['confidence'];
  /** The version of the rules, as stored with every payment. */
  readonly rules: string;
}

/** Currencies of merchants' balances. */
const BALANCES = ['USD', 'EUR', 'GBP', 'CAD', 'AUD', 'NZD'];

/**
 * The requirements of a country; null if there is no such country.
 * @param code ISO 3166, upper case
 * @param merchantCountry country of the merchant, on which the minimums depend
 */
export function countryNeeds(code: string, merchantCountry: string): CountryNeeds | null {
  const country = COUNTRIES[code];
  if (!country) return null;
  const { name, receives, currency, source, confidence } = country;
  return {
    country: code,
    name,
    receives,
    currency,
    columns: receives === 'never' ? [] : GUIDED_COLUMNS.flatMap((column) => columnNeed(code, column)),
    routes: receives === 'never' ? [] : routesOf(country, merchantCountry),
    notes: notesOf(country),
    source,
    confidence,
    rules: rulesVersion(),
  };
}

/** All countries, sorted by code. */
export function allCountryNeeds(merchantCountry: string): readonly CountryNeeds[] {
  return Object.keys(COUNTRIES)
    .sort()
    .map((code) => countryNeeds(code, merchantCountry)!);
}

function columnNeed(code: string, column: string): ColumnNeed[] {
  const guide = getGuide(code, column);
  return guide ? [{ column, ...guide }] : [];
}

/** The routes for the country's own currency, dollars and euros, and the route for everything else. */
function routesOf({ code, currency }: Country, merchantCountry: string): RouteNeed[] {
  const routes: RouteNeed[] = [];
  for (const arriving of new Set([currency, 'USD', 'EUR'])) {
    const route = getRoute({ country: code, currency: arriving });
    if (arriving !== '' && route !== 'wire') routes.push(routeNeed(arriving, route, merchantCountry));
  }
  return [...routes, routeNeed(null, 'wire', merchantCountry)];
}

function routeNeed(currency: string | null, route: Route, merchantCountry: string): RouteNeed {
  const minimums: Record<string, string> = {};
  for (const balance of BALANCES) {
    const minor = routeMinimum(route, merchantCountry, balance);
    if (minor !== null) minimums[balance] = formatMinor(minor, balance);
  }
  return { currency, route, minimums };
}

function notesOf(country: Country): string[] {
  const { code, inWords, receives, iban, accountNum, governmentId } = country;
  const banks = banksOf(code);
  if (receives === 'never') return [`The service sends no bank transfer to ${inWords}.`];
  return [
    receives === 'restricted' && `Bank transfers to ${inWords} are restricted: they may be refused or take longer.`,
    banks !== code && `Its banks are those of ${COUNTRIES[banks]!.inWords}.`,
    iban === 'optional' && accountNum !== null && 'Either the IBAN, or the account number with its codes.',
    iban === 'tolerated' && 'It is not in the IBAN registry, but account numbers written like an IBAN are taken.',
    governmentId?.need === 'advised' && `Banks ask for the ${governmentId.name} of the recipient.`,
  ].filter((note) => note !== false);
}
