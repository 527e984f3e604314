import type { RecipientRow } from '../ledger/recipients/recipient.ts';

/** A call that is needed for a recipient; calls are sent in this order. */
export type RecipientCall = 'create' | 'update' | 'create_account';

export interface WantedFingerprints {
  readonly profileFp: Buffer | null;
  readonly accountFp: Buffer | null;
}

/**
 * Compares the sheet's data of a recipient with the data that the service last confirmed. Equal fingerprints cost no
 * call; a new recipient costs two calls, a changed one one or two. A row without profile or account leaves that part
 * unchanged. If adding an account has no recorded outcome, the account is added again, because the service may pay
 * another one than the ledger has.
 */
export function callsNeeded(known: RecipientRow | null, wanted: WantedFingerprints): readonly RecipientCall[] {
  const calls: RecipientCall[] = [];
  if (!known?.remote_id) calls.push('create');
  else if (wanted.profileFp && !known.profile_fp?.equals(wanted.profileFp)) calls.push('update');
  const isOwnAccount =
    known?.account_remote_id && known.intent !== 'create_account' && wanted.accountFp
      ? known.account_fp?.equals(wanted.accountFp)
      : false;
  if (wanted.accountFp && !isOwnAccount) calls.push('create_account');
  return calls;
}
