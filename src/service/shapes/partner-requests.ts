import { z } from 'zod';

/**
 * The bodies of the partner calls: sub-merchants and their settings. The contract's section Endpoints is the source.
 */
const text = z.string();
const filled = text.min(1);
const country = text.regex(/^[A-Z]{2}$/, 'must be a country code of two capital letters');
const currency = text.regex(/^[A-Z]{3}$/, 'must be a currency code');
const url = text.regex(/^https?:\/\/\S+$/i, 'must be a URL');
const whole = text.regex(/^\d{1,15}$/, 'must be a whole number in quotes');
const percentage = text.regex(/^\d{1,3}(\.\d+)?$/, 'must be a percentage in quotes');
const digits = text.regex(/^\d+$/, 'must have digits only');
/** Zero ends a cover. */
const amountOrNothing = text.regex(/^\d+(\.\d{2})?$/, 'must be an amount in quotes, like "1.50"');

export const BUSINESS_CATEGORIES = [
  'online_market',
  'app_store',
  'affiliate_platform',
  'ad_network',
  'crowdfunding',
  'crowdsourcing',
  'share_economy',
  'e-commerce',
  'charity',
  'surveys',
  'rebates',
  'startup',
  'publishing',
  'entertainment',
  'travel',
  'education',
  'manufacturing',
  'business_service',
  'influencer_platform',
  'online_gambling',
  'adult_entertainment',
  'multi_level_marketing',
  'firearms',
  'money_transmitter_service',
  'credit_card_processing',
  'other',
] as const;

/** Payouts a month: a number, or one of the ranges of an earlier description. */
export const PPM_BUCKETS = [
  'less-10',
  '10-50',
  '50-100',
  '100-500',
  '500-1000',
  '1000-10000',
  '10000-100000',
  '100000-more',
] as const;
const ppm = z.union([whole, z.enum(PPM_BUCKETS)]);

const onboarding = z.strictObject({
  businessLegalName: filled,
  businessAsName: filled,
  businessTaxId: filled,
  businessPhone: filled,
  businessWebsite: url,
  businessCategory: z.enum(BUSINESS_CATEGORIES),
  businessCountry: country,
  businessCity: filled,
  businessAddress: filled,
  businessZip: filled,
  businessRegion: filled,
  /** Expected payouts a month in USD. */
  businessTotalMonthly: whole,
  businessPpm: ppm,
  businessIntlPercentage: percentage,
  /** Country codes, separated by commas. */
  expectedPayoutCountries: filled,
});

/** `POST /v1/profile/submerchant`. */
export const newSubMerchant = z
  .strictObject({
    merchant: z.strictObject({ name: filled, website: url, country, currency }),
    onboarding,
  })
  .refine(({ merchant, onboarding: { businessCountry } }) => businessCountry === merchant.country, {
    message: 'must be equal to merchant.country',
    path: ['onboarding', 'businessCountry'],
  });

/** `POST /v1/profile/sandbox`: missing values are the parent's. Without `apikey`, it gets no keys. */
export const newSandboxMerchant = z.strictObject({
  apikey: z.boolean(),
  merchant: z.strictObject({
    name: filled,
    currency,
    website: url.optional(),
    country: country.optional(),
  }),
  onboarding: z.strictObject({ ...onboarding.partial().shape, businessAveragePayout: filled.optional() }).optional(),
});

export const sandboxMerchantId = z.strictObject({ id: filled });

export const onboardingChanges = z.strictObject({
  businessTotalMonthly: whole.optional(),
  businessPpm: ppm.optional(),
});

/** The account that a sub-merchant's funding transfers come from. */
export const merchantBankAccount = z.strictObject({
  accountName: filled,
  currency,
  bankCountry: country,
  branchId: digits,
  bankId: digits,
  institution: digits,
  transit: digits,
  accountNum: digits,
  enabled: z.boolean(),
});

