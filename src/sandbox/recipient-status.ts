import { screen } from './compliance.ts';
import type { MerchantStore } from './merchant-store.ts';
import { primaryAccount } from './primary-account.ts';
import type { RecipientRecord } from './records.ts';

export type RecipientStatus = 'incomplete' | 'active' | 'suspended' | 'archived' | 'blocked';

export interface RecipientState {
  readonly status: RecipientStatus;
  /** Missing data that prevents payments to the recipient; empty if the data is complete. */
  readonly inactiveReasons: Readonly<Record<string, string>>;
  /** Whether a batch with a payment to them can be processed. */
  readonly payable: boolean;
}

/** A recipient becomes active with a primary account and a country in the address. */
export function recipientState(store: MerchantStore, recipient: RecipientRecord): RecipientState {
  const missing: Record<string, string> = {};
  if (!primaryAccount(store, recipient.id)) missing.primaryAccount = 'missing';
  if (recipient.address.country === null) missing.countryCode = 'missing';
  const complete = Object.keys(missing).length === 0;
  const compliance = screen(recipient.name);
  const status = recipient.archived
    ? 'archived'
    : compliance === 'blocked'
      ? 'blocked'
      : (recipient.statusSet ?? (complete ? 'active' : 'incomplete'));
  return {
    status,
    inactiveReasons: missing,
    payable: complete && status === 'active' && compliance === 'verified',
  };
}
