import type { MerchantStore } from '../merchant-store.ts';
import type { PayoutMethodRecord, PayoutMethodSlug } from '../records.ts';
import type { State } from '../state.ts';

export const SLUGS = ['bank-transfer', 'paypal', 'check', 'venmo', 'debit-card', 'mobile-wallet'] as const;

const NO_CREDENTIALS = { mode: null, account: null, clientId: null, credentialsConfigured: false };
const CONFIGURED = {
  mode: 'sandbox',
  account: 'payouts@merchant.example',
  clientId: 'sandbox-client',
  credentialsConfigured: true,
};

/** The settings of a new merchant. */
const EMPTY: Readonly<Record<PayoutMethodSlug, PayoutMethodRecord['settings']>> = {
  'bank-transfer': { enabledCountries: [] },
  paypal: { ...NO_CREDENTIALS, allowRestrictedCountries: false },
  check: { signatory: null, startingCheck: null, branchId: false, accountNum: false, verified: false, mailing: null },
  venmo: NO_CREDENTIALS,
  'debit-card': { supportedNetworks: ['visa', 'mastercard'] },
  'mobile-wallet': { enabledMobileWalletPayerIds: [] },
};

/**
 * Creates the six methods of a new merchant. A merchant created by its parent starts with a pending bank transfer, and
 * with all methods disabled.
 */
export function fillPayoutMethods(state: State, { merchant }: MerchantStore, now: number): void {
  if (merchant.kind === 'parent') return;
  for (const id of SLUGS) {
    const pending = merchant.made && id === 'bank-transfer';
    state.put('payoutMethod', {
      id,
      merchantId: merchant.id,
      enabled: !merchant.made && (id === 'bank-transfer' || id === 'paypal'),
      status: pending ? 'pending' : 'approved',
      suspended: false,
      approvedAt: pending ? null : now,
      updatedAt: now,
      settings: !merchant.made && id === 'paypal' ? { ...EMPTY.paypal, ...CONFIGURED } : EMPTY[id],
    });
  }
}
