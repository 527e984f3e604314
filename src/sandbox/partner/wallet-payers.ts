import type { Answer } from '../call.ts';

/** Example payers of mobile wallets; the service's list is not known. */
export const WALLET_PAYERS = [
  { id: 1, name: 'Sandbox Wallet Kenya', country: 'KE', currency: 'KES' },
  { id: 2, name: 'Sandbox Wallet Ghana', country: 'GH', currency: 'GHS' },
  { id: 3, name: 'Sandbox Wallet Uganda', country: 'UG', currency: 'UGX' },
  { id: 4, name: 'Sandbox Wallet Philippines', country: 'PH', currency: 'PHP' },
] as const;

export function listWalletPayers(): Answer {
  return { mobileWalletPayers: WALLET_PAYERS, meta: { page: 1, pages: 1, records: WALLET_PAYERS.length } };
}
