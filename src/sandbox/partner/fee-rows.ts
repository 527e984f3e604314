import { formatMinor } from '../../money.ts';
import type { MerchantStore } from '../merchant-store.ts';
import { getFee } from '../payments/fees.ts';

/** The currencies of a merchant's balances and fees. */
export const BALANCE_CURRENCIES = ['USD', 'EUR', 'GBP', 'CAD', 'AUD', 'NZD'] as const;

/** The routes of each group, by the names of the fee row. `fixedOnly` groups accept no percentage. */
export const FEE_GROUPS = {
  gateway: { types: ['paypal', 'check', 'venmo'], fixedOnly: true },
  bankTransfer: {
    types: ['ach', 'eft', 'sepa', 'iach', 'wire', 'wire_no_fx', 'fps', 'npp', 'becs', 'fpshk'],
    fixedOnly: true,
  },
  debitCard: { types: ['domestic', 'international'], fixedOnly: false },
  mobileWallet: { types: ['mobileWallet'], fixedOnly: false },
} as const;

export type FeeGroup = keyof typeof FEE_GROUPS;

const PERCENT_BASE = {
  domestic: { amount: '1.50', amountType: 'percentage', minimumFee: '0.50' },
  international: { amount: '2.50', amountType: 'percentage', minimumFee: '1.00' },
  mobileWallet: { amount: '2.00', amountType: 'percentage', minimumFee: '0.50' },
};
const FX_MARGIN = { A: '1.50', B: '2.00', C: '2.50' };
const FX_MARGIN_MOBILE_WALLET = '2.00';

export function coverId(currency: string, group: string, type: string): string {
  return `${currency}:${group}:${type}`;
}

/** The service's fees in one currency, and the part that the merchant covers. */
export function feeRow(store: MerchantStore, currency: string): Record<string, unknown> {
  const fixed = (group: FeeGroup) => byType(group, (type) => formatMinor(getFee(type, currency), currency));
  const cover = (group: FeeGroup, type: string) => store.cover.get(coverId(currency, group, type));
  const fixedCover = (group: FeeGroup) => byType(group, (type) => cover(group, type)?.amount ?? '0.00');
  const percentCover = (group: FeeGroup, type: string) => {
    const { amount = '0.00', amountType = 'fixed', maximumFee = null } = cover(group, type) ?? {};
    return { amount, amountType, maximumFee };
  };
  return {
    currencyCode: currency,
    gateway: fixed('gateway'),
    bankTransfer: fixed('bankTransfer'),
    debitCard: { domestic: PERCENT_BASE.domestic, international: PERCENT_BASE.international },
    mobileWallet: PERCENT_BASE.mobileWallet,
    fxMargin: FX_MARGIN,
    fxMarginMobileWallet: FX_MARGIN_MOBILE_WALLET,
    general: {
      merchantCoverAmount: {
        gateway: fixedCover('gateway'),
        bankTransfer: fixedCover('bankTransfer'),
        debitCard: byType('debitCard', (type) => percentCover('debitCard', type)),
        mobileWallet: percentCover('mobileWallet', 'mobileWallet'),
      },
    },
  };
}

function byType<T>(group: FeeGroup, value: (type: string) => T): Record<string, T> {
  return Object.fromEntries(FEE_GROUPS[group].types.map((type) => [type, value(type)]));
}
