import type { Answer, Call } from '../call.ts';
import type { MerchantStore } from '../merchant-store.ts';
import { readFields } from '../read-fields.ts';
import type { PayoutMethodRecord } from '../records.ts';
import { refusal } from '../refusal.ts';
import { refuseForeignFields, SETTERS, sentFields } from './payout-method-fields.ts';
import { SLUGS } from './payout-method-records.ts';
import { payoutMethodView } from './payout-method-view.ts';

/** At most six, so there is always one page. */
export function listPayoutMethods({ store }: Call): Answer {
  const payoutMethods = SLUGS.map((slug) => payoutMethodView(store.merchant, store.payoutMethod.get(slug)!));
  return { payoutMethods, meta: { page: 1, pages: 1, records: payoutMethods.length } };
}

export function getPayoutMethod(call: Call): Answer {
  return { payoutMethod: payoutMethodView(call.store.merchant, methodOf(call)) };
}

/**
 * Changes the fields that were sent. A client may send back the object from GET: fields that it does not show do not
 * change.
 */
export function updatePayoutMethod(call: Call): Answer {
  const { store, sandbox, now } = call;
  const before = methodOf(call);
  const body = sentFields(before.id, call.body);
  refuseForeignFields(before.id, call.body);
  const fields = readFields(body);
  if (before.id === 'mobile-wallet') refuseUntilApproved(store);
  const enabled = fields.flag('enabled') ?? before.enabled;
  const settings = { ...before.settings, ...SETTERS[before.id](fields, body, before.settings) };
  fields.refuse();
  const after: PayoutMethodRecord = { ...before, enabled, settings, updatedAt: now };
  if (enabled && !before.enabled) refuseUnlessReady(after);
  sandbox.state.put('payoutMethod', after);
  return { payoutMethod: payoutMethodView(store.merchant, after) };
}

function methodOf({ store, params }: Call): PayoutMethodRecord {
  const method = store.payoutMethod.get(params.payoutMethod ?? '');
  if (!method)
    throw refusal('invalid_field', `payoutMethod must be one of ${SLUGS.join(', ')}`, { field: 'payoutMethod' });
  return method;
}

/** Applies to every change of mobile wallets, even if only payer ids change. */
function refuseUntilApproved(store: MerchantStore): void {
  if (store.payoutMethod.get('bank-transfer')?.status === 'approved') return;
  throw refusal(
    'invalid_field',
    'Bank transfer must be approved first: poll GET /v1/payout-methods/bank-transfer and try again',
    { field: 'enabled' },
  );
}

function refuseUnlessReady({ id, status, suspended, settings }: PayoutMethodRecord): void {
  const why =
    status === 'pending'
      ? `${id} is not approved yet: poll GET /v1/payout-methods/${id} and try again`
      : suspended
        ? `${id} is not available to this merchant`
        : settings.credentialsConfigured === false
          ? `${id} needs account, clientId, secret and mode before it is enabled`
          : null;
  if (why !== null) throw refusal('invalid_field', why, { field: 'enabled' });
}
