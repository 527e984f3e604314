import { bankAccount } from './bank-account.ts';
import { feeCovers } from './fee-covers.ts';
import { onboardingInfo } from './onboarding-info.ts';
import { payoutMethodSetting } from './payout-method.ts';
import { revenueStreams } from './revenue-streams.ts';
import type { Setting } from './setting.ts';
import { webhooks } from './webhooks.ts';
import { widgetColorsSetting } from './widget-colors.ts';

/** The settings of a sub-merchant, in the order in which they are set. */
export const SETTINGS: readonly Setting[] = [
  onboardingInfo,
  bankAccount,
  webhooks,
  widgetColorsSetting,
  payoutMethodSetting('bank-transfer'),
  payoutMethodSetting('paypal'),
  payoutMethodSetting('venmo'),
  payoutMethodSetting('check'),
  payoutMethodSetting('debit-card'),
  payoutMethodSetting('mobile-wallet'),
  feeCovers,
  revenueStreams,
];
