import type { Answer, Call } from '../call.ts';
import { newSecret } from '../ids.ts';
import { readFields } from '../read-fields.ts';
import type { MerchantRecord } from '../records.ts';
import { notFound, refusal } from '../refusal.ts';
import { type Profile, readProfile } from './profile-input.ts';

/** The status of an invalid sandbox create or delete ("invalid parameter"). */
const INVALID_PARAMETER = 403;

/** Creates a production sub-merchant. Only this response contains its keys. */
export function createSubMerchant(call: Call): Answer {
  // The contract lists 404 for this call, and 403 for the sandbox calls.
  if (!call.sandbox.switches.partner) throw notFound('Partner feature');
  const fields = readFields(call.body);
  const profile = readProfile(fields, null);
  fields.refuse();
  const { id, accessKey, secretKey } = enrol(call, profile, false);
  return { merchant: { id, accessKey, secretKey } };
}

/** Creates a sandbox sub-merchant; omitted fields default to the parent's. Returns keys only with `apikey: true`. */
export function createSandboxMerchant(call: Call): Answer {
  refuseWithoutPartner(call);
  const { body, store } = call;
  const fields = readFields(body);
  const apikey = fields.flag('apikey') ?? false;
  const profile = readProfile(fields, store.merchant);
  if (fields.errors.length > 0) {
    const { field, message } = fields.errors[0]!;
    throw refusal('invalid_field', message, { ...(field === undefined ? {} : { field }), status: INVALID_PARAMETER });
  }
  const { id, accessKey, secretKey } = enrol(call, profile, true);
  return { merchant: apikey ? { id, accessKey, secretKey } : { id } };
}

/** Disables its keys; its records are kept. */
export function deleteSandboxMerchant(call: Call): Answer {
  refuseWithoutPartner(call);
  const { body, sandbox, store } = call;
  const { id } = body;
  if (typeof id !== 'string' || id === '')
    throw refusal('invalid_field', 'id must be the id of a sandbox sub-merchant', {
      field: 'id',
      status: INVALID_PARAMETER,
    });
  const found = sandbox.state.byId(id)?.merchant;
  // The merchant that exists from the start cannot be deleted.
  if (!found?.made || found.parentId !== store.merchant.id || found.status === 'deleted') throw notFound('Merchant');
  if (!found.sandbox)
    throw refusal('invalid_field', 'this sub-merchant is not a sandbox one', {
      field: 'id',
      status: INVALID_PARAMETER,
    });
  sandbox.state.enrol({ ...found, status: 'deleted' });
  return {};
}

function refuseWithoutPartner({ sandbox }: Call): void {
  if (!sandbox.switches.partner) throw refusal('not_authorized', 'The partner feature is not enabled');
}

function enrol({ sandbox, store, now }: Call, profile: Profile, isSandbox: boolean): MerchantRecord {
  const { state, newId } = sandbox;
  const { name, website, country, currency, onboarding, complete } = profile;
  const merchant: MerchantRecord = {
    id: newId('M'),
    number: state.count() + 1,
    kind: 'merchant',
    accessKey: newId('AK'),
    secretKey: newSecret(newId),
    country,
    currency,
    name,
    website,
    phone: onboarding.businessPhone ?? '',
    region: onboarding.businessRegion ?? null,
    parentId: store.merchant.id,
    sandbox: isSandbox,
    status: 'pending',
    made: true,
    revenueStream: true,
    createdAt: now,
  };
  sandbox.fill(state.enrol(merchant));
  state.put('setting', { id: 'onboarding', merchantId: merchant.id, value: { ...onboarding, complete } });
  return merchant;
}
