import { z } from 'zod';

/**
 * Fields that Payrun relies on are strict, unknown keys pass, and amounts and rates are strings: a JSON number is an
 * error.
 */
const amount = z.string().regex(/^-?\d+(\.\d+)?$/, 'must be an amount in quotes');
const rate = z.string().regex(/^\d+(\.\d+)?$/, 'must be a rate in quotes');
const text = z.string();
const maybeText = text.nullish();
const id = text.min(1);

/**
 * A field that the contract promises and Payrun does not rely on. It is part of the OpenAPI document, but an odd value
 * never refuses an answer.
 */
const oneOfTypes = (...types: readonly ('string' | 'number' | 'boolean' | 'object' | 'array' | 'null')[]) =>
  z
    .unknown()
    .meta(types.length === 0 ? {} : { type: types })
    .optional();
const textOrNull = oneOfTypes('string', 'null');
const listOrNull = oneOfTypes('array', 'null');
const objectOrNull = oneOfTypes('object', 'null');

/** Every success has it; the client has checked that it is true. */
const ok = z.literal(true);

export const done = z.looseObject({ ok });

export const meta = z.looseObject({
  page: z.number().int(),
  pages: z.number().int(),
  records: z.number().int(),
});

export const accountShape = z.looseObject({
  /** The contract's name; newer replies have `id` too. */
  recipientAccountId: id.optional(),
  id: id.optional(),
  type: maybeText,
  primary: z.boolean().optional(),
  currency: maybeText,
  country: maybeText,
  status: maybeText,
  accountHolderName: textOrNull,
  accountNum: textOrNull,
  bankId: textOrNull,
  branchId: textOrNull,
  iban: textOrNull,
  swiftBic: textOrNull,
  bankName: textOrNull,
  bankAddress: textOrNull,
  bankCity: textOrNull,
  bankRegion: textOrNull,
  emailAddress: textOrNull,
  mailing: objectOrNull,
});

export const recipientShape = z.looseObject({
  id,
  referenceId: maybeText,
  email: maybeText,
  name: maybeText,
  type: maybeText,
  status: text,
  complianceStatus: maybeText,
  inactiveReasons: z.unknown().optional(),
  routeType: maybeText,
  routeMinimum: maybeText,
  payoutMethod: maybeText,
  accounts: z.array(accountShape).nullish(),
  updatedAt: maybeText,
  firstName: textOrNull,
  lastName: textOrNull,
  compliance: objectOrNull,
  gravatarUrl: textOrNull,
  language: textOrNull,
  dob: textOrNull,
  passport: textOrNull,
  governmentId: textOrNull,
  governmentIds: listOrNull,
  placeOfBirth: textOrNull,
  ssn: textOrNull,
  address: objectOrNull,
  tags: listOrNull,
  contactEmails: listOrNull,
  estimatedFees: textOrNull,
  primaryCurrency: textOrNull,
  createdAt: textOrNull,
});

/** The recipient as embedded in a payment; only its id is required. */
const paidRecipient = z.looseObject({ id, referenceId: maybeText, email: maybeText });

export const paymentShape = z.looseObject({
  id,
  status: text,
  externalId: maybeText,
  recipient: paidRecipient.nullish(),
  batch: z.looseObject({ id }).nullish(),
  amount: amount.nullish(),
  currency: maybeText,
  sourceAmount: amount.nullish(),
  sourceCurrency: maybeText,
  targetAmount: amount.nullish(),
  targetCurrency: maybeText,
  exchangeRate: rate.nullish(),
  fees: amount.nullish(),
  recipientFees: amount.nullish(),
  merchantFees: amount.nullish(),
  coverFees: oneOfTypes('boolean', 'null'),
  memo: maybeText,
  routeType: maybeText,
  routeMinimum: maybeText,
  failureMessage: maybeText,
  errors: z.unknown().optional(),
  returnedAmount: amount.nullish(),
  returnedAt: maybeText,
  returnedReason: z.unknown().optional(),
  returnedNote: maybeText,
  compliance: z.looseObject({ status: maybeText }).nullish(),
  processedAt: maybeText,
  estimatedDeliveryAt: maybeText,
  fxRate: textOrNull,
  sourceCurrencyName: textOrNull,
  targetCurrencyName: textOrNull,
  createdAt: textOrNull,
  updatedAt: textOrNull,
  isSupplyPayment: oneOfTypes('boolean', 'null'),
  tags: listOrNull,
  category: textOrNull,
  taxReportable: oneOfTypes('boolean', 'null'),
  account: objectOrNull,
  payoutMethod: textOrNull,
  methodDisplay: textOrNull,
  initiatedAt: textOrNull,
  settledAt: textOrNull,
  merchantId: textOrNull,
  checkNumber: textOrNull,
  withholdingAmount: amount.nullish(),
});

