/**
 * The records of the sandbox: plain, readonly data. Amounts are minor units, times are milliseconds since the epoch
 * (UTC).
 */

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
  /** A parent's keys create sub-merchants; a merchant's keys are for all other calls. */
  readonly kind: 'merchant' | 'parent';
  readonly accessKey: string;
  readonly secretKey: string;
  /** Determines route minimums. */
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
  /** Created by a call of its parent: a reset removes it. */
  readonly made: boolean;
  /** May add amounts of its own on the routes. */
  readonly revenueStream: boolean;
  readonly createdAt: number;
}

export type PayoutMethodSlug = 'bank-transfer' | 'paypal' | 'check' | 'venmo' | 'debit-card' | 'mobile-wallet';

/** Secrets and bank details of a payout method are not stored, only whether they were sent. */
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

/** The part of the service's fee that a merchant covers, for one route and currency. Amounts as in the contract. */
export interface CoverRecord {
  /** `<currency>:<integration>:<type>` */
  readonly id: string;
  readonly merchantId: string;
  readonly amount: string;
  readonly amountType: 'fixed' | 'percentage';
  readonly maximumFee: string | null;
}

/** The amount that a merchant adds for itself, on one route in one currency. */
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

/** Settings that a merchant has once each: onboarding, its bank account, the colors of its widget. */
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
  /** The key that signs every delivery. */
  readonly signingKey: string;
}

/** An event with deliveries that are not done. */
export interface EventRecord {
  readonly id: string;
  readonly merchantId: string;
  readonly model: string;
  /** `settled`: each payment's own outcome. */
  readonly action: string;
  /** Id of the record of the event; for events of a batch's payments, that of the batch. */
  readonly subjectId: string;
  readonly ofPayments: boolean;
  readonly at: number;
}

/** A payment that was made outside the service, recorded for tax forms. */
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

export interface GovernmentIdRecord {
  readonly country: string | null;
  readonly type: string | null;
  readonly value: string;
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
  /** The list that a client sent last; null if it sent `governmentId` alone. */
  readonly governmentIds: readonly GovernmentIdRecord[] | null;
  readonly placeOfBirth: string | null;
  readonly ssn: string | null;
  readonly address: AddressRecord;
  readonly tags: readonly string[];
  readonly contactEmails: readonly string[];
  /** The status that a client set with PATCH; null if it follows from the data. */
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
  /** The contract's fields (iban, accountNum, emailAddress, ...) as sent; those of `mailing` by `mailing.<name>`. */
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
  /** Time of the last quote; null before the first one. */
  readonly quotedAt: number | null;
  readonly quoteExpiredAt: number | null;
  readonly sentAt: number | null;
  readonly completedAt: number | null;
  /** The start was refused for insufficient funds: it starts automatically when funds arrive. */
  readonly waiting: boolean;
  /** An approver has approved it in the service, and the balance did not cover it then. */
  readonly approved?: boolean;
  /** Number of calls of start-processing. */
  readonly startCalls: number;
  /** Number of times that processing began. */
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
  /** Outcome of a payment that failed or was returned; otherwise null. */
  readonly outcome: 'failed' | 'returned' | null;
  readonly outcomeAt: number | null;
  readonly reason: string | null;
}

export interface BalanceRecord {
  /** The currency. */
  readonly id: string;
  readonly merchantId: string;
  readonly minor: bigint;
  /** False until it is used: the balance exists, and no list shows it. */
  readonly used?: boolean;
}
