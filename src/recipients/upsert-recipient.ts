import { isError } from '../errors.ts';
import type { RecipientFingerprints } from '../ledger/payments/fingerprints.ts';
import { findRecipient, type RecipientRow } from '../ledger/recipients/recipient.ts';
import { sentence } from '../messages.ts';
import type { RecipientDraft } from '../model.ts';
import { refusalOf } from '../service/refusal.ts';
import type { ActiveRun, StepDeps } from '../step.ts';
import { syncAccount } from './account.ts';
import { callsNeeded, type RecipientCall } from './diff.ts';
import { createRecipient, updateRecipient } from './profile.ts';

/** What a row, or the rows, of a person want the service to know. */
export interface WantedRecipient {
  readonly wanted: RecipientDraft;
  readonly fingerprints: RecipientFingerprints;
  /** The last characters of the account, for people. */
  readonly hint: string | null;
}

type HeldCode = 'account_in_flight' | 'account_differs' | 'recipient_unreadable';

/**
 * `brought`: the service knows them as wanted, after these calls. `refused`: it does not take them.
 * `held`: nobody can say that the service pays them to the account that the row names, so a person must look.
 */
export type UpsertedRecipient =
  | {
      readonly outcome: 'brought';
      readonly recipient: RecipientRow;
      readonly calls: readonly RecipientCall[];
    }
  | { readonly outcome: 'refused'; readonly code: string; readonly reason: string }
  | { readonly outcome: 'held'; readonly code: HeldCode; readonly reason: string };

export const UNKNOWN = { code: 'recipient_unknown', reason: sentence('recipient_unknown') };

/**
 * Brings one recipient and their account at the service up to date, with the fewest calls; where an earlier attempt was cut off, by
 * reading first. Throws what stops the whole run.
 */
export async function upsertRecipient(
  run: ActiveRun,
  deps: StepDeps,
  { wanted, fingerprints, hint }: WantedRecipient,
): Promise<UpsertedRecipient> {
  try {
    let known = await findRecipient(deps.ledger.db, run.merchant, fingerprints.recipientFp);
    const calls = callsNeeded(known, fingerprints);
    for (const call of calls) {
      if (call === 'create') {
        if (!wanted.profile) return { outcome: 'refused', ...UNKNOWN };
        known = await createRecipient(run, deps, wanted, fingerprints);
        // Somebody made this recipient at the service by other means: what they hold may differ from the sheet.
        if (!known.profile_fp) known = await updateRecipient(run, deps, known, wanted.profile, fingerprints);
      } else if (call === 'update') {
        known = await updateRecipient(run, deps, known!, wanted.profile!, fingerprints);
      } else {
        const synced = await syncAccount(run, deps, known!, wanted.account!, fingerprints.accountFp!, hint);
        if ('held' in synced) return { outcome: 'held', ...synced.held };
        known = synced.recipient;
      }
    }
    return { outcome: 'brought', recipient: known!, calls };
  } catch (error) {
    // What the service answered about them is read again at the next attempt; the others of the run go on.
    if (isError(error, 'recipient_unreadable', 'service_unexpected'))
      return { outcome: 'held', code: 'recipient_unreadable', reason: sentence('recipient_unreadable') };
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    return {
      outcome: 'refused',
      code: refusal.code,
      reason: sentence('recipient_refused', { reason: refusal.sentence }),
    };
  }
}