export const offlinePayment = z.looseObject({
  id,
  amount: amount.nullish(),
  currency: maybeText,
  recipientId: maybeText,
  externalId: maybeText,
  memo: maybeText,
  category: textOrNull,
  tags: listOrNull,
  taxReportable: oneOfTypes('boolean', 'null'),
  withholdingAmount: textOrNull,
  withholdingCurrency: textOrNull,
  equivalentWithholdingAmount: textOrNull,
  equivalentWithholdingCurrency: textOrNull,
  processedAt: textOrNull,
  createdAt: textOrNull,
  updatedAt: textOrNull,
  deletedAt: textOrNull,
});

export const batchShape = z.looseObject({
  id,
  status: text,
  tags: z.array(text).nullish(),
  amount: amount.nullish(),
  currency: maybeText,
  totalPayments: z.number().int().nullish(),
  description: maybeText,
  quoteExpiredAt: maybeText,
  sentAt: maybeText,
  completedAt: maybeText,
  createdAt: maybeText,
  updatedAt: maybeText,
  /**
   * Its first page, in answers that carry payments. Payments are read from their own list, so an odd one is ignored.
   */
  payments: z
    .looseObject({ payments: z.array(paymentShape), meta })
    .nullish()
    .catch(undefined),
});

const summaryLine = z.looseObject({
  count: z.number().int().nullish(),
  totalFees: amount.nullish(),
  merchantFees: amount.nullish(),
  billedFees: amount.nullish(),
  debitAmount: amount.nullish(),
  sendingAmount: amount.nullish(),
  totalWithheld: amount.nullish(),
});

export const batchSummary = z.looseObject({
  batchId: maybeText,
  /** By payout method. Payrun relies on the total, so an odd line is ignored. */
  detail: z.record(z.string(), summaryLine).nullish().catch(undefined),
  total: summaryLine.nullish(),
  balances: z.array(z.looseObject({ currency: maybeText, amount: textOrNull, method: maybeText })).nullish(),
});

export const balance = z.looseObject({
  type: maybeText,
  currency: text,
  /** Null if the balance cannot be read (src/service/shapes/tolerances.ts). */
  amount: amount.nullable(),
  primary: z.boolean().nullish(),
  pendingCredit: amount.nullish(),
  pendingDebit: amount.nullish(),
  accountNumber: textOrNull,
  display: textOrNull,
  amountPending: textOrNull,
  amountCleared: textOrNull,
  provider: textOrNull,
});

export const recipientAnswer = z.looseObject({ ok, recipient: recipientShape });
export const recipientsAnswer = z.looseObject({ ok, recipients: z.array(recipientShape), meta });
export const accountAnswer = z.looseObject({ ok, account: accountShape });
export const accountsAnswer = z.looseObject({ ok, accounts: z.array(accountShape) });
/** The service was seen to answer `{ok, object: 'updated'}` if only `primary` was set. */
export const accountChangeAnswer = z.looseObject({ ok, account: accountShape.optional(), object: maybeText });
export const paymentAnswer = z.looseObject({ ok, payment: paymentShape });
export const paymentsAnswer = z.looseObject({ ok, payments: z.array(paymentShape), meta });
export const offlinePaymentsAnswer = z.looseObject({
  ok,
  offlinePayments: z.array(offlinePayment),
  meta: meta.optional(),
});
export const batchAnswer = z.looseObject({ ok, batch: batchShape });
export const batchesAnswer = z.looseObject({ ok, batches: z.array(batchShape), meta });
export const summaryAnswer = z.looseObject({ ok, batchSummary });
export const balancesAnswer = z.looseObject({ ok, balances: z.array(balance) });

const logEntry = z.looseObject({
  method: maybeText,
  url: maybeText,
  code: z.number().nullish(),
  createdAt: maybeText,
  ip: textOrNull,
  headers: objectOrNull,
  request: oneOfTypes(),
  response: textOrNull,
  source: textOrNull,
  testMode: oneOfTypes('boolean', 'null'),
});
/** The contract says `activities`, the real answer has `recipientLogs`. */
export const recipientLogsAnswer = z
  .looseObject({ ok, recipientLogs: z.array(logEntry).optional(), activities: z.array(logEntry).optional(), meta })
  .transform((answer) => ({ ...answer, logs: answer.recipientLogs ?? answer.activities ?? [] }));

export type Recipient = z.output<typeof recipientShape>;
export type Account = z.output<typeof accountShape>;
export type RemotePayment = z.output<typeof paymentShape>;
export type RemoteBatch = z.output<typeof batchShape>;
export type BatchSummary = z.output<typeof batchSummary>;
export type Balance = z.output<typeof balance>;
