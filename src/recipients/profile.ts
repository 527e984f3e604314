import { isError, PayrunError } from '../errors.ts';
import type { RecipientFingerprints } from '../ledger/fingerprints.ts';
import {
  confirmExistence,
  confirmProfile,
  findRecipient,
  forgetAtService,
  intendCreate,
  type RecipientRow,
  setIntent,
} from '../ledger/recipient.ts';
import type { RecipientDraft, RecipientProfile } from '../model.ts';
import { readableCode } from '../readable-code.ts';
import { knownOutcome } from '../service/known-outcome.ts';
import { refusalOf } from '../service/refusal.ts';
import { type ActiveRun, fenced, type StepDeps } from '../step.ts';

/**
 * Creates the recipient at the service, or finds that they are there already. They carry a referenceId of ours where the
 * sheet gives none, so that after a lost answer they are found without their e-mail in a URL.
 * The returned row has no `profile_fp` when they existed before and may hold something else than the sheet says.
 */
export async function createRecipient(
  run: ActiveRun,
  deps: StepDeps,
  wanted: RecipientDraft,
  fingerprints: RecipientFingerprints,
): Promise<RecipientRow> {
  const { ledger, service, clock, ids, signal } = deps;
  const profile = wanted.profile!;
  const referenceId = wanted.referenceId ?? `payrun-${readableCode(fingerprints.recipientFp)}`;
  const emailFp = ledger.vault.fingerprint('recipient', `email:${profile.email.toLowerCase()}`);

  const before = await findRecipient(ledger.db, run.merchant, fingerprints.recipientFp);
  const row = await fenced(run, deps, (db) =>
    intendCreate(db, { id: ids(), merchant: run.merchant, keyFp: fingerprints.recipientFp, emailFp, referenceId }),
  );
  if (row.remote_id) return row;

  const findBy = async (query: { referenceId: string } | { email: string }) => {
    const { recipients } = await service.call('listRecipients', { query: { ...query, pageSize: 10 } }, { signal });
    return recipients.find((one) => one.status !== 'archived') ?? null;
  };
  const adopt = async (remoteId: string) => {
    await fenced(run, deps, (db) => confirmExistence(db, row.id, remoteId));
    return { ...row, remote_id: remoteId, profile_fp: null, intent: null };
  };

  // An intent from before a crash: the call may have been sent, so read before anything is sent again (G3).
  if (before?.intent === 'create') {
    const found = await findBy({ referenceId });
    if (found) return adopt(found.id);
  }
  try {
    let lost = false;
    const created = await knownOutcome(clock, signal, {
      send: async () =>
        (await service.call('createRecipient', { body: { ...profile, referenceId } }, { signal })).recipient,
      read: () => {
        lost = true;
        return findBy({ referenceId });
      },
    });
    if (lost) return adopt(created.id);
    await fenced(run, deps, (db) => confirmProfile(db, row.id, created.id, fingerprints.profileFp!, emailFp));
    return { ...row, remote_id: created.id, profile_fp: fingerprints.profileFp, intent: null };
  } catch (error) {
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    const found = refusal.fields.includes('email') ? await findBy({ email: profile.email }) : null;
    if (found && (found.referenceId === referenceId || wanted.referenceId === undefined)) return adopt(found.id);
    await fenced(run, deps, (db) => setIntent(db, row.id, null));
    if (found) throw new PayrunError('recipient_email_taken', {}, { cause: error });
    throw error;
  }
}

/** Brings the recipient's own data to what the sheet says. Setting the same values twice changes nothing, so it may be sent again. */
export async function updateRecipient(
  run: ActiveRun,
  deps: StepDeps,
  known: RecipientRow,
  profile: RecipientProfile,
  fingerprints: RecipientFingerprints,
): Promise<RecipientRow> {
  const { ledger, service, clock, signal } = deps;
  await fenced(run, deps, (db) => setIntent(db, known.id, 'update'));
  try {
    await knownOutcome(clock, signal, {
      send: () =>
        service.call('updateRecipient', { params: { id: known.remote_id! }, body: { ...profile } }, { signal }),
      read: async () => null,
    });
  } catch (error) {
    if (isError(error, 'service_not_found')) await fenced(run, deps, (db) => forgetAtService(db, known.id));
    else if (refusalOf(error)) await fenced(run, deps, (db) => setIntent(db, known.id, null));
    throw error;
  }
  const emailFp = ledger.vault.fingerprint('recipient', `email:${profile.email.toLowerCase()}`);
  await fenced(run, deps, (db) => confirmProfile(db, known.id, known.remote_id!, fingerprints.profileFp!, emailFp));
  return { ...known, profile_fp: fingerprints.profileFp, intent: null };
}
