import { isError, PayrunError } from '../errors.ts';
import type { RecipientFingerprints } from '../ledger/payments/fingerprints.ts';
import type { MASKED } from '../ledger/recipients/account-mask.ts';
import { recordCompliance } from '../ledger/recipients/compliance.ts';
import {
  doubtRecipient,
  hasReleasedPayment,
  INACTIVE,
  recordReadRecipient,
} from '../ledger/recipients/doubted-recipient.ts';
import { findRecipient, forgetAtService, getRecipientRow, type RecipientRow } from '../ledger/recipients/recipient.ts';
import { sentence } from '../messages.ts';
import type { RecipientDraft } from '../model.ts';
import { getCompliance } from '../service/remote-fields.ts';
import { knownOutcome } from '../service/repeat-call.ts';
import { getRefusal, refusesRecipient } from '../service/service-refusal.ts';
import type { Recipient } from '../service/shapes/answer-shapes.ts';
import { getUnreadableRecords } from '../service/shapes/unreadable-records.ts';
import { type ActiveRun, audit, fenced, type StepDeps } from '../step.ts';
import { syncAccount } from './account.ts';
import { accountNow } from './listed-account.ts';
import { createRecipient, updateRecipient } from './profile.ts';

/** The state of a recipient that the rows of the sheet require. */
export interface WantedRecipient {
  readonly wanted: RecipientDraft;
  readonly fingerprints: RecipientFingerprints;
  /** The last characters of the account, for display. */
  readonly hint: string | null;
}

type HeldCode = 'account_in_flight' | 'account_differs' | typeof MASKED | 'recipient_unreadable' | typeof INACTIVE;

/**
 * `brought`: the service has the recipient as wanted, after these calls. `refused`: the service does not take the
 * recipient. `held`: it is not certain that the service pays the account that the row names, so the payments are put on
 * hold.
 */
export type UpsertedRecipient =
  | {
      readonly outcome: 'brought';
      readonly recipient: RecipientRow;
      readonly calls: readonly RecipientCall[];
    }
  | { readonly outcome: 'refused'; readonly code: string; readonly reason: string }
  | { readonly outcome: 'held'; readonly code: HeldCode; readonly reason: string };

/** The hold reason of payments to a recipient blocked by the service's compliance review. */
export const BLOCKED = sentence('recipient_inactive.blocked', { status: 'blocked' });
const WITHOUT_ACCOUNT = { code: 'recipient_without_account', reason: sentence('recipient_without_account') };
export const UNKNOWN = { code: 'recipient_unknown', reason: sentence('recipient_unknown') };

/**
 * Updates one recipient and their account in the payout service, with the fewest calls; after an interrupted attempt,
 * or a refusal, it reads first. Throws errors that stop the whole run.
 */
export async function upsertRecipient(
  run: ActiveRun,
  deps: StepDeps,
  { wanted, fingerprints, hint }: WantedRecipient,
): Promise<UpsertedRecipient> {
  let known = await findRecipient(deps.ledger.db, run.merchant, fingerprints.recipientFp);
  try {
    if (known?.remote_id && known.doubt !== null) {
      const read = await readDoubted(run, deps, known);
      if ('held' in read) return { outcome: 'held', ...read.held };
      known = read.recipient;
      if (known.doubt !== null && !fingerprints.accountFp) return { outcome: 'refused', ...WITHOUT_ACCOUNT };
    }
    const calls = callsNeeded(known, fingerprints);
    for (const call of calls) {
      if (call === 'create') {
        if (!wanted.profile) return { outcome: 'refused', ...UNKNOWN };
        known = await createRecipient(run, deps, wanted, fingerprints);
        // The recipient was not created by Payrun, so their data may differ from the sheet.
        if (!known.profile_fp) known = await updateRecipient(run, deps, known, wanted.profile, fingerprints);
      } else if (call === 'update') {
        known = await updateRecipient(run, deps, known!, wanted.profile!, fingerprints);
      } else {
        const synced = await syncAccount(run, deps, known!, {
          account: wanted.account!,
          accountFp: fingerprints.accountFp!,
          hint,
        });
        if ('held' in synced) return { outcome: 'held', ...synced.held };
        known = synced.recipient;
      }
      // Nothing more is sent about a recipient whom the service never pays.
      if (known.compliance === 'blocked') return { outcome: 'held', code: INACTIVE, reason: BLOCKED };
    }
    return { outcome: 'brought', recipient: known!, calls };
  } catch (error) {
    // The next attempt reads this recipient again; the others of the run continue.
    if (isError(error, 'recipient_unreadable', 'service_unexpected', 'service_read_refused'))
      return { outcome: 'held', code: 'recipient_unreadable', reason: sentence('recipient_unreadable') };
    const refusal = getRefusal(error);
    if (!refusal) throw error;
    const { id } = known ?? {};
    const isRead =
      id !== undefined && refusesRecipient(refusal) && (await fenced(run, deps, (db) => doubtRecipient(db, id)));
    return {
      outcome: 'refused',
      code: refusal.code,
      reason: sentence(isRead ? 'recipient_refused.read' : 'recipient_refused', { reason: refusal.sentence }),
    };
  }
}