export const WIDGET_COLORS = [
  'primary',
  'success',
  'error',
  'warning',
  'border',
  'heading',
  'text',
  'inputText',
  'inputBorder',
  'subText',
  'background',
] as const;
const color = text.regex(/^#?([0-9a-f]{3}|[0-9a-f]{6})$/i, 'must be a color of three or six hex digits');
export const widgetColors = z.strictObject({ colors: z.partialRecord(z.enum(WIDGET_COLORS), color) });

export const PAYOUT_METHODS = ['bank-transfer', 'paypal', 'check', 'venmo', 'debit-card', 'mobile-wallet'] as const;

const short = text.max(100);
const mailing = z.strictObject({
  name: text.max(40).optional(),
  street1: short.optional(),
  street2: short.optional(),
  city: short.optional(),
  region: short.optional(),
  postal: short.optional(),
  country: z.literal('US').optional(),
});
/** Fields that may not be sent together with a check's verification. */
const CHECK_BANK_DETAILS = ['branchId', 'accountNum', 'signatory', 'startingCheck', 'mailing'] as const;

/**
 * `PATCH /v1/payout-methods/:payoutMethod`: only the changes. The service checks which field belongs to which method.
 */
export const payoutMethodChanges = z
  .strictObject({
    enabled: z.boolean().optional(),
    /** Bank transfer; [] allows every supported country. */
    enabledCountries: z.array(country).optional(),
    /** PayPal and Venmo; the first four are required the first time. */
    mode: z.enum(['live', 'sandbox']).optional(),
    account: filled.optional(),
    clientId: filled.optional(),
    secret: filled.optional(),
    webhookID: filled.optional(),
    allowRestrictedCountries: z.boolean().optional(),
    /** Checks. */
    branchId: filled.optional(),
    accountNum: filled.optional(),
    signatory: filled.optional(),
    startingCheck: text.regex(/^\d{1,6}$/, 'must have up to 6 digits').optional(),
    verification1: filled.optional(),
    verification2: filled.optional(),
    mailing: mailing.optional(),
    /** Debit cards. */
    supportedNetworks: z.array(z.enum(['visa', 'mastercard'])).optional(),
    /** Mobile wallets; [] clears the list. */
    enabledMobileWalletPayerIds: z.array(z.number().int()).optional(),
  })
  .refine(({ verification1, verification2 }) => (verification1 === undefined) === (verification2 === undefined), {
    message: 'goes with verification2: both or neither',
    path: ['verification1'],
  })
  .refine((body) => body.verification1 === undefined || CHECK_BANK_DETAILS.every((name) => body[name] === undefined), {
    message: 'goes without any other bank detail',
    path: ['verification1'],
  });

export const feesQuery = z.strictObject({ currency: currency.optional() });

/** The routes of each fee group; a fixed-only group takes no percentage and no cap. */
export const FEE_ROUTES = {
  gateway: { fixedOnly: true, types: ['paypal', 'check', 'venmo'] },
  bankTransfer: {
    fixedOnly: true,
    types: ['ach', 'eft', 'sepa', 'iach', 'wire', 'wire_no_fx', 'fps', 'npp', 'becs', 'fpshk'],
  },
  debitCard: { fixedOnly: false, types: ['domestic', 'international'] },
  mobileWallet: { fixedOnly: false, types: ['mobileWallet'] },
} as const satisfies Record<string, { fixedOnly: boolean; types: readonly string[] }>;

const { gateway, bankTransfer, debitCard, mobileWallet } = FEE_ROUTES;
const fixedOnly = { currency, amount: amountOrNothing, amountType: z.literal('fixed').optional() };
const fixedOrShare = {
  currency,
  amount: amountOrNothing,
  amountType: z.enum(['fixed', 'percentage']),
  /** Undefined: the stored cap stays. Null: the cap ends. */
  maximumFee: amountOrNothing.nullable().optional(),
};

/** `PATCH /v1/fees`: the cover of one route in one currency. */
export const feeCover = z
  .discriminatedUnion('integration', [
    z.strictObject({ integration: z.literal('gateway'), type: z.enum(gateway.types), ...fixedOnly }),
    z.strictObject({ integration: z.literal('bankTransfer'), type: z.enum(bankTransfer.types), ...fixedOnly }),
    z.strictObject({ integration: z.literal('debitCard'), type: z.enum(debitCard.types), ...fixedOrShare }),
    z.strictObject({ integration: z.literal('mobileWallet'), type: z.enum(mobileWallet.types), ...fixedOrShare }),
  ])
  .refine(({ amountType, amount }) => amountType !== 'percentage' || Number(amount) <= 100, {
    message: 'must be from 0 to 100 where it is a percentage',
    path: ['amount'],
  });

export const routePricingSearch = z.strictObject({ currency: currency.optional() });

/** `POST /v1/fees/revenue-stream/create`: its body is not in the contract, so this is derived from the known facts. */
export const newRevenueStream = z.strictObject({
  currency,
  integration: z.enum(PAYOUT_METHODS),
  routeType: filled,
  merchantAmountType: z.enum(['fixed', 'percentage']),
  merchantAmount: text.regex(/^\d+(\.\d+)?$/, 'must be an amount in quotes, not negative'),
});

export const WEBHOOK_ACTIONS = [
  'created',
  'updated',
  'deleted',
  'processing',
  'completed',
  'failed',
  'returned',
  'processed',
  'password-reset',
  'compliance-check',
  'upload-received',
  'upload-processing',
  'upload-completed',
  '*',
] as const;
/** `merchant` is not in the contract's list, but callbacks for sub-merchant profiles carry this model. */
export const WEBHOOK_MODELS = [
  'user',
  'recipient',
  'upload',
  'batch',
  'payment',
  'recipientAccount',
  'merchant',
  '*',
] as const;

export const newWebhook = z.strictObject({
  action: z.enum(WEBHOOK_ACTIONS),
  model: z.enum(WEBHOOK_MODELS),
  target: url,
});
export const webhookChanges = newWebhook.partial();
