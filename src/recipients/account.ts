import { createMaskCheck, MASKED } from '../ledger/recipients/account-mask.ts';
import { confirmAccount, endAccountIntent, intendAccount, type RecipientRow } from '../ledger/recipients/recipient.ts';
import { recordAccountCountries } from '../ledger/recipients/recipient-account.ts';
import { sentence } from '../messages.ts';
import type { AccountDraft } from '../model.ts';
import { compareAccount, describeDifferences } from '../payout-methods/compare-account.ts';
import { METHODS } from '../payout-methods/methods.ts';
import { getAccountId } from '../service/remote-fields.ts';
import { knownOutcome } from '../service/repeat-call.ts';
import { getRefusal, isConflict } from '../service/service-refusal.ts';
import type { Account } from '../service/shapes/answer-shapes.ts';
import { type ActiveRun, fenced, type StepDeps } from '../step.ts';

/** The recipient with the added account, or the reason why their payments are on hold and nothing is paid. */
export type SyncedAccount =
  | { readonly recipient: RecipientRow }
  | {
      readonly held: {
        readonly code: 'account_in_flight' | 'account_differs' | typeof MASKED;
        readonly reason: string;
      };
    };

/** The account to add, its fingerprint, and its last characters for display. */
interface WantedAccount {
  readonly account: AccountDraft;
  readonly accountFp: Buffer;
  readonly hint: string | null;
}

/**
 * Adds the account of the row as the recipient's primary one, which the service pays. Its id comes only from the answer
 * to this call. After a lost answer or a crash, the account is added again: no list can prove which account is ours,
 * because another one may look the same when masked. A second account with the same bank details does no harm. A
 * changed account is also added, not patched: a patch would keep fields that only the old one has. Nothing is sent
 * while another run is about to pay this recipient to another account.
 */
export async function syncAccount(
  run: ActiveRun,
  deps: StepDeps,
  known: RecipientRow,
  { account, accountFp, hint }: WantedAccount,
): Promise<SyncedAccount> {
  const { service, clock, signal } = deps;
  const params = { id: known.remote_id! };
  if (!(await fenced(run, deps, (db) => intendAccount(db, known.id, run.id, accountFp))))
    return { held: { code: 'account_in_flight', reason: sentence('recipient_account_in_flight') } };

  /**
   * An account that may have been added without a known id. It stays recorded until an account with a known id is
   * added.
   */
  let doubtful = known.intent === 'create_account' ? (known.intent_account_fp ?? UNKNOWN) : null;
  const body = { type: account.method, ...METHODS[account.method].payload(account), primary: true };
  let added: Account;
  try {
    added = await knownOutcome(clock, signal, {
      send: async () => (await service.call('createAccount', { params, body }, { signal })).account,
      read: async () => {
        doubtful ??= accountFp;
        return null;
      },
    });
  } catch (error) {
    // A conflict may be the answer to an account that was added a moment ago.
    if (isConflict(error)) doubtful ??= accountFp;
    if (getRefusal(error)) await fenced(run, deps, (db) => endAccountIntent(db, known.id, doubtful));
    throw error;
  }
  const accountId = getAccountId(added);
  const doubt = doubtIn(added, account, known.account_remote_id);
  if (doubt !== null || accountId === null)
    return { held: { code: 'account_differs', reason: sentence('recipient_account_differs', { doubt: doubt ?? '' }) } };
  const reason = await createMaskCheck(deps.ledger.db, run.merchant)(compareAccount(account, added).mask);
  if (reason !== null) return { held: { code: MASKED, reason } };

  const { country } = account.fields;
  await fenced(run, deps, async (db) => {
    await confirmAccount(db, known.id, accountId, accountFp, hint);
    if (account.method !== 'bank-transfer' || !country) return;
    const seen = { recipientRemoteId: params.id, accountRemoteId: accountId, country };
    await recordAccountCountries(db, run.merchant, [seen]);
  });
  const recipient = {
    ...known,
    account_remote_id: accountId,
    account_fp: accountFp,
    intent: null,
    intent_account_fp: null,
  };
  return { recipient };
}

/** The fingerprint of an earlier account that was not recorded. */
const UNKNOWN = Buffer.alloc(1);

/**
 * The reason why the account in the answer may not be the one that was sent, as a part of a sentence; null if it is.
 */
function doubtIn(added: Account, sent: AccountDraft, earlierId: string | null): string | null {
  const id = getAccountId(added);
  if (id === null) return 'its response has no account ID';
  if (id === earlierId) return 'it returned the recipient’s previous account';
  const compared = compareAccount(sent, added);
  if (compared.verdict === 'differs') return `its response differs in ${describeDifferences(compared)}`;
  if (compared.verdict === 'not_shown') return 'its response shows no account number to compare';
  return added.primary === true ? null : 'the new account is not the recipient’s primary account';
}
