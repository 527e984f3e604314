import type { AccountDraft, Cells, Finding, Money, RecipientDraft } from '../model.ts';
import { parseMinor, showMoney } from '../money.ts';
import { COUNTRIES } from '../rules/countries/countries.ts';
import { type Route, routeMinimum, routeOf } from '../rules/countries/routes.ts';
import { finding } from '../rules/finding.ts';
import type { AmountReading } from './check-amount.ts';
import type { CheckContext, ServedLeast } from './check-context.ts';

/**
 * Whether an amount can arrive on a bank account: the merchant may pay to its country, its currency is the account's, and it is not
 * below the minimum of the route. Where the target side is fixed in another currency the minimum is known only with the quote,
 * and the service checks it.
 */
export function checkArrival(
  recipient: RecipientDraft,
  account: AccountDraft,
  reading: AmountReading,
  cells: Cells,
  context: CheckContext,
  found: Finding[],
): void {
  const { country, currency } = account.fields;
  const { amount, sourceCurrency, targetCurrency } = reading;
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
  const served = context.servedMinimum?.(recipient, sourceCurrency) ?? null;
  const route = routeOf({ country, currency, sourceCurrency });
  checkSize(amount, route, country, reading, served, context, found);
}

/** Not less than the route carries; and a warning where a fee that is known is more than a tenth of it. */
function checkSize(
  amount: Money,
  route: Route,
  country: string,
  { fixed }: AmountReading,
  served: ServedLeast | null,
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
    return;
  }
  const fee = amountOf(context.routeFees?.[route]?.[currency], currency);
  if (fee === null || fee * 10n <= amount.minor) return;
  const details = { route: shownRoute(route), fee: showMoney({ currency, minor: fee }) };
  found.push(finding('fee_high', column, details, showMoney(amount)));
}

const shownRoute = (route: string) => route.replace('_no_fx', '').toUpperCase();

/**
 * The least that a route carries, in minor units of the source currency, for a recipient of whom the service has said nothing: what it
 * has told the merchant, else the table. Null where it is not known.
 */
function statedMinimum(
  route: Route,
  currency: string,
  { merchantCountry, routeMinimums }: Pick<CheckContext, 'merchantCountry' | 'routeMinimums'>,
): bigint | null {
  return amountOf(routeMinimums?.[route]?.[currency], currency) ?? routeMinimum(route, merchantCountry, currency);
}

/** Minor units of an amount that the merchant has set; null where there is none, or it is zero. */
function amountOf(stated: string | undefined, currency: string): bigint | null {
  const minor = stated === undefined ? null : parseMinor(stated, currency);
  return typeof minor === 'bigint' ? minor : null;
}
