import type { RecipientRow } from '../ledger/recipients/recipient.ts';

/** What has to be sent for a recipient, in this order. */
export type RecipientCall = 'create' | 'update' | 'create_account';

export interface WantedFingerprints {
  readonly profileFp: Buffer | null;
  readonly accountFp: Buffer | null;
}

/**
 * Compares what the sheet says of a recipient with what the service last confirmed. Equal fingerprints cost no call; a new
 * recipient costs two, a changed one one or two. A row without profile or account leaves that part as it is. Where an account
 * was about to be added and nobody recorded how that ended, the service may pay elsewhere than the ledger says.
 */
export function callsNeeded(known: RecipientRow | null, wanted: WantedFingerprints): readonly RecipientCall[] {
  const calls: RecipientCall[] = [];
  if (!known?.remote_id) calls.push('create');
  else if (wanted.profileFp && !known.profile_fp?.equals(wanted.profileFp)) calls.push('update');
  const isTheirs =
    known?.account_remote_id && known.intent !== 'create_account' && wanted.accountFp
      ? known.account_fp?.equals(wanted.accountFp)
      : false;
  if (wanted.accountFp && !isTheirs) calls.push('create_account');
  return calls;
}
