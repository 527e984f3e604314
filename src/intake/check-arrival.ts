import type { AccountDraft, Finding } from '../model.ts';
import { showMoney } from '../money.ts';
import { COUNTRIES } from '../rules/countries.ts';
import { finding } from '../rules/finding.ts';
import { routeMinimum, routeOf } from '../rules/routes.ts';
import type { AmountReading } from './check-amount.ts';

/**
 * Whether an amount can arrive on a bank account: its currency is the account's, and it is not below the minimum of the route.
 * Where the target side is fixed in another currency the minimum is known only with the quote, and the service checks it.
 */
export function checkArrival(
  account: AccountDraft,
  reading: AmountReading,
  merchantCountry: string,
  found: Finding[],
): void {
  const { country, currency } = account.fields;
  const { amount, sourceCurrency, targetCurrency, fixed } = reading;
  if (country === undefined || currency === undefined) return;
  if (targetCurrency !== null && targetCurrency !== currency) {
    found.push(
      finding('target_currency_not_account', 'targetCurrency', { currency, target: targetCurrency }, targetCurrency),
    );
  }
  if (!amount || amount.currency !== sourceCurrency) return;
  const route = routeOf({ country, currency, sourceCurrency });
  const minimum = routeMinimum(route, merchantCountry, sourceCurrency);
  if (minimum === null || amount.minor >= minimum) return;
  found.push(
    finding(
      'amount_below_minimum',
      fixed === 'source' ? 'amount' : 'targetAmount',
      {
        minimum: showMoney({ currency: sourceCurrency, minor: minimum }),
        country: COUNTRIES[country]!.inWords,
        route: route.replace('_no_fx', '').toUpperCase(),
      },
      showMoney(amount),
    ),
  );
}
