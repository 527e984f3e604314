import { z } from 'zod';

/** A positive number in quotes, with two decimals or none (contract, conventions). */
const amount = z.string().regex(/^(?=.*[1-9])\d+(\.\d{2})?$/, 'must be a positive amount like "10.00"');
const currency = z.string().regex(/^[A-Z]{3}$/, 'must be a currency code');
const text = z.string();
const page = { page: z.number().int().min(1).optional(), pageSize: z.number().int().min(1).max(1000).optional() };

export const pageQuery = z.strictObject(page);
export const searchQuery = z.strictObject({ ...page, search: text.optional() });

export const recipientsQuery = z.strictObject({
  ...page,
  search: text.optional(),
  name: text.optional(),
  email: text.optional(),
  referenceId: text.optional(),
  startDate: text.optional(),
  endDate: text.optional(),
  status: text.optional(),
  complianceStatus: z.enum(['pending', 'verified', 'blocked']).optional(),
  country: text.optional(),
  payoutMethod: text.optional(),
  currency: currency.optional(),
  orderBy: z.enum(['name', 'email', 'referenceId', 'payoutMethod', 'createdAt', 'updatedAt']).optional(),
  sortBy: z.enum(['asc', 'desc']).optional(),
});

export const paymentsQuery = z.strictObject({
  ...page,
  search: text.optional(),
  recipientId: text.optional(),
  batchId: text.optional(),
  status: text.optional(),
});

export const ids = z.strictObject({ ids: z.array(text.min(1)).min(1) });

export const newRecipient = z.looseObject({
  type: z.enum(['individual', 'business']),
  email: text.min(1),
  referenceId: text.optional(),
  name: text.optional(),
  firstName: text.optional(),
  lastName: text.optional(),
  dob: text.optional(),
  language: text.optional(),
  governmentId: text.optional(),
  /** The newer form of `governmentId`, sent along with it. */
  governmentIds: z.array(z.looseObject({ country: text, type: text, value: text })).optional(),
  address: z.record(z.string(), z.unknown()).optional(),
  passport: text.optional(),
  phone: text.optional(),
});

export const recipientChanges = z.looseObject({ ...newRecipient.partial().shape, status: text.optional() });

/** The rules in src/rules say which of them a country needs. */
const accountFields = {
  primary: z.boolean().optional(),
  currency: text.optional(),
  country: text.optional(),
  accountHolderName: text.optional(),
  accountNum: text.optional(),
  bankId: text.optional(),
  branchId: text.optional(),
  iban: text.optional(),
  swiftBic: text.optional(),
  bankName: text.optional(),
  bankAddress: text.optional(),
  bankCity: text.optional(),
  bankRegion: text.optional(),
  emailAddress: text.optional(),
  mailing: z.record(z.string(), z.unknown()).optional(),
};

/** The payout methods build it: see `payload` in src/payout-methods. */
export const newAccount = z.looseObject({ type: text.min(1), ...accountFields });

export const accountChanges = z.looseObject(accountFields);

const recipientOfPayment = z.union([
  z.strictObject({ id: text.min(1) }),
  z.strictObject({ email: text.min(1) }),
  z.strictObject({ referenceId: text.min(1) }),
]);

/** The debit or the target amount: exactly one side is fixed. */
export const newPayment = z
  .looseObject({
    recipient: recipientOfPayment,
    amount: amount.optional(),
    currency: currency.optional(),
    targetAmount: amount.optional(),
    targetCurrency: currency.optional(),
    memo: text.max(1024).optional(),
    externalId: text.optional(),
    tags: z.array(text).optional(),
    coverFees: z.boolean().optional(),
    category: text.optional(),
    taxReportable: z.boolean().optional(),
  })
  .refine((payment) => (payment.amount === undefined) !== (payment.targetAmount === undefined), {
    message: 'needs either amount or targetAmount',
  });

export const paymentChanges = z.looseObject({
  amount: amount.optional(),
  currency: currency.optional(),
  targetAmount: amount.optional(),
  targetCurrency: currency.optional(),
  memo: text.max(1024).optional(),
  tags: z.array(text).optional(),
});

const batchFields = { description: text.optional(), tags: z.array(text).optional() };

export const newBatch = z.strictObject({
  ...batchFields,
  sourceCurrency: currency,
  payments: z.array(newPayment).optional(),
});

export const batchChanges = z.strictObject({ ...batchFields, sourceCurrency: currency.optional() });
