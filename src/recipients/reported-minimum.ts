import type { ServedMinimum } from '../ledger/recipients/route-minimum.ts';
import { readServiceAmount } from '../money.ts';
import { COUNTRIES } from '../rules/countries/countries.ts';
import { getPrimaryAccount, type ListedAccount } from './primary-account.ts';

interface AnsweredRecipient {
  readonly id: string;
  readonly accounts?: readonly ListedAccount[] | null | undefined;
  readonly routeType?: string | null | undefined;
  readonly routeMinimum?: string | null | undefined;
}

/**
 * The minimum amount that the service takes for a recipient, from their own data; null if it gives none ("0" is none),
 * or no account. The answer names no currency: it is the merchant's own, which the contract ties to the merchant's
 * country.
 */
export function reportedMinimum(recipient: AnsweredRecipient, merchantCountry: string): ServedMinimum | null {
  const { routeType, routeMinimum } = recipient;
  const accountRemoteId = getPrimaryAccount(recipient);
  const currency = COUNTRIES[merchantCountry]?.currency;
  if (!routeType || !routeMinimum || !accountRemoteId || !currency) return null;
  const minor = readServiceAmount(routeMinimum, currency);
  if (minor === null || minor <= 0n) return null;
  return { recipientRemoteId: recipient.id, accountRemoteId, route: routeType, minor, currency };
}
