import type { PayoutMethodSlug } from '../model.ts';
import { bankTransfer } from './bank-transfer.ts';
import { notPayable } from './not-payable.ts';
import type { PayoutMethod } from './payout-method.ts';
import { paypal } from './paypal.ts';

/** Every payout method of the contract. Only those without a refusal can be paid. */
export const METHODS: Readonly<Record<PayoutMethodSlug, PayoutMethod>> = {
  'bank-transfer': bankTransfer,
  paypal,
  check: notPayable('check', 'checks'),
  venmo: notPayable('venmo', 'Venmo payments'),
  'debit-card': notPayable('debit-card', 'debit card payments'),
  'mobile-wallet': notPayable('mobile-wallet', 'mobile wallet payments'),
};
