import pLimit from 'p-limit';
import { openRow } from '../ledger/kept-row.ts';
import {
  assignRecipient,
  countRecipientWork,
  failPaymentsOf,
  matchKnownRecipients,
  type PayablePayment,
  unsyncedRecipients,
} from '../ledger/payment.ts';
import { findRecipient } from '../ledger/recipient.ts';
import { refusalOf } from '../service/refusal.ts';
import { type ActiveRun, audit, fenced, type Step, type StepDeps } from '../step.ts';
import { syncAccount } from './account.ts';
import { callsNeeded } from './diff.ts';
import { learnRecipientsOfService } from './learn.ts';
import { createRecipient, updateRecipient } from './profile.ts';

/** Recipients in flight at once: enough to keep the quota busy, few enough that a crash leaves few intents. */
const IN_FLIGHT = 10;
const PAGE = 200;

/**
 * Brings recipients and accounts at the service up to date: 0 calls for what did not change, 2 for a new recipient, 1 or 2
 * for a changed one. A recipient that the service refuses fails its own payments only.
 */
export const syncRecipients: Step = async (run, deps) => {
  const { ledger } = deps;
  let open = await fenced(run, deps, (db) => matchKnownRecipients(db, run.id));
  if (open === 0) return;
  if ((await countRecipientWork(ledger.db, run.id)).unknown > 0) {
    await learnRecipientsOfService(run, deps);
    open = await fenced(run, deps, (db) => matchKnownRecipients(db, run.id));
  }

  const total = open;
  let done = 0;
  const limit = pLimit(IN_FLIGHT);
  for (
    let page = await unsyncedRecipients(ledger.db, run.id, PAGE);
    page.length > 0;
    page = await unsyncedRecipients(ledger.db, run.id, PAGE)
  ) {
    const results = await Promise.allSettled(
      page.map((payment) =>
        limit(async () => {
          deps.signal.throwIfAborted();
          await syncOne(run, deps, payment);
          deps.progress({ stage: 'recipients', done: ++done, total });
        }).catch((error: unknown) => {
          limit.clearQueue();
          throw error;
        }),
      ),
    );
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
  }
};

async function syncOne(run: ActiveRun, deps: StepDeps, payment: PayablePayment): Promise<void> {
  const { ledger } = deps;
  const wanted = openRow(ledger.vault, payment.id, payment.row_sealed).draft!.recipient;
  const fingerprints = {
    recipientFp: payment.recipient_fp,
    profileFp: payment.profile_fp,
    accountFp: payment.account_fp,
  };
  const refuse = (code: string, reason: string) =>
    fenced(run, deps, async (db) => {
      const payments = await failPaymentsOf(db, run.id, payment.recipient_fp, code, reason);
      await audit(db, run, deps, 'recipient_refused', { row: payment.row, payments, code, reason });
    });

  try {
    let known = await findRecipient(ledger.db, run.merchant, payment.recipient_fp);
    for (const call of callsNeeded(known, fingerprints)) {
      if (call === 'create') {
        if (!wanted.profile)
          return await refuse(
            'recipient_unknown',
            'The service knows no recipient with this referenceId. Add the name, e-mail, address and bank details to the row.',
          );
        known = await createRecipient(run, deps, wanted, fingerprints);
        // Somebody made this recipient at the service by other means: what they hold may differ from the sheet.
        if (!known.profile_fp) known = await updateRecipient(run, deps, known, wanted.profile, fingerprints);
      } else if (call === 'update') {
        known = await updateRecipient(run, deps, known!, wanted.profile!, fingerprints);
      } else {
        known = await syncAccount(run, deps, known!, wanted.account!, payment.account_fp!, payment.account_hint);
      }
    }
    const recipientId = known!.id;
    await fenced(run, deps, (db) => assignRecipient(db, run.id, payment.recipient_fp, recipientId));
  } catch (error) {
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    await refuse(refusal.code, `The service refuses this recipient: ${refusal.sentence}`);
  }
}
