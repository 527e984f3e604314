import type { Sandbox } from './call.ts';
import type { MerchantStore } from './merchant-store.ts';
import type { MerchantRecord } from './records.ts';

/** The service's approval: activates the sub-merchant and approves its pending bank transfer. */
export function approve({ state }: Sandbox, store: MerchantStore, now: number): void {
  const method = store.payoutMethod.get('bank-transfer');
  if (method?.status === 'pending')
    state.put('payoutMethod', { ...method, status: 'approved', approvedAt: now, updatedAt: now });
  if (store.merchant.status !== 'approved') state.enrol({ ...store.merchant, status: 'approved' });
}

/** Approves a pending sub-merchant after `approveMs`. */
export function approveDue(sandbox: Sandbox, merchant: MerchantRecord, now: number): void {
  if (sandbox.approveMs === null || merchant.status !== 'pending') return;
  const store = sandbox.state.byId(merchant.id);
  const at = merchant.createdAt + sandbox.approveMs;
  if (store && at <= now) approve(sandbox, store, at);
}
