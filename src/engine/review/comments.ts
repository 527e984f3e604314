import { PayrunError } from '../../errors.ts';
import { appendEvent } from '../../ledger/audit/audit-chain.ts';
import type { Db } from '../../ledger/db/db.ts';
import { writeNotification } from '../../ledger/notifications/notification.ts';
import {
  assignPayments,
  type NamedPaymentRow,
  nextMention,
  paymentsToName,
  recipientToComment,
} from '../../ledger/payments/assignments.ts';
import { openRow } from '../../ledger/payments/sealed-row.ts';
import { getRun } from '../../ledger/runs/run.ts';
import { isSamePerson } from '../../ledger/users/name-key.ts';
import { findUser, listUsers, type UserRow } from '../../ledger/users/user.ts';
import type { Vault } from '../../ledger/vault/vault.ts';
import { addMentions } from '../../ledger/views/mentions.ts';
import { maskBankDetails } from '../../mask-bank-details.ts';
import { may, seesMerchant, sharesMerchant } from '../../permissions/access.ts';
import { type Actor, trace } from '../../permissions/actor.ts';
import { authorize } from '../../permissions/authorize.ts';
import { withoutTurns } from '../../platform/printable.ts';
import { usageError } from '../../references/usage-error.ts';
import { withoutAccountNumbers } from '../../reports/without-account-numbers.ts';
import { isSensitive } from '../../sheets/headers/columns.ts';
import type { AppContext } from '../context/app-context.ts';

const LONGEST = 300;

type Deps = Pick<AppContext, 'ledger' | 'clock' | 'sandbox'>;

/** The object of a comment: a run, a payment of it, or a recipient. */
export type Commented =
  | { readonly run: string; readonly payment?: string | undefined }
  | { readonly recipient: string };

/** What a comment needs to know about its object. */
interface CommentedObject {
  readonly chain: string;
  readonly merchant: string;
  /** Null for a recipient. */
  readonly run: bigint | null;
  /** The payment that it is about; null if it is about all of them. */
  readonly payment: NamedPaymentRow | null;
  /** Payments whose bank details it may not contain. */
  readonly secrets: readonly NamedPaymentRow[];
}

/**
 * Adds a comment to a run, a payment or a recipient. The audit log keeps it forever, so it may not contain bank
 * details. Enabled users who are mentioned with an @ and may see the merchant are notified. Throws `run_unknown`,
 * `usage`, and what `authorize` throws.
 */
export async function addComment(
  { ledger, clock, sandbox }: Deps,
  about: Commented,
  given: string,
  by: Actor,
): Promise<void> {
  const text = withoutTurns(given.replace(/\s+/g, ' ')).trim();
  if (text === '') throw usageError('comment_empty');
  if (text.length > LONGEST) throw usageError('comment_too_long', { most: LONGEST });
  if (maskBankDetails(text) !== text) throw usageError('comment_has_bank_details');
  await ledger.tx(async (db) => {
    const { chain, merchant, run, payment, secrets } = await objectOf(db, about);
    await authorize(db, by, 'comment', { merchants: [merchant] });
    if (secrets.some((row) => hasSecretOf(ledger.vault, row, text))) throw usageError('comment_has_bank_details');
    const mentioned = mentionedIn(text, await listUsers(db)).filter((user) => seesMerchant(user, merchant));
    const at = new Date(clock.now());
    await appendEvent(db, {
      ...{ chain, at, actor: by.name, kind: 'commented' },
      data: {
        ...(payment === null ? {} : { payment: payment.id, row: payment.row }),
        text,
        ...(mentioned.length === 0 ? {} : { mentions: mentioned.map(({ name }) => name) }),
        ...trace(by),
      },
    });
    const others = mentioned.filter(({ name }) => !isSamePerson(name, by.name));
    const names = others.map(({ name }) => name);
    if (names.length > 0) await addMentions(db, names, { chain, merchant, at });
    await notify(db, mentioned, by, {
      ...{ sandbox, run, merchant },
      ...('recipient' in about ? { recipient: about.recipient } : {}),
      mention: { by: by.name, text: withoutAccountNumbers(text), row: payment?.row ?? null, isAssigned: false },
    });
  });
}

async function objectOf(db: Db, about: Commented): Promise<CommentedObject> {
  if ('recipient' in about) {
    const { recipient: id } = about;
    const found = await recipientToComment(db, id);
    if (found === null) throw usageError('recipient_gone');
    const { merchant, payments } = found;
    return { chain: `recipient-${id}`, merchant, run: null, payment: null, secrets: payments };
  }
  const run = await getRun(db, about.run);
  const [payment = null] = about.payment === undefined ? [] : await paymentsToName(db, [about.payment]);
  if (about.payment !== undefined && payment?.run_id !== run.id)
    throw new PayrunError('run_unknown', { run: about.run });
  return {
    ...{ chain: `run-${run.id}`, merchant: run.merchant_id, run: run.id },
    ...{ payment, secrets: payment === null ? [] : [payment] },
  };
}

