import { type MerchantStore, recordsBy } from './merchant-store.ts';
import type { AccountRecord } from './records.ts';

/** The account that receives a recipient's payments; null if there is none. */
export function primaryAccount(store: MerchantStore, recipientId: string): AccountRecord | null {
  for (const id of store.account.by('recipient', recipientId)) {
    const account = store.account.get(id)!;
    if (account.primary) return account;
  }
  return null;
}

/** All accounts of a recipient, the primary one first. */
export function getAccountRecords(store: MerchantStore, recipientId: string): AccountRecord[] {
  return recordsBy(store.account, 'recipient', recipientId).sort((a, b) => Number(b.primary) - Number(a.primary));
}
