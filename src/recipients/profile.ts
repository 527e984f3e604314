import { isError, PayrunError } from '../errors.ts';
import { getMerchant } from '../ledger/merchants/merchant.ts';
import type { RecipientFingerprints } from '../ledger/payments/fingerprints.ts';
import { recordCompliance } from '../ledger/recipients/compliance.ts';
import {
  confirmExistence,
  confirmProfile,
  findRecipient,
  intendCreate,
  isKnownByOtherKey,
  type RecipientRow,
  setIntent,
} from '../ledger/recipients/recipient.ts';
import { recordRouteMinimums } from '../ledger/recipients/route-minimum.ts';
import type { RecipientDraft, RecipientProfile } from '../model.ts';
import { readableCode } from '../platform/readable-code.ts';
import { getCompliance } from '../service/remote-fields.ts';
import { knownOutcome } from '../service/repeat-call.ts';
import { getRefusal, isConflict, refusedReading } from '../service/service-refusal.ts';
import type { Recipient } from '../service/shapes/answer-shapes.ts';
import { getUnreadableRecords } from '../service/shapes/unreadable-records.ts';
import { type ActiveRun, fenced, type StepDeps } from '../step.ts';
import { getPrimaryAccount, reportedMinimum } from './listed-account.ts';

/**
 * Creates the recipient in the service, or finds an existing one. If the sheet gives no referenceId, Payrun sets one,
 * so that after a lost answer the recipient is found without an e-mail in a URL. The returned row has no `profile_fp`
 * if the recipient existed with other data than the sheet's. Throws `recipient_email_taken`, `recipient_unreadable`.
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

  const findBy = async (field: 'referenceId' | 'email', value: string) => {
    const answer = await service
      .call('listRecipients', { query: { [field]: value, pageSize: 10 } }, { signal })
      .catch((error: unknown) => {
        // A search without an answer does not show that the recipient was not created.
        const isOdd = refusedReading(error) !== null || isError(error, 'service_unexpected');
        throw isOdd ? new PayrunError('recipient_unreadable', {}, { cause: error }) : error;
      });
    // A filter may also find other recipients.
    const isThem = (text: string) => (field === 'email' ? text.toLowerCase() === value.toLowerCase() : text === value);
    const living = answer.recipients.filter(({ status }) => status !== 'archived');
    const found = living.find((one) => one[field] && isThem(one[field])) ?? null;
    // A record without the field, or an unreadable one, may be this recipient. To pay it might pay another person, and
    // to create another one might make a duplicate.
    const isUnclear = living.some((one) => !one[field]) || getUnreadableRecords(answer).length > 0;
    if (!found && isUnclear) throw new PayrunError('recipient_unreadable', {});
    return found;
  };
  const confirm = async (remote: Recipient) => {
    const compliance = getCompliance(remote) ?? row.compliance;
    await fenced(run, deps, async (db) => {
      await confirmProfile(db, row.id, {
        remoteId: remote.id,
        profileFp: fingerprints.profileFp!,
        emailFp,
        profile,
      });
      await recordCompliance(db, run.merchant, compliance ? [{ remoteId: remote.id, compliance }] : []);
    });
    return { ...row, remote_id: remote.id, profile_fp: fingerprints.profileFp, intent: null, compliance };
  };
  const adopt = async (found: Recipient) => {
    const account = getPrimaryAccount(found) ?? row.account_remote_id;
    const compliance = getCompliance(found) ?? row.compliance;
    await fenced(run, deps, async (db) => {
      await confirmExistence(db, row.id, found.id, account);
      await recordCompliance(db, run.merchant, compliance ? [{ remoteId: found.id, compliance }] : []);
    });
    const remoteValues = {
      ...row,
      remote_id: found.id,
      account_remote_id: account,
      profile_fp: null,
      intent: null,
      compliance,
    };
    // Equal data need not be sent again, which saves a call for each recipient after a crash.
    return holds(profile, found)
      ? { ...remoteValues, ...(await confirm(found)), account_remote_id: account }
      : remoteValues;
  };

  // An intent from before a crash: the call may have been sent, so read before anything is sent again (G3).
  let lost = before?.intent === 'create';
  if (lost) {
    const found = await findBy('referenceId', referenceId);
    if (found) return adopt(found);
  }
  try {
    let isRead = false;
    const created = await knownOutcome(clock, signal, {
      send: async () =>
        (
          await service.call(
            'createRecipient',
            { body: { ...profile, ...governmentIds(profile), referenceId } },
            { signal },
          )
        ).recipient,
      read: () => {
        lost = true;
        isRead = true;
        return findBy('referenceId', referenceId);
      },
    });
    return isRead ? await adopt(created) : await confirm(created);
  } catch (error) {
    const refusal = getRefusal(error);
    if (!refusal) throw error;
    // An earlier attempt may have created the recipient, and a conflict may come after it was created.
    const mayExist = lost || isConflict(error) || refusal.fields.includes('referenceId');
    const remote = mayExist ? await findBy('referenceId', referenceId) : null;
    if (remote) return await adopt(remote);
    const found = refusal.fields.includes('email') ? await findBy('email', profile.email) : null;
    const isTaken = found !== null && (await isKnownByOtherKey(ledger.db, row.id, found.id));
    if (found && !isTaken && (found.referenceId === referenceId || wanted.referenceId === undefined))
      return await adopt(found);
    await fenced(run, deps, (db) => setIntent(db, row.id, null));
    if (found) throw new PayrunError('recipient_email_taken', {}, { cause: error });
    throw error;
  }
}

/** The newer form of the ID, which the service accepts along with the older one. */
const governmentIds = ({ governmentId: value, address }: RecipientProfile) =>
  value && address?.country ? { governmentIds: [{ country: address.country, type: 'NATIONAL_ID', value }] } : {};

