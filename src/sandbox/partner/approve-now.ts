import type { Answer, ControlCall } from '../call.ts';
import { getStore } from '../control.ts';
import { approve } from '../merchant-approval.ts';
import type { MerchantStore } from '../merchant-store.ts';
import { refusal } from '../refusal.ts';
import { SLUGS } from './payout-method-records.ts';

/**
 * `POST /_sandbox/approve {merchant?, payoutMethod?}`: approves one sub-merchant (by id, access key or name), or all
 * that are pending; with `payoutMethod`, only that method.
 */
export function approveNow(call: ControlCall): Answer {
  const { sandbox, now, body } = call;
  const { merchant, payoutMethod } = (body ?? {}) as { merchant?: unknown; payoutMethod?: unknown };
  if (payoutMethod !== undefined && !SLUGS.includes(payoutMethod as (typeof SLUGS)[number]))
    throw refusal('invalid_field', `payoutMethod is one of ${SLUGS.join(', ')}`, { field: 'payoutMethod' });
  const chosen = merchant === undefined ? [...sandbox.state.all()].filter(isPending) : [getStore(call)];
  for (const store of chosen) {
    const method = payoutMethod === undefined ? undefined : store.payoutMethod.get(payoutMethod as string);
    if (payoutMethod === undefined) approve(sandbox, store, now);
    else if (method)
      sandbox.state.put('payoutMethod', { ...method, status: 'approved', approvedAt: now, updatedAt: now });
  }
  return { ok: true, approved: chosen.map(({ merchant: { id } }) => id) };
}

function isPending({ merchant, payoutMethod }: MerchantStore): boolean {
  if (merchant.kind === 'parent' || merchant.status === 'deleted') return false;
  return merchant.status === 'pending' || payoutMethod.get('bank-transfer')?.status === 'pending';
}
