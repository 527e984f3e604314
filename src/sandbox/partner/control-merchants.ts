import type { Answer, ControlCall } from '../call.ts';
import { getStore } from '../control.ts';
import { readFields } from '../read-fields.ts';
import { SLUGS } from './payout-method-records.ts';

const STATUSES = ['approved', 'approved_by_partner', 'suspended', 'pending', 'signup_requested'];

/** Every merchant, without secret keys. */
export function showMerchants({ sandbox }: ControlCall): Answer {
  return {
    ok: true,
    partner: sandbox.switches.partner,
    merchants: [...sandbox.state.all()].map(({ merchant, payoutMethod }) => ({
      id: merchant.id,
      name: merchant.name,
      kind: merchant.kind,
      status: merchant.status,
      sandbox: merchant.sandbox,
      accessKey: merchant.accessKey,
      parentMerchantId: merchant.parentId,
      bankTransfer: payoutMethod.get('bank-transfer')?.status ?? null,
    })),
  };
}

/**
 * `POST /_sandbox/merchants {merchant?, status?, revenueStream?, suspend?, partner?}`: changes that only staff of the
 * service can make. `suspend` lists the suspended payout methods; `partner` enables or disables sub-merchants for all
 * merchants.
 */
export function changeMerchant(call: ControlCall): Answer {
  const { sandbox, now, body } = call;
  const fields = readFields((typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>);
  const status = fields.text('status', { oneOf: STATUSES });
  const revenueStream = fields.flag('revenueStream');
  const partner = fields.flag('partner');
  const suspend = fields.texts('suspend');
  const unknown = suspend?.find((slug) => !(SLUGS as readonly string[]).includes(slug));
  if (unknown !== undefined) fields.wrong('invalid_field', 'suspend', `suspend takes ${SLUGS.join(', ')}`);
  fields.refuse();
  if (partner !== undefined) sandbox.switches.partner = partner;
  const { merchant, payoutMethod } = getStore(call);
  const { state } = sandbox;
  state.enrol({
    ...merchant,
    status: (status as typeof merchant.status) ?? merchant.status,
    revenueStream: revenueStream ?? merchant.revenueStream,
  });
  if (suspend)
    for (const method of [...payoutMethod.all()])
      if (method.suspended !== suspend.includes(method.id))
        state.put('payoutMethod', { ...method, suspended: suspend.includes(method.id), updatedAt: now });
  return showMerchants(call);
}
