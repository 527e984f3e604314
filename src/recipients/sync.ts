import {
  assignRecipient,
  countRecipientWork,
  failNameless,
  failPaymentsOf,
  holdPaymentsOf,
  matchKnownRecipients,
  type PayablePayment,
  unsyncedRecipients,
} from '../ledger/payments/payment.ts';
import { openRow } from '../ledger/payments/sealed-row.ts';
import { INACTIVE } from '../ledger/recipients/doubted-recipient.ts';
import { withoutRecipient } from '../ledger/recipients/recipient-name.ts';
import { forEachConcurrent } from '../platform/for-each-concurrent.ts';
import { type ActiveRun, audit, fenced, type Step, type StepDeps } from '../step.ts';
import { importRecipients } from './import-recipients.ts';
import { UNKNOWN, upsertRecipient } from './upsert-recipient.ts';

/**
 * Recipients in progress at once: as many as the quota allows. After a crash each of them costs one extra call, because
 * it is looked up before anything is sent; so a crash costs at most 8 calls.
 */
const IN_FLIGHT = 8;
const PAGE = 200;

/**
 * Updates recipients and accounts in the payout service: 0 calls for unchanged ones, 2 for a new recipient, 1 or 2 for
 * a changed one, 1 more for one whom it refused before. If the service refuses a recipient, only its own payments fail.
 */
export const syncRecipients: Step = async (run, deps) => {
  const { ledger } = deps;
  let open = await fenced(run, deps, (db) => matchKnownRecipients(db, run.id));
  if (open === 0) return;
  deps.progress({ stage: 'recipients', done: 0, total: open });
  const { unknown, nameless } = await countRecipientWork(ledger.db, run.id);
  if (unknown > 0) {
    // After this list, rows that name an unknown recipient only by a referenceId fail at once, so that no later pass
    // has to list again.
    await importRecipients(run, deps, { again: nameless > 0 });
    open = await fenced(run, deps, async (db) => {
      await matchKnownRecipients(db, run.id);
      const rows = await failNameless(db, run.id, UNKNOWN.code, UNKNOWN.reason);
      if (rows.length > 0) await audit(db, run, deps, 'recipients_unknown', { rows, code: UNKNOWN.code });
      return matchKnownRecipients(db, run.id);
    });
  }

  if (open === 0) return;
  const total = open;
  let done = 0;
  for (
    let page = await unsyncedRecipients(ledger.db, run.id, PAGE);
    page.length > 0;
    page = await unsyncedRecipients(ledger.db, run.id, PAGE)
  ) {
    await forEachConcurrent(IN_FLIGHT, page, async (payment) => {
      deps.signal.throwIfAborted();
      await syncOne(run, deps, payment);
      deps.progress({ stage: 'recipients', done: ++done, total });
    });
  }
};

async function syncOne(run: ActiveRun, deps: StepDeps, payment: PayablePayment): Promise<void> {
  const { ledger } = deps;
  const wanted = openRow(ledger.vault, payment).draft!.recipient;
  const fingerprints = {
    recipientFp: payment.recipient_fp,
    profileFp: payment.profile_fp,
    accountFp: payment.account_fp,
  };
  const upserted = await upsertRecipient(run, deps, { wanted, fingerprints, hint: payment.account_hint });
  await fenced(run, deps, async (db) => {
    if (upserted.outcome === 'brought') return assignRecipient(db, run.id, payment.recipient_fp, upserted.recipient.id);
    const { code, reason } = upserted;
    if (upserted.outcome === 'refused') {
      const payments = await failPaymentsOf(db, run.id, payment.recipient_fp, code, reason);
      const cleaned = withoutRecipient(reason, wanted);
      await audit(db, run, deps, 'recipient_refused', { row: payment.row, payments, code, reason: cleaned });
    } else {
      const hold = { code, reason, ofAccount: code !== INACTIVE && code !== 'recipient_unreadable' };
      const payments = await holdPaymentsOf(db, run.id, payment.recipient_fp, hold);
      const failure = { row: payment.row, payments, reason };
      if (code === 'recipient_unreadable') await audit(db, run, deps, 'recipient_unreadable', failure);
      else if (code === 'recipient_inactive') await audit(db, run, deps, 'recipient_inactive', failure);
      else if (code === 'account_masked') await audit(db, run, deps, 'account_masked', failure);
      else await audit(db, run, deps, code === 'account_differs' ? 'account_differs' : 'account_in_flight', failure);
    }
  });
}
