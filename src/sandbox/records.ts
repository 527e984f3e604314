/** What the sandbox keeps. Plain, readonly data; amounts are minor units, times milliseconds since the epoch (UTC). */

export type MerchantStatus =
  | 'approved'
  | 'approved_by_partner'
  | 'suspended'
  | 'deleted'
  | 'pending'
  | 'signup_requested';

export interface MerchantRecord {
  readonly id: string;
  /** The `id` of the merchant model, which is a number. */
  readonly number: number;
  /** A parent's keys make sub-merchants; a merchant's keys do everything else. */
  readonly kind: 'merchant' | 'parent';
  readonly accessKey: string;
  readonly secretKey: string;
  /** Decides route minimums. */
  readonly country: string;
  readonly currency: string;
  readonly name: string;
  readonly website: string;
  readonly phone: string;
  readonly region: string | null;
  /** Null for a parent. */
  readonly parentId: string | null;
  readonly sandbox: boolean;
  readonly status: MerchantStatus;
  /** Made by a call of its parent: a reset forgets it. */
  readonly made: boolean;
  /** May set amounts of its own on the routes. */
  readonly revenueStream: boolean;
  readonly createdAt: number;
}

export type PayoutMethodSlug = 'bank-transfer' | 'paypal' | 'check' | 'venmo' | 'debit-card' | 'mobile-wallet';

/** Secrets and bank details of a payout method are not kept: only that they were given. */
export interface PayoutMethodRecord {
  readonly id: PayoutMethodSlug;
  readonly merchantId: string;
  readonly enabled: boolean;
  readonly status: 'pending' | 'approved';
  readonly suspended: boolean;
  readonly approvedAt: number | null;
  readonly updatedAt: number;
  /** The method's own fields, by the contract's names. */
  readonly settings: Readonly<Record<string, unknown>>;
}

/** What a merchant bears of the service's fee on one route in one currency. Amounts as the contract writes them. */
export interface CoverRecord {
  /** `<currency>:<integration>:<type>` */
  readonly id: string;
  readonly merchantId: string;
  readonly amount: string;
  readonly amountType: 'fixed' | 'percentage';
  readonly maximumFee: string | null;
}

/** What a merchant adds for itself on one route in one currency. */
export interface RevenueStreamRecord {
  readonly id: string;
  readonly merchantId: string;
  /** `<currency>:<integration>:<routeType>` */
  readonly route: string;
  readonly amount: string;
  readonly amountType: 'fixed' | 'percentage';
  readonly capMin: string | null;
  readonly capMax: string | null;
}

/** What a merchant has one of: onboarding, its bank account, the colours of its widget. */
export interface SettingRecord {
  readonly id: 'onboarding' | 'bankAccount' | 'colors';
  readonly merchantId: string;
  readonly value: Readonly<Record<string, unknown>>;
}

export interface SubscriptionRecord {
  readonly id: string;
  readonly merchantId: string;
  readonly action: string;
  readonly model: string;
  readonly target: string;
  /** Keys the signature of every delivery. */
  readonly signingKey: string;
}

/** An event that has still to reach its subscribers. */
export interface EventRecord {
  readonly id: string;
  readonly merchantId: string;
  readonly model: string;
  /** `settled`: every payment's own end. */
  readonly action: string;
  /** The record that it is about; of a batch's payments, the batch. */
  readonly subjectId: string;
  readonly ofPayments: boolean;
  readonly at: number;
}

/** A payment that was made outside the service, and is kept for the tax forms. */
export interface OfflinePaymentRecord {
  readonly id: string;
  readonly merchantId: string;
  readonly recipientId: string;
  readonly amount: string;
  readonly currency: string;
  readonly category: string | null;
  readonly externalId: string | null;
  readonly memo: string | null;
  readonly tags: readonly string[];
  readonly taxReportable: boolean;
  readonly withholdingAmount: string | null;
  readonly withholdingCurrency: string | null;
  readonly processedAt: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly deletedAt: number | null;
}

export interface AddressRecord {
  readonly street1: string | null;
  readonly street2: string | null;
  readonly city: string | null;
  readonly postalCode: string | null;
  readonly country: string | null;
  readonly region: string | null;
  readonly phone: string | null;
}

export interface RecipientRecord {
  readonly id: string;
  readonly merchantId: string;
  readonly referenceId: string;
  readonly type: 'individual' | 'business';
  readonly email: string;
  readonly name: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly language: string;
  readonly dob: string | null;
  readonly passport: string | null;
  readonly governmentId: string | null;
  readonly placeOfBirth: string | null;
  readonly ssn: string | null;
  readonly address: AddressRecord;
  readonly tags: readonly string[];
  readonly contactEmails: readonly string[];
  /** What a caller set with PATCH; null where the status follows from the data. */
  readonly statusSet: 'active' | 'suspended' | null;
  readonly archived: boolean;
  readonly screenedAt: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface AccountRecord {
  readonly id: string;
  readonly merchantId: string;
  readonly recipientId: string;
  readonly type: string;
  readonly primary: boolean;
  /** The contract's fields (iban, accountNum, emailAddress, ...), as they came; those of `mailing` by `mailing.<name>`. */
  readonly fields: Readonly<Record<string, string>>;
  readonly currency: string | null;
  readonly country: string | null;
  readonly createdAt: number;
}

/** One call about a recipient, with bank details and IDs masked. */
export interface ActivityRecord {
  readonly id: string;
  readonly merchantId: string;
  readonly recipientId: string;
  readonly at: number;
  readonly ip: string;
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly request: unknown;
  readonly response: string;
  readonly code: number;
}

export interface BatchRecord {
  readonly id: string;
  readonly merchantId: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly sourceCurrency: string;
  readonly status: 'open' | 'awaiting_approval' | 'processing' | 'complete' | 'failed';
  readonly createdAt: number;
  readonly updatedAt: number;
  /** When prices were last asked for; null before the first quote. */
  readonly quotedAt: number | null;
  readonly quoteExpiredAt: number | null;
  readonly sentAt: number | null;
  readonly completedAt: number | null;
  /** Start was refused for want of funds: it begins by itself when money arrives. */
  readonly waiting: boolean;
  /** How often start-processing was called. */
  readonly startCalls: number;
  /** How often processing began. */
  readonly begun: number;
}

export interface PaymentRecord {
  readonly id: string;
  readonly merchantId: string;
  readonly batchId: string;
  readonly recipientId: string;
  readonly accountId: string | null;
  readonly fixed: 'source' | 'target';
  readonly source: bigint;
  readonly sourceCurrency: string;
  readonly target: bigint;
  readonly targetCurrency: string;
  /** Five decimals. */
  readonly rate: string;
  readonly recipientFees: bigint;
  readonly merchantFees: bigint;
  readonly method: string | null;
  readonly route: string | null;
  readonly coverFees: boolean;
  readonly memo: string;
  readonly externalId: string | null;
  readonly tags: readonly string[];
  readonly category: string | null;
  readonly taxReportable: boolean;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** How it ended where that was not well. */
  readonly outcome: 'failed' | 'returned' | null;
  readonly outcomeAt: number | null;
  readonly reason: string | null;
}

export interface BalanceRecord {
  /** The currency. */
  readonly id: string;
  readonly merchantId: string;
  readonly minor: bigint;
}
