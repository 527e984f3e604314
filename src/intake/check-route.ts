import type { Cells, Finding, Money, RecipientDraft } from '../model.ts';
import { parseMinor, showMoney } from '../money.ts';
import { COUNTRIES } from '../rules/countries/countries.ts';
import { getRoute, type Route, routeMinimum } from '../rules/countries/routes.ts';
import { finding } from '../rules/finding.ts';
import type { AmountReading } from './check-amount.ts';
import type { CheckContext, ReportedMinimum } from './check-context.ts';

/**
 * Checks whether the recipient's bank account can receive an amount: the country is enabled for the merchant, the
 * currency is that of the account, and the amount is not below the route minimum. If the target side is fixed in
 * another currency, the minimum is known only with the quote, and the payout service checks it. Other accounts pass.
 */
export function checkRoute(
  recipient: RecipientDraft,
  reading: AmountReading,
  cells: Cells,
  context: CheckContext,
  found: Finding[],
): void {
  if (recipient.account?.method !== 'bank-transfer') return;
  const { country, currency } = recipient.account.fields;
  const { amount, fixed, sourceCurrency, targetCurrency } = reading;
  if (country === undefined || currency === undefined) return;
  const { enabledCountries = [] } = context;
  if (enabledCountries.length > 0 && !enabledCountries.includes(country)) {
    const column =
      cells.accountCountry !== undefined ? 'accountCountry' : cells.iban !== undefined ? 'iban' : 'country';
    const details = { country: COUNTRIES[country]!.inWords, code: country };
    found.push(finding('country_not_enabled', column, details, cells[column]));
  }
  if (targetCurrency !== null && targetCurrency !== currency) {
    found.push(
      finding('target_currency_not_account', 'targetCurrency', { currency, target: targetCurrency }, targetCurrency),
    );
  }
  if (amount?.currency !== sourceCurrency) return;
  const served = context.reportedMinimum?.(recipient, sourceCurrency) ?? null;
  const route = getRoute({ country, currency, sourceCurrency });
  checkSize({ amount, fixed, route, country, served }, context, found);
}

interface RoutedAmount extends Pick<AmountReading, 'fixed'> {
  readonly amount: Money;
  readonly route: Route;
  readonly country: string;
  readonly served: ReportedMinimum | null;
}

/**
 * An error if the amount is below the route minimum; a warning if the known fee is more than a tenth of the
 * amount.
 */
function checkSize(
  { amount, fixed, route, country, served }: RoutedAmount,
  context: CheckContext,
  found: Finding[],
): void {
  const { currency } = amount;
  const column = fixed === 'source' ? 'amount' : 'targetAmount';
  if (served !== null && amount.minor < served.minor) {
    const details = { minimum: showMoney(served), route: shownRoute(served.route) };
    found.push(finding('amount_below_route_minimum', column, details, showMoney(amount)));
    return;
  }
  const minimum = served === null ? statedMinimum(route, currency, context) : null;
  if (minimum !== null && amount.minor < minimum) {
    const details = {
      minimum: showMoney({ currency, minor: minimum }),
      country: COUNTRIES[country]!.inWords,
      route: shownRoute(route),
    };
    found.push(finding('amount_below_minimum', column, details, showMoney(amount)));
  }
}

const shownRoute = (route: string) => route.replace('_no_fx', '').toUpperCase();

/**
 * The minimum of a route in minor units of the source currency, if the service has given none for the recipient: the
 * `routeMinimums` of the merchant, else the table. Null if it is not known.
 */
function statedMinimum(
  route: Route,
  currency: string,
  { merchantCountry, routeMinimums }: Pick<CheckContext, 'merchantCountry' | 'routeMinimums'>,
): bigint | null {
  return amountOf(routeMinimums?.[route]?.[currency], currency) ?? routeMinimum(route, merchantCountry, currency);
}

/** A configured amount in minor units; null if it is not set, or zero. */
function amountOf(stated: string | undefined, currency: string): bigint | null {
  const minor = stated === undefined ? null : parseMinor(stated, currency);
  return typeof minor === 'bigint' ? minor : null;
}
