import type { PayoutMethodSlug } from '../model.ts';
import { bankTransfer } from './bank-transfer.ts';
import { mailedCheck } from './mailed-check.ts';
import type { PayoutMethod } from './payout-method.ts';
import { paypal } from './paypal.ts';
import { debitCard, mobileWallet, venmo } from './set-up-by-recipient.ts';

/** Every payout method of the contract. Payrun can add accounts only of methods whose `setUpByRecipient` is null. */
export const METHODS: Readonly<Record<PayoutMethodSlug, PayoutMethod>> = {
  'bank-transfer': bankTransfer,
  paypal,
  check: mailedCheck,
  venmo,
  'debit-card': debitCard,
  'mobile-wallet': mobileWallet,
};
