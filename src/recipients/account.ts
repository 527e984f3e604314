import { recordAccountCountries } from '../ledger/recipients/account-country.ts';
import { confirmAccount, endAccountIntent, intendAccount, type RecipientRow } from '../ledger/recipients/recipient.ts';
import { sentence } from '../messages.ts';
import type { AccountDraft } from '../model.ts';
import { compareAccount, describeDifferences } from '../payout-methods/compare-account.ts';
import { METHODS } from '../payout-methods/methods.ts';
import { accountIdOf } from '../service/account-id.ts';
import { knownOutcome } from '../service/known-outcome.ts';
import { refusalOf } from '../service/refusal.ts';
import type { Account } from '../service/shapes/answer-shapes.ts';
import { type ActiveRun, fenced, type StepDeps } from '../step.ts';

/** The recipient with the account that was added, or why their payments are held: a person must look, and nobody is paid. */
export type SyncedAccount =
  | { readonly recipient: RecipientRow }
  | { readonly held: { readonly code: 'account_in_flight' | 'account_differs'; readonly reason: string } };

/**
 * Adds the account that the row names as the recipient's primary one: the service pays them there. Its id comes from the answer to this
 * call and from nowhere else. After a lost answer or a crash the account is added anew: no list can prove which account is ours,
 * because another one may look the same behind its mask. A second account with the same bank details at the service does no harm.
 * A changed account is added too, not patched: a patch would keep fields of the old one that the new one does not have.
 * Nothing is sent while another run is about to pay this recipient elsewhere.
 */
export async function syncAccount(
  run: ActiveRun,
  deps: StepDeps,
  known: RecipientRow,
  account: AccountDraft,
  accountFp: Buffer,
  hint: string | null,
): Promise<SyncedAccount> {
  const { service, clock, signal } = deps;
  const params = { id: known.remote_id! };
  if (!(await fenced(run, deps, (db) => intendAccount(db, known.id, run.id, accountFp))))
    return { held: { code: 'account_in_flight', reason: sentence('recipient_account_in_flight') } };

  /** An account that may have been added without our knowing; it stays noted until one is added whose id we know. */
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
    if (refusalOf(error)) await fenced(run, deps, (db) => endAccountIntent(db, known.id, doubtful));
    throw error;
  }
  const accountId = accountIdOf(added);
  const doubt = doubtIn(added, account, known.account_remote_id);
  if (doubt !== null || accountId === null)
    return { held: { code: 'account_differs', reason: sentence('recipient_account_differs', { doubt: doubt ?? '' }) } };

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

/** An account of which nothing is known. */
const UNKNOWN = Buffer.alloc(1);

/** Why the account in the answer cannot be taken for the one that was sent, as a part of a sentence; null if it can. */
function doubtIn(added: Account, sent: AccountDraft, earlierId: string | null): string | null {
  const id = accountIdOf(added);
  if (id === null) return 'its answer has no account id';
  if (id === earlierId) return 'it answered with the account that the recipient had before';
  const compared = compareAccount(sent, added);
  if (compared.verdict === 'differs') return `its answer differs in ${describeDifferences(compared)}`;
  if (compared.verdict === 'not_shown') return 'its answer shows no account number to compare';
  return added.primary === true ? null : 'the new account is not the primary one';
}
