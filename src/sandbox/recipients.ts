import { type AccountInput, readAccountFields, withAccountHolder } from './account-input.ts';
import type { Answer, Body, Call } from './call.ts';
import { getScreenedAt } from './compliance.ts';
import { recordsBy } from './merchant-store.ts';
import { paginate } from './paging.ts';
import { embeddedPayments } from './payments/payment-list.ts';
import { readRecipientInput } from './recipient-input.ts';
import { listRecipients } from './recipient-list.ts';
import { recipientView } from './recipient-view.ts';
import type { RecipientRecord } from './records.ts';
import { notFound, refusal } from './refusal.ts';

/** The recipient of the path. Throws not_found. */
export function getRecipientRecord({ store, params }: Call): RecipientRecord {
  const recipient = store.recipient.get(params.id ?? '');
  if (!recipient) throw notFound('Recipient');
  return recipient;
}

export function createRecipient({ store, body, sandbox, now }: Call): Answer {
  const input = readRecipientInput(store, body, null);
  const account = readFirstAccount(body);
  const id = sandbox.newId('R');
  const recipient: RecipientRecord = {
    ...input,
    id,
    merchantId: store.merchant.id,
    referenceId: input.referenceId ?? id,
    archived: false,
    screenedAt: getScreenedAt(input.name, now),
    createdAt: now,
    updatedAt: now,
  };
  sandbox.state.put('recipient', recipient);
  if (account)
    sandbox.state.put('account', {
      ...withAccountHolder(account, recipient.name),
      id: sandbox.newId('A'),
      merchantId: store.merchant.id,
      recipientId: id,
      primary: true,
      createdAt: now,
    });
  return { recipient: recipientView(store, recipient, now) };
}

/** An `account` within a new recipient is its first one. Throws what is wrong with it before anything is created. */
function readFirstAccount({ account }: Body): Omit<AccountInput, 'primary'> | null {
  if (typeof account !== 'object' || account === null || Array.isArray(account)) return null;
  const { primary: _, ...input } = readAccountFields(account as Body);
  return input;
}

export function getRecipient(call: Call): Answer {
  return { recipient: recipientView(call.store, getRecipientRecord(call), call.now) };
}

/** Setting a status on an archived recipient restores it, unless another recipient uses its e-mail address now. */
export function updateRecipient(call: Call): Answer {
  const { store, body, sandbox, now } = call;
  const before = getRecipientRecord(call);
  const input = readRecipientInput(store, body, before);
  const recipient: RecipientRecord = {
    ...before,
    ...input,
    referenceId: input.referenceId ?? before.id,
    archived: before.archived && typeof body.status !== 'string',
    screenedAt: input.name === before.name ? before.screenedAt : getScreenedAt(input.name, now),
    updatedAt: now,
  };
  sandbox.state.put('recipient', recipient);
  return { recipient: recipientView(store, recipient, now) };
}

export function deleteRecipient(call: Call): Answer {
  archive(call, [getRecipientRecord(call)]);
  return { object: 'deleted' };
}

/** All or none: one unknown id refuses the whole call. */
export function deleteRecipients(call: Call): Answer {
  const ids = readIds(call);
  archive(
    call,
    ids.map((id) => getRecipientRecord({ ...call, params: { id } })),
  );
  return { object: 'deleted' };
}

function archive({ sandbox, now }: Call, recipients: readonly RecipientRecord[]): void {
  for (const recipient of recipients)
    sandbox.state.put('recipient', { ...recipient, archived: true, statusSet: null, updatedAt: now });
}

/** `ids` of the body: an array with at least one id. */
export function readIds({ body }: Call): readonly string[] {
  const { ids } = body;
  if (ids === undefined || ids === null || (Array.isArray(ids) && ids.length === 0))
    throw refusal('empty_field', 'ids is required', { field: 'ids' });
  if (!Array.isArray(ids) || !ids.every((id) => typeof id === 'string'))
    throw refusal('invalid_field', 'ids must be an array of strings', { field: 'ids' });
  return [...new Set<string>(ids)];
}

export function searchRecipients({ store, query, now }: Call): Answer {
  const { items, meta } = paginate(listRecipients(store, query, now), query);
  return { recipients: items.map((recipient) => recipientView(store, recipient, now)), meta };
}

/** The fields of a request as the log shows them: an address by its own fields, lists as JSON, values as text. */
function flatFields(request: unknown): readonly (readonly [string, string | boolean])[] {
  if (typeof request !== 'object' || request === null) return [];
  return Object.entries(request).flatMap(([name, value]) => {
    if (name === 'address')
      return flatFields(value).map(([field, text]) => [field === 'country' ? 'countryCode' : field, text] as const);
    const shown = typeof value === 'string' || typeof value === 'boolean' ? value : JSON.stringify(value);
    return [[name, shown] as const];
  });
}

/** The log's word for a call. The log has calls that only read, too. */
const LOG_TYPES: Readonly<Record<string, string>> = { POST: 'create', GET: 'read', DELETE: 'delete' };

/**
 * Returned under both names: `activities` of the contract, and `recipientLogs`, which the service was seen to use.
 * Newest first.
 */
export function recipientLogs(call: Call): Answer {
  const { id } = getRecipientRecord(call);
  const { items, meta } = paginate(recordsBy(call.store.activity, 'recipient', id).reverse(), call.query);
  const activities = items.map(({ ip, url, method, headers, request, response, code, at }) => ({
    ip,
    url,
    method,
    headers,
    request,
    response,
    code,
    source: 'api',
    via: 'apikey',
    type: LOG_TYPES[method] ?? 'update',
    fields: flatFields(request).map(([name, newValue]) => ({ name, oldValue: null, newValue })),
    ipAddress: ip,
    userId: null,
    testMode: call.sandbox.provider === 'sandbox',
    createdAt: new Date(at).toISOString(),
  }));
  return { activities, recipientLogs: activities, meta };
}

export function recipientPayments(call: Call): Answer {
  const { id } = getRecipientRecord(call);
  const payments = recordsBy(call.store.payment, 'recipient', id).reverse();
  return embeddedPayments(call, payments);
}
