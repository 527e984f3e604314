import { isError } from '../errors.ts';
import { type BatchRow, moveBatch } from '../ledger/batch.ts';
import {
  countOpenPayments,
  goneElsewhere,
  markStrange,
  markUnlisted,
  recordOutcomes,
  type StrangePayment,
} from '../ledger/payment-outcome.ts';
import { accountIdOf } from '../service/account-id.ts';
import type { BatchState } from '../states.ts';
import { type ActiveRun, audit, fenced, type StepDeps } from '../step.ts';
import { AWAITING_APPROVAL } from './begun.ts';
import { type AnsweredPayment, isKnownStatus, isOurs, outcomeOf } from './outcome-of.ts';
import { readServiceApproval } from './service-approval.ts';

const PAGE = 1_000;

/** The batch has come to its end at the service: its payments can be read. */
export const ENDED: ReadonlySet<string> = new Set(['complete', 'failed']);

/** Batches that are followed: started, or waiting at the service for an approval there. */
export const FOLLOWED = ['started', 'awaiting_service_approval'] as const satisfies readonly BatchState[];

/** Asks the service how far a started batch is, and where it has ended what became of its payments: they are final then. */
export async function followBatch(run: ActiveRun, deps: StepDeps, batch: BatchRow): Promise<void> {
  const { service, signal } = deps;
  const params = { id: batch.remote_id! };
  let status: string;
  try {
    status = (await service.call('getBatch', { params }, { signal })).batch.status;
  } catch (error) {
    if (!isError(error, 'service_not_found')) throw error;
    if (batch.state === 'awaiting_service_approval') {
      await readServiceApproval(run, deps, batch, 'gone');
      return;
    }
    const note = 'The service does not know this batch any more, though it was started. A person must look.';
    await fenced(run, deps, async (db) => {
      await audit(db, run, deps, 'batch_gone', { batch: batch.id, remoteId: batch.remote_id });
      await moveBatch(db, batch, 'unknown', { remoteStatus: 'gone', note });
    });
    return;
  }
  const begun = batch.state === 'started' ? batch : await begunOf(run, deps, batch, status);
  if (!begun || !ENDED.has(status)) return;

  await readOutcomes(run, deps, begun);
  await settleIfFinal(run, deps, begun, status);
}

/** A batch that awaits approval at the service: null as long as it was not sent there. */
async function begunOf(run: ActiveRun, deps: StepDeps, batch: BatchRow, status: string): Promise<BatchRow | null> {
  if (status === AWAITING_APPROVAL) return null;
  const now = await readServiceApproval(run, deps, batch, status);
  return now.state === 'started' ? now : null;
}

/** A started batch of which the service says that it has ended -> settled, where every payment of it is final. */
export async function settleIfFinal(
  run: ActiveRun,
  deps: StepDeps,
  batch: BatchRow,
  remoteStatus: string,
): Promise<void> {
  if ((await countOpenPayments(deps.ledger.db, batch.id)) > 0) return;
  await fenced(run, deps, async (db) => {
    await audit(db, run, deps, 'batch_settled', { batch: batch.id, remoteId: batch.remote_id, remoteStatus });
    await moveBatch(db, batch, 'settled', { remoteStatus });
  });
}

/**
 * Reads what became of the payments of an ended batch, a call per 1,000. Those whose end is known already are not asked for
 * again: after a crash it goes on with the page that was not recorded. Only where some are missing then, all are read.
 */
async function readOutcomes(run: ActiveRun, deps: StepDeps, batch: BatchRow): Promise<void> {
  const { service, ledger, signal } = deps;
  const listed: string[] = [];
  const strange: StrangePayment[] = [];
  let pages = 1;
  const readPage = async (page: number) => {
    const answer = await service.call(
      'listBatchPayments',
      { params: { id: batch.remote_id! }, query: { page, pageSize: PAGE } },
      { signal },
    );
    pages = answer.meta.pages;
    for (const { externalId, status } of answer.payments) {
      if (!isOurs(externalId)) continue;
      listed.push(externalId);
      if (isKnownStatus(status)) continue;
      strange.push({
        id: externalId,
        code: 'status_unknown',
        reason: `The service says "${status}" of this payment, which Payrun does not know. A person must look.`,
      });
    }
    const elsewhere = await goneElsewhere(ledger.db, batch.id, paidTo(answer.payments));
    strange.push(...[...elsewhere].map((id): StrangePayment => ({ id, ...ELSEWHERE })));
    const outcomes = answer.payments.flatMap((payment) =>
      elsewhere.has(payment.externalId ?? '') ? [] : (outcomeOf(payment, batch.currency) ?? []),
    );
    await fenced(run, deps, (db) => recordOutcomes(db, batch.id, outcomes));
  };

  const open = () => countOpenPayments(ledger.db, batch.id);
  const before = await open();
  if (before === 0) return;
  // The service lists them in one order, so the pages that were recorded are the first ones; where not, the rest is read below.
  const first = Math.floor((batch.payments - before) / PAGE) + 1;
  pages = first;
  for (let page = first; page <= pages; page++) await readPage(page);
  if (first > 1 && (await open()) === 0) return;
  for (let page = 1; page < first; page++) await readPage(page);

  await fenced(run, deps, async (db) => {
    const unlisted = await markUnlisted(
      db,
      batch.id,
      listed,
      'The batch has ended at the service, but this payment is not in it. A person must look.',
    );
    const payments = unlisted + (await markStrange(db, batch.id, strange));
    if (payments > 0) await audit(db, run, deps, 'payments_unknown', { batch: batch.id, payments });
  });
}

const ELSEWHERE = {
  code: 'paid_elsewhere',
  reason: 'The service has paid it to another account than was meant. A person must look.',
} as const;

/** Those that were paid, with the account that the service shows with them. */
function paidTo(payments: readonly (AnsweredPayment & { readonly account?: unknown })[]) {
  return payments.flatMap(({ externalId, status, account }) => {
    const there = accountIdOf(account);
    return status === 'processed' && isOurs(externalId) && there !== null ? { id: externalId, account: there } : [];
  });
}
