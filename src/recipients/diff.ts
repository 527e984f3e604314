import type { RecipientRow } from '../ledger/recipient.ts';

/** What has to be sent for a recipient, in this order. */
export type RecipientCall = 'create' | 'update' | 'create_account';

export interface WantedFingerprints {
  readonly profileFp: Buffer | null;
  readonly accountFp: Buffer | null;
}

/**
 * Compares what the sheet says of a recipient with what the service last confirmed. Equal fingerprints cost no call; a new
 * recipient costs two, a changed one one or two. A row without profile or account leaves that part as it is.
 */
export function callsNeeded(known: RecipientRow | null, wanted: WantedFingerprints): readonly RecipientCall[] {
  const calls: RecipientCall[] = [];
  if (!known?.remote_id) calls.push('create');
  else if (wanted.profileFp && !known.profile_fp?.equals(wanted.profileFp)) calls.push('update');
  if (wanted.accountFp && !(known?.account_remote_id && known.account_fp?.equals(wanted.accountFp)))
    calls.push('create_account');
  return calls;
}
