import type { MerchantRecord } from '../records.ts';

/** The merchant model of the contract, as webhook deliveries contain it. Without keys. */
export function merchantView(merchant: MerchantRecord): Record<string, unknown> {
  return {
    id: merchant.number,
    merchantId: merchant.id,
    name: merchant.name,
    parentMerchantId: merchant.parentId,
    status: merchant.status,
    phone: merchant.phone,
    website: merchant.website,
    sandbox: merchant.sandbox,
    primaryCurrency: merchant.currency,
    allowedIPs: '',
    allowedDomains: '',
    country: merchant.country,
    region: merchant.region,
  };
}
