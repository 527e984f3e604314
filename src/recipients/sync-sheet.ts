import { computeFingerprints } from '../ledger/payments/fingerprints.ts';
import { findRecipient } from '../ledger/recipients/recipient.ts';
import { getAccountHint } from '../ledger/recipients/recipient-account.ts';
import { withoutRecipient } from '../ledger/recipients/recipient-name.ts';
import {
  addRecipientRows,
  countUnknownRecipients,
  endRecipientRow,
  finishRecipientRows,
  getImportResult,
  hasPaidOtherAccount,
  type NewRecipientRow,
  noteCreating,
  readyRows,
  recipientsIn,
} from '../ledger/recipients/recipient-row.ts';
import { sentence } from '../messages.ts';
import type { Problem, RecipientDraft, SheetRow } from '../model.ts';
import { METHODS } from '../payout-methods/methods.ts';
import { forEachConcurrent } from '../platform/for-each-concurrent.ts';
import { type ActiveRun, audit, fenced, type LocalDeps, type StepDeps } from '../step.ts';
import { importRecipients } from './import-recipients.ts';
import { UNKNOWN, upsertRecipient } from './upsert-recipient.ts';

/**
 * The rows of a sheet of recipients, and their check against the rules. May be read several times with the same result.
 */
export interface RecipientSource {
  rows(): AsyncIterable<readonly SheetRow[]>;
  check(row: SheetRow): { readonly recipient: RecipientDraft | null; readonly problems: readonly Problem[] };
}

/** As many as the quota allows at once. */
const IN_FLIGHT = 8;
const DIFFER = { code: 'recipient_rows_differ', reason: sentence('recipient_rows_differ') };

/**
 * Rows of a sheet -> the ledger: `ready`, `invalid`, or refused because two rows contradict each other. Does nothing if
 * all rows are in.
 */
export async function ingestRecipients(run: ActiveRun, deps: LocalDeps, source: RecipientSource): Promise<void> {
  const { ledger } = deps;
  if ((await recipientsIn(ledger.db, run.id)) !== null) return;
  let invalid = 0;
  let done = 0;
  for await (const rows of source.rows()) {
    deps.signal.throwIfAborted();
    const newRows = rows.map((row): NewRecipientRow => {
      const { recipient, problems } = source.check(row);
      if (!recipient) invalid++;
      const prints = recipient && computeFingerprints(ledger.vault, recipient);
      return {
        row: row.row,
        state: recipient ? 'ready' : 'invalid',
        recipientFp: prints?.recipientFp ?? null,
        personFp: prints?.personFp ?? null,
        profileFp: prints?.profileFp ?? null,
        accountFp: prints?.accountFp ?? null,
        problems,
      };
    });
    await fenced(run, deps, (db) => addRecipientRows(db, run.id, newRows));
    done += rows.length;
    deps.progress({ stage: 'intake', done, total: null });
  }
  await fenced(run, deps, async (db) => {
    const rows = await finishRecipientRows(db, run.id, DIFFER.code, DIFFER.reason);
    await audit(db, run, deps, 'recipients_in', { rows, invalid });
  });
}

/**
 * Brings the recipients of the rows to the service: no call for unchanged ones, and after a crash nothing is sent
 * twice. A refusal by the service affects only its own row. Pays no one.
 */
export async function upsertRecipients(run: ActiveRun, deps: StepDeps, source: RecipientSource): Promise<void> {
  const { ledger } = deps;
  const total = await recipientsIn(ledger.db, run.id);
  let done = 0;
  deps.progress({ stage: 'recipients', done, total });
  const { unknown, nameless } = await countUnknownRecipients(ledger.db, run.id);
  if (unknown > 0) await importRecipients(run, deps, { again: nameless > 0 });
  for await (const rows of source.rows()) {
    const open = await readyRows(ledger.db, run.id, rows[0]!.row, rows.at(-1)!.row);
    const wanted = rows.filter(({ row }) => open.has(row));
    done += rows.length - wanted.length;
    // Two rows of one person run one after the other: at the same time, both would create the recipient.
    const people = Map.groupBy(
      wanted.map((row) => ({ row: row.row, checked: source.check(row) })),
      ({ checked }) => checked.recipient?.key,
    );
    await forEachConcurrent(IN_FLIGHT, people.values(), async (of) => {
      for (const one of of) {
        deps.signal.throwIfAborted();
        await upsertRow(run, deps, one);
        deps.progress({ stage: 'recipients', done: ++done, total });
      }
    });
  }
}

async function upsertRow(
  run: ActiveRun,
  deps: StepDeps,
  { row, checked: { recipient: wanted, problems } }: { row: number; checked: ReturnType<RecipientSource['check']> },
): Promise<void> {
  // Another version of Payrun ingested it, by other rules.
  if (!wanted) {
    const reason = problems[0]?.message ?? null;
    return fenced(run, deps, (db) => endRecipientRow(db, run.id, row, { state: 'refused', code: 'rules', reason }));
  }
  const fingerprints = computeFingerprints(deps.ledger.vault, wanted);
  const known = await findRecipient(deps.ledger.db, run.merchant, fingerprints.recipientFp);
  if (!known?.remote_id) await fenced(run, deps, (db) => noteCreating(db, run.id, row));
  const accountBefore = known ? await getAccountHint(deps.ledger.db, known.id) : null;
  const upserted = await upsertRecipient(run, deps, {
    wanted,
    fingerprints,
    hint: wanted.account ? METHODS[wanted.account.method].hint(wanted.account) : null,
  });
  await fenced(run, deps, async (db) => {
    if (upserted.outcome !== 'brought') {
      const { code } = upserted;
      const reason = withoutRecipient(upserted.reason, wanted);
      await endRecipientRow(db, run.id, row, { state: 'refused', code, reason });
      return audit(db, run, deps, 'recipient_refused', { row, code, reason });
    }
    const { recipient, calls } = upserted;
    if (!recipient.remote_id) return endRecipientRow(db, run.id, row, { state: 'refused', ...UNKNOWN });
    const state = await getImportResult(db, { run: run.id, row, recipient: recipient.id, calls: calls.length });
    const paidOtherAccount = state === 'changed' && (await hasPaidOtherAccount(db, recipient.id));
    await endRecipientRow(db, run.id, row, {
      state,
      reason: paidOtherAccount ? sentence('recipient_paid_elsewhere') : null,
    });
    if (state === 'unchanged') return;
    const accountNow = await getAccountHint(db, recipient.id);
    const account = accountNow === accountBefore ? {} : { account: { before: accountBefore, now: accountNow } };
    await audit(db, run, deps, 'recipient_brought', { row, state, calls, ...account });
  });
}
