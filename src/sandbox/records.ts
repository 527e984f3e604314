/** What the sandbox keeps. Plain, readonly data; amounts are minor units, times milliseconds since the epoch (UTC). */

export interface MerchantRecord {
  readonly id: string;
  /** A parent's keys make sub-merchants; a merchant's keys do everything else. */
  readonly kind: 'merchant' | 'parent';
  readonly accessKey: string;
  readonly secretKey: string;
  /** Decides route minimums. */
  readonly country: string;
  readonly currency: string;
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
  /** The contract's fields (iban, accountNum, emailAddress, ...), as they came. */
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
  readonly status: 'open' | 'processing' | 'complete' | 'failed';
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