/**
 * Sets the recipient's own data to the sheet's. Setting the same values twice changes nothing, so it may be sent again.
 */
export async function updateRecipient(
  run: ActiveRun,
  deps: StepDeps,
  known: RecipientRow,
  profile: RecipientProfile,
  fingerprints: RecipientFingerprints,
): Promise<RecipientRow> {
  const { ledger, service, clock, signal } = deps;
  await fenced(run, deps, (db) => setIntent(db, known.id, 'update'));
  let answered: Recipient;
  try {
    answered = await knownOutcome(clock, signal, {
      send: async () =>
        (
          await service.call(
            'updateRecipient',
            { params: { id: known.remote_id! }, body: { ...profile, ...governmentIds(profile) } },
            { signal },
          )
        ).recipient,
      read: async () => null,
    });
  } catch (error) {
    if (getRefusal(error)) await fenced(run, deps, (db) => setIntent(db, known.id, null));
    throw error;
  }
  const emailFp = ledger.vault.fingerprint('recipient', `email:${profile.email.toLowerCase()}`);
  const compliance = getCompliance(answered) ?? known.compliance;
  await fenced(run, deps, async (db) => {
    await confirmProfile(db, known.id, {
      remoteId: known.remote_id!,
      profileFp: fingerprints.profileFp!,
      emailFp,
      profile,
    });
    await recordCompliance(db, run.merchant, compliance ? [{ remoteId: known.remote_id!, compliance }] : []);
    if (!answered.routeMinimum) return;
    const { country } = await getMerchant(db, run.merchant);
    const served = reportedMinimum(answered, country);
    if (served) await recordRouteMinimums(db, run.merchant, [served]);
  });
  const intent = known.intent === 'create_account' ? known.intent : null;
  return { ...known, profile_fp: fingerprints.profileFp, intent, compliance };
}

/**
 * True if an answered recipient has all wanted values exactly. Values that come back masked or in another form are
 * treated as different.
 */
function holds(wanted: object, answered: unknown): boolean {
  if (typeof answered !== 'object' || answered === null) return false;
  const remoteValues = answered as Readonly<Record<string, unknown>>;
  return Object.entries(wanted).every(([key, value]) => {
    if (value === undefined || remoteValues[key] === value) return true;
    return typeof value === 'object' && value !== null && holds(value, remoteValues[key]);
  });
}
