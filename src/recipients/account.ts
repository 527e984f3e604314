import { PayrunError } from '../errors.ts';
import { recordAccountCountries } from '../ledger/account-country.ts';
import { confirmAccount, endAccountIntent, intendAccount, type RecipientRow } from '../ledger/recipient.ts';
import { METHODS } from '../methods/methods.ts';
import type { AccountDraft } from '../model.ts';
import { knownOutcome } from '../service/known-outcome.ts';
import { refusalOf } from '../service/refusal.ts';
import { type ActiveRun, fenced, type StepDeps } from '../step.ts';

/** What an account looks like in an answer: bank details masked, all but the last two characters. */
interface AnsweredAccount {
  readonly id?: string | null | undefined;
  readonly recipientAccountId?: string | null | undefined;
  readonly primary?: boolean | null | undefined;
  readonly [field: string]: unknown;
}

/**
 * Adds the account that the sheet names as the recipient's primary one: that is where the service pays them. The answer is
 * compared with what was sent as far as its mask shows it, so that money can only go where the sheet says.
 * A changed account is added too, not patched: a patch would keep fields of the old one that the new one does not have.
 * Null, and nothing is sent, while another run is about to pay this recipient elsewhere.
 */
export async function syncAccount(
  run: ActiveRun,
  deps: StepDeps,
  known: RecipientRow,
  account: AccountDraft,
  accountFp: Buffer,
  hint: string | null,
): Promise<RecipientRow | null> {
  const { service, clock, signal } = deps;
  const params = { id: known.remote_id! };
  const payload = METHODS[account.method].payload(account);
  /** Accounts that were there before. */
  const earlier = new Set<string | null | undefined>([known.account_remote_id]);
  const isOurs = (answered: AnsweredAccount) =>
    answered.primary === true && !earlier.has(idOf(answered)) && looksLike(payload, answered);
  const list = async () => (await service.call('listAccounts', { params }, { signal })).accounts;
  const readOurs = async () => (await list()).find(isOurs) ?? null;

  const begun = known.intent === 'create_account' ? (known.intent_account_fp ?? UNKNOWN) : null;
  const wasOurs = begun?.equals(accountFp) ?? false;
  if (!(await fenced(run, deps, (db) => intendAccount(db, known.id, run.id, accountFp)))) return null;
  // It was another account that was about to be added: should it be there, it could look like this one behind its mask.
  if (begun && !wasOurs) for (const account of await list()) earlier.add(idOf(account));
  let added: AnsweredAccount | null = wasOurs ? await readOurs() : null;
  try {
    added ??= await knownOutcome(clock, signal, {
      send: async () =>
        (
          await service.call(
            'createAccount',
            { params, body: { type: account.method, ...payload, primary: true } },
            { signal },
          )
        ).account,
      read: readOurs,
    });
  } catch (error) {
    if (refusalOf(error)) await fenced(run, deps, (db) => endAccountIntent(db, known.id, wasOurs ? null : begun));
    throw error;
  }
  const accountId = added && idOf(added);
  if (!added || !accountId || !isOurs(added)) {
    throw new PayrunError('service_unexpected', {
      call: 'POST accounts',
      detail: 'the account in the answer is not the one that was sent, or not the primary one',
    });
  }
  const { country } = account.fields;
  await fenced(run, deps, async (db) => {
    await confirmAccount(db, known.id, accountId, accountFp, hint);
    if (account.method !== 'bank-transfer' || !country) return;
    const seen = { recipientRemoteId: params.id, accountRemoteId: accountId, country };
    await recordAccountCountries(db, run.merchant, [seen]);
  });
  return { ...known, account_remote_id: accountId, account_fp: accountFp, intent: null, intent_account_fp: null };
}

/** An account of which nothing is known. */
const UNKNOWN = Buffer.alloc(1);

const idOf = (account: AnsweredAccount) => account.recipientAccountId ?? account.id;

/** The fields that say where money goes. The service may write others in its own way (a bank's name, a region). */
const IDENTIFYING = ['iban', 'accountNum', 'emailAddress'];

/**
 * Of the same kind, and every identifying field that was sent and comes back is equal, or masked to the same last two
 * characters. Where none comes back nothing was compared: a recipient may have another account, and money would go there.
 */
function looksLike(sent: Readonly<Record<string, unknown>>, answered: AnsweredAccount): boolean {
  if (typeof answered.type === 'string' && answered.type !== sent.type) return false;
  const fields = IDENTIFYING.filter((field) => typeof sent[field] === 'string' && typeof answered[field] === 'string');
  return fields.length > 0 && fields.every((field) => isSame(sent[field] as string, answered[field] as string));
}

function isSame(sent: string, answered: string): boolean {
  const plain = sent.replace(/\s/g, '').toLowerCase();
  const back = answered.replace(/\s/g, '').toLowerCase();
  return back.includes('*') ? back.endsWith(plain.slice(-2)) : back === plain;
}