/** A call that is needed for a recipient; calls are sent in this order. */
export type RecipientCall = 'create' | 'update' | 'create_account';

export interface WantedFingerprints {
  readonly profileFp: Buffer | null;
  readonly accountFp: Buffer | null;
}

/**
 * Compares the sheet's data of a recipient with the data that the service last confirmed. Equal fingerprints cost no
 * call; a new recipient costs two calls, a changed one one or two. A row without profile or account leaves that part
 * unchanged. A change without a recorded outcome is sent again, because the service may have other data, or pay another
 * account, than the ledger knows.
 */
export function callsNeeded(known: RecipientRow | null, wanted: WantedFingerprints): readonly RecipientCall[] {
  const calls: RecipientCall[] = [];
  if (!known?.remote_id) calls.push('create');
  else if (wanted.profileFp && (known.intent === 'update' || !known.profile_fp?.equals(wanted.profileFp)))
    calls.push('update');
  const isOwnAccount =
    known?.account_remote_id && known.intent !== 'create_account' && wanted.accountFp
      ? known.account_fp?.equals(wanted.accountFp)
      : false;
  if (wanted.accountFp && !isOwnAccount) calls.push('create_account');
  return calls;
}

/** The recipient as the ledger knows them now, or the reason why their payments are on hold. */
type ReadAgain =
  | { readonly recipient: RecipientRow }
  | { readonly held: { readonly code: typeof INACTIVE; readonly reason: string } };

/** The service's statuses of a recipient whom it can pay, or will pay once their data is complete. */
const PAYABLE: ReadonlySet<string> = new Set(['active', 'incomplete']);
/** The statuses that end when the recipient is set active. */
const ENDS: ReadonlySet<string> = new Set(['archived', 'suspended']);

/**
 * Reads a recipient whom the service refused before, with one call, and forgets outdated facts. One whom it has
 * archived or suspended is set active again, with another call, if a user released a payment of this run for that; else
 * their payments are on hold. Throws the errors of the calls, and `recipient_unreadable` if the service lists one whom
 * it does not find.
 */
async function readDoubted(run: ActiveRun, deps: StepDeps, known: RecipientRow): Promise<ReadAgain> {
  const { ledger, service, signal } = deps;
  const again = async () => ({ recipient: await getRecipientRow(ledger.db, known.id) });
  let found: Recipient;
  try {
    found = (await service.call('getRecipient', { params: { id: known.remote_id! } }, { signal })).recipient;
  } catch (error) {
    if (!isError(error, 'service_not_found')) throw error;
    // "Not found" is no proof (G3).
    if (await isListed(deps, known)) throw new PayrunError('recipient_unreadable', {}, { cause: error });
    await fenced(run, deps, (db) => forgetAtService(db, known.id));
    return again();
  }
  const isReleased = known.doubt === 'activate' && (await hasReleasedPayment(ledger.db, run.id, known.id));
  if (ENDS.has(found.status) && isReleased) found = await activate(run, deps, known);
  const compliance = getCompliance(found);
  if (compliance)
    await fenced(run, deps, (db) => recordCompliance(db, run.merchant, [{ remoteId: found.id, compliance }]));
  const shown = /^[a-z_]{1,30}$/.test(found.status) ? found.status : 'unclear';
  const status = compliance === 'blocked' ? compliance : shown;
  if (!PAYABLE.has(status))
    return {
      held: {
        code: INACTIVE,
        reason: sentence(ENDS.has(status) ? INACTIVE : 'recipient_inactive.blocked', { status }),
      },
    };
  const account = accountNow(found, known.account_remote_id);
  await fenced(run, deps, (db) => recordReadRecipient(db, known.id, { account, keepsProfile: status === 'active' }));
  return again();
}

/** Whether the service lists a recipient, or perhaps does: it shows one with their number that cannot be read. */
async function isListed({ service, signal }: StepDeps, { remote_id, reference_id }: RecipientRow): Promise<boolean> {
  const query = { referenceId: reference_id ?? remote_id!, pageSize: 10 };
  const answer = await service.call('listRecipients', { query }, { signal });
  return getUnreadableRecords(answer).length > 0 || answer.recipients.some(({ id }) => id === remote_id);
}

/** Setting the same status twice changes nothing, so it may be sent again. Throws the service's refusal. */
async function activate(run: ActiveRun, deps: StepDeps, known: RecipientRow): Promise<Recipient> {
  const { service, clock, signal } = deps;
  const params = { id: known.remote_id! };
  try {
    const active = await knownOutcome(clock, signal, {
      send: async () =>
        (await service.call('updateRecipient', { params, body: { status: 'active' } }, { signal })).recipient,
      read: async () => null,
    });
    await fenced(run, deps, (db) => audit(db, run, deps, 'recipient_activated', { recipient: known.id }));
    return active;
  } catch (error) {
    // Another recipient has their e-mail now: the next run looks for that one.
    if (getRefusal(error)?.fields.includes('email')) await fenced(run, deps, (db) => forgetAtService(db, known.id));
    throw error;
  }
}