/**
 * Assigns payments to a user, who is notified, or to nobody (null). Returns their number. Throws `user_unknown`, also
 * for a user of other merchants than those of the assigner, `usage` for one who is disabled, may only look or may not
 * see a merchant, and what `authorize` throws.
 */
export async function assign(
  { ledger, clock, sandbox }: Deps,
  ids: readonly string[],
  name: string | null,
  by: Actor,
): Promise<number> {
  return ledger.tx(async (db) => {
    const payments = await paymentsToName(db, ids);
    const merchants = [...new Set(payments.map(({ merchant_id }) => merchant_id))];
    const assigner = await authorize(db, by, 'assign', { merchants });
    const user = name === null ? null : await findUser(db, name);
    if (name !== null && (!user || (assigner && !sharesMerchant(assigner, user))))
      throw new PayrunError('user_unknown', { name });
    const cannotSee = user && payments.find(({ merchant_id }) => !seesMerchant(user, merchant_id));
    if (user && cannotSee) throw usageError('user_cannot_see', { user: user.name, merchant: cannotSee.merchant_id });
    if (user?.disabled_at) throw usageError('user_is_disabled', { user: user.name });
    if (user && !may(user, 'assign')) throw usageError('user_may_not_act', { user: user.name });
    const at = new Date(clock.now());
    const to = user?.name ?? null;
    await assignPayments(
      db,
      payments.map(({ id }) => id),
      { to, by: by.name, at },
    );
    for (const [run, of] of Map.groupBy(payments, ({ run_id }) => run_id)) {
      for (const { id, row } of of)
        await appendEvent(db, {
          chain: `run-${run}`,
          at,
          actor: by.name,
          kind: 'assigned',
          data: { payment: id, row, to, ...trace(by) },
        });
      const text = `${of.length === 1 ? `Row ${of[0]!.row}` : `${of.length} payments`} of run ${run}`;
      await notify(db, user ? [user] : [], by, {
        ...{ sandbox, run, merchant: of[0]!.merchant_id },
        mention: { by: by.name, text, row: of.length === 1 ? of[0]!.row : null, isAssigned: true },
      });
    }
    return payments.length;
  });
}

/** Enabled users whose whole names follow an @, in upper or lower case. The @ of an e-mail address does not count. */
function mentionedIn(text: string, users: readonly UserRow[]): readonly UserRow[] {
  return users.filter(
    ({ name, disabled_at }) =>
      disabled_at === null &&
      new RegExp(`(?<![\\p{L}\\p{N}])@${name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}(?![\\p{L}\\p{N}_-])`, 'iu').test(
        text,
      ),
  );
}

/** Shorter values occur in words and amounts by chance. */
const SHORTEST_SECRET = 6;

/**
 * Whether a text contains a bank detail or an ID of a row, however it is written. An account number has no form to
 * recognize.
 */
function hasSecretOf(vault: Vault, row: NamedPaymentRow, text: string): boolean {
  if (row.row_sealed.length === 0) return false;
  const compact = (cell: string) => cell.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase();
  const written = compact(text);
  return Object.entries(openRow(vault, row).cells).some(
    ([name, cell]) => isSensitive(name) && compact(cell).length >= SHORTEST_SECRET && written.includes(compact(cell)),
  );
}

interface Mention {
  readonly sandbox: boolean;
  /** Null if it is about a recipient. */
  readonly run: bigint | null;
  readonly recipient?: string;
  readonly merchant: string;
  readonly mention: {
    readonly by: string;
    readonly text: string;
    readonly row: number | null;
    readonly isAssigned: boolean;
  };
}

/** Sends e-mails to those who have an address; nobody is notified of their own action. */
async function notify(
  db: Db,
  users: readonly UserRow[],
  by: Actor,
  { sandbox, run, recipient, merchant, mention }: Mention,
): Promise<void> {
  const targets = users.flatMap(({ name, email, notice_kinds: kinds }) =>
    email === null || isSamePerson(name, by.name) || !(kinds?.includes('mentioned') ?? true)
      ? []
      : [{ channel: 'email' as const, target: email }],
  );
  if (targets.length === 0) return;
  const about = run === null ? `mention-recipient-${recipient}` : `mention-${run}`;
  const runs = run === null ? [] : [String(run)];
  const content = {
    ...{ sandbox, run: runs[0] ?? null, runs, sheet: null, merchants: [merchant] },
    ...{ rows: 0, counts: {}, totals: {}, mention },
    ...(recipient === undefined ? {} : { recipient }),
  };
  const ordinal = await nextMention(db, about);
  await writeNotification(db, { kind: 'mentioned', about, run, ordinal, stages: [], figure: 0, content, targets });
}
