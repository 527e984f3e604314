import type { Sandbox } from './call.ts';
import type { MerchantStore } from './merchant-store.ts';
import type { MerchantRecord } from './records.ts';

/** The service's approval: activates the sub-merchant and approves its pending bank transfer. */
export function approve({ state }: Sandbox, books: MerchantStore, now: number): void {
  const method = books.payoutMethod.get('bank-transfer');
  if (method?.status === 'pending')
    state.put('payoutMethod', { ...method, status: 'approved', approvedAt: now, updatedAt: now });
  if (books.merchant.status !== 'approved') state.enrol({ ...books.merchant, status: 'approved' });
}

/** Approves a pending sub-merchant after `approveMs`. */
export function approveDue(sandbox: Sandbox, merchant: MerchantRecord, now: number): void {
  if (sandbox.approveMs === null || merchant.status !== 'pending') return;
  const books = sandbox.state.byId(merchant.id);
  const at = merchant.createdAt + sandbox.approveMs;
  if (books && at <= now) approve(sandbox, books, at);
}
