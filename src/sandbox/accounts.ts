import { readAccountFields, withAccountHolder } from './account-input.ts';
import { accountView } from './account-view.ts';
import type { Answer, Call } from './call.ts';
import { repriceRecipient } from './payments/reprice.ts';
import { getAccountRecords, primaryAccount } from './primary-account.ts';
import { getRecipientRecord } from './recipients.ts';
import type { AccountRecord } from './records.ts';
import { notFound, refusal } from './refusal.ts';

function accountOf(call: Call): AccountRecord {
  const { id } = getRecipientRecord(call);
  const account = call.store.account.get(call.params.accountId ?? '');
  if (account?.recipientId !== id) throw notFound('Recipient account');
  return account;
}

/** The first account becomes the primary one. A later account with `primary: true` replaces it. */
export function createAccount(call: Call): Answer {
  const { store, body, sandbox, now } = call;
  const recipient = getRecipientRecord(call);
  const { primary, ...input } = readAccountFields(body);
  const first = store.account.by('recipient', recipient.id).size === 0;
  const account: AccountRecord = {
    ...withAccountHolder(input, recipient.name),
    id: sandbox.newId('A'),
    merchantId: store.merchant.id,
    recipientId: recipient.id,
    primary: first || primary === true,
    createdAt: now,
  };
  if (account.primary) demote(call, recipient.id);
  sandbox.state.put('account', account);
  touch(call);
  return { account: accountView(account) };
}

export function listAccounts(call: Call): Answer {
  return { accounts: getAccountRecords(call.store, getRecipientRecord(call).id).map(accountView) };
}

export function getAccount(call: Call): Answer {
  return { account: accountView(accountOf(call)) };
}

/** A changed bank field creates an account with a new id and removes the old one; `primary` alone keeps the id. */
export function updateAccount(call: Call): Answer {
  const { body, sandbox, now } = call;
  const before = accountOf(call);
  const { primary, changed, ...input } = readAccountFields(body, before);
  if (primary === false && before.primary)
    throw refusal('invalid_field', 'make another account the primary one instead', { field: 'primary', status: 406 });
  const account: AccountRecord = {
    ...before,
    ...input,
    id: changed ? sandbox.newId('A') : before.id,
    primary: before.primary || primary === true,
    createdAt: changed ? now : before.createdAt,
  };
  if (account.primary) demote(call, before.recipientId);
  if (changed) sandbox.state.remove('account', before);
  sandbox.state.put('account', account);
  touch(call);
  return changed ? { account: accountView(account) } : { object: 'updated', account: accountView(account) };
}

/**
 * Deleting the primary account makes no other account primary: the recipient is incomplete until the client sets one.
 */
export function deleteAccount(call: Call): Answer {
  call.sandbox.state.remove('account', accountOf(call));
  touch(call);
  return { object: 'deleted' };
}

function demote({ store, sandbox }: Call, recipientId: string): void {
  const old = primaryAccount(store, recipientId);
  if (old) sandbox.state.put('account', { ...old, primary: false });
}

/**
 * Records a change of the recipient: a status of `active` that was set explicitly ends, and open payments are priced
 * again.
 */
function touch(call: Call): void {
  const recipient = getRecipientRecord(call);
  const statusSet = recipient.statusSet === 'active' ? null : recipient.statusSet;
  call.sandbox.state.put('recipient', { ...recipient, statusSet, updatedAt: call.now });
  repriceRecipient(call, recipient.id);
}
