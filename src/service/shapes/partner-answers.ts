import { z } from 'zod';
import { meta } from './answer-shapes.ts';

/**
 * The answers of the partner calls. Fields that Payrun relies on are strict, unknown keys pass; an amount that is a
 * number is an error.
 */
const ok = z.literal(true);
const text = z.string();
const maybeText = text.nullish();
const amount = text.regex(/^-?\d+(\.\d+)?$/, 'must be an amount in quotes');
const amounts = z.record(z.string(), amount);

/** The service shows keys only once, so any form of them is accepted; a strict rule could lose them. */
const key = text.min(1);
const merchantId = z.union([text.min(1), z.number().transform(String)]);
export const newKeysAnswer = z.looseObject({
  ok,
  merchant: z.looseObject({ id: merchantId, accessKey: key, secretKey: key }),
});
/** Has keys only if `apikey` asked for them. */
export const newSandboxMerchantAnswer = z.looseObject({
  ok,
  merchant: z.looseObject({ id: merchantId, accessKey: key.nullish(), secretKey: key.nullish() }),
});

/** The account that funds a balance. Further fields of the bank may follow. */
const fundingItem = z.looseObject({
  accountAddress: maybeText,
  accountCity: maybeText,
  accountCountryCode: maybeText,
  accountCurrency: maybeText,
  accountName: maybeText,
  accountNum: maybeText,
  accountPostalCode: maybeText,
  accountRegion: maybeText,
  bankAddress: maybeText,
  bankCity: maybeText,
  bankCountry: maybeText,
  bankCountryCode: maybeText,
  bankName: maybeText,
  bankPostalCode: maybeText,
  bankRegion: maybeText,
  institution: maybeText,
  referenceMemo: maybeText,
  routingNumber: maybeText,
});
export const fundingAnswer = z.looseObject({ ok, info: z.array(fundingItem) });

const bankAccountRecord = z.looseObject({
  currency: maybeText,
  accountName: maybeText,
  bankName: maybeText,
  bankAddress: maybeText,
  bankCity: maybeText,
  bankPostalCode: maybeText,
  bankRegion: maybeText,
  fileLink: maybeText,
  completed: z.boolean().nullish(),
  enabled: z.boolean().nullish(),
  iban: maybeText,
  accountNum: maybeText,
  swiftBic: maybeText,
  branchId: maybeText,
  bankId: maybeText,
  country: maybeText,
});
export const bankAccountAnswer = z.looseObject({ ok, merchantBankAccount: bankAccountRecord });

export const payoutMethod = z.looseObject({
  integration: text.min(1),
  enabled: z.boolean(),
  /** `pending` or `approved`; only bank transfer is ever pending. */
  status: text.min(1),
  suspended: z.boolean().nullish(),
  approvedAt: maybeText,
  updatedAt: maybeText,
  enabledCountries: z.array(text).nullish(),
  /** Settings of the method, which never include credentials or account numbers. */
  settings: z.record(z.string(), z.unknown()).nullish(),
});
export const payoutMethodAnswer = z.looseObject({ ok, payoutMethod });
export const payoutMethodsAnswer = z.looseObject({ ok, payoutMethods: z.array(payoutMethod), meta: meta.optional() });

export const walletPayer = z.looseObject({ id: z.number().int(), name: maybeText, country: maybeText });
/** The contract has only its path, so the code relies on nothing but `ok`. */
export const walletPayersAnswer = z.looseObject({ ok, mobileWalletPayers: z.array(walletPayer).nullish() });

const share = z.looseObject({ amount, amountType: maybeText, minimumFee: amount.nullish() });
const cover = z.looseObject({ amount, amountType: maybeText, maximumFee: amount.nullish() });
export const feeRow = z.looseObject({
  currencyCode: text.min(1),
  /** By route: `gateway.paypal`, `bankTransfer.sepa`. */
  gateway: amounts.nullish(),
  bankTransfer: amounts.nullish(),
  debitCard: z.record(z.string(), share).nullish(),
  mobileWallet: share.nullish(),
  /** By rate group. */
  fxMargin: amounts.nullish(),
  fxMarginMobileWallet: amount.nullish(),
  general: z
    .looseObject({
      merchantCoverAmount: z
        .looseObject({
          gateway: amounts.nullish(),
          bankTransfer: amounts.nullish(),
          debitCard: z.record(z.string(), cover).nullish(),
          mobileWallet: cover.nullish(),
        })
        .nullish(),
    })
    .nullish(),
});
export const feesAnswer = z.looseObject({ ok, fees: z.array(feeRow) });
export const feeAnswer = z.looseObject({ ok, fee: feeRow });

const bounds = z.looseObject({ min: amount.nullish(), max: amount.nullish() });
export const routePrice = z.looseObject({
  currencyCode: maybeText,
  integration: maybeText,
  routeType: maybeText,
  merchantAmountType: maybeText,
  merchantAmount: amount.nullish(),
  guardrails: z.looseObject({ fixed: bounds.nullish(), percentage: bounds.nullish() }).nullish(),
  percentCap: bounds.nullish(),
  /** Null if the route has no amount yet. */
  revenueShareId: maybeText,
});
export const routePricingAnswer = z.looseObject({
  ok,
  fees: z.array(
    z.looseObject({
      currencyCode: text.min(1),
      /** By group (`bankTransfer`), then by route (`sepa`). */
      revenueStream: z.record(z.string(), z.record(z.string(), routePrice)),
    }),
  ),
});

export const webhook = z.looseObject({
  id: text.min(1),
  action: text,
  model: text,
  target: text,
  /** Signs its deliveries; not in the contract's answer. */
  signingKey: maybeText,
});
export const webhookAnswer = z.looseObject({ ok, subscription: webhook });
export const webhooksAnswer = z.looseObject({ ok, subscriptions: z.array(webhook) });
/** The contract's PATCH answers with the fields themselves, all other calls with `subscription`; both are read. */
export const webhookChangeAnswer = z
  .looseObject({
    ok,
    action: maybeText,
    model: maybeText,
    target: maybeText,
    subscription: webhook.partial().nullish(),
  })
  .transform(({ ok: done, action, model, target, subscription }) => ({
    ok: done,
    action: subscription?.action ?? action ?? null,
    model: subscription?.model ?? model ?? null,
    target: subscription?.target ?? target ?? null,
  }));

export type PayoutMethodRecord = z.output<typeof payoutMethod>;
export type FeeRow = z.output<typeof feeRow>;
export type FundingItem = z.output<typeof fundingItem>;
export type RoutePrice = z.output<typeof routePrice>;
export type Webhook = z.output<typeof webhook>;
