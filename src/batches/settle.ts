import { type BatchRow, batchesOf, moveBatch } from '../ledger/batch.ts';
import { countOpenPayments, type PaymentOutcome, recordOutcomes } from '../ledger/payment.ts';
import { readServiceAmount } from '../money.ts';
import { type ActiveRun, audit, fenced, type Step, type StepDeps } from '../step.ts';

const PAGE = 1_000;
const LONGEST_POLL_MS = 30_000;

/** The batch has come to its end at the service: its payments can be read. */
const ENDED = new Set(['complete', 'failed']);

/**
 * Started batches -> settled: follows every payment to processed, failed or returned. Polls the open batches with growing
 * pauses until all are final or the configured time is over; what is open then stays open, and `payrun resume` asks again.
 */
export const settle: Step = async (run, deps) => {
  const deadline = deps.clock.now() + deps.config.settleWaitMs;
  let open = await batchesOf(deps.ledger.db, run.id, 'started');
  const total = open.length;
  for (let pause = deps.config.settlePollMs; open.length > 0; pause = Math.min(pause * 1.5, LONGEST_POLL_MS)) {
    for (const batch of open) await followBatch(run, deps, batch);
    open = await batchesOf(deps.ledger.db, run.id, 'started');
    deps.progress({ stage: 'settle', done: total - open.length, total });
    const left = deadline - deps.clock.now();
    if (open.length === 0 || left <= 0) return;
    await deps.clock.sleep(Math.min(pause, left), deps.signal);
  }
};

async function followBatch(run: ActiveRun, deps: StepDeps, batch: BatchRow): Promise<void> {
  const { service, ledger, signal } = deps;
  const params = { id: batch.remote_id! };
  const { status } = (await service.call('getBatch', { params }, { signal })).batch;
  if (!ENDED.has(status)) return;
  for (let page = 1, pages = 1; page <= pages; page++) {
    const answer = await service.call('listBatchPayments', { params, query: { page, pageSize: PAGE } }, { signal });
    pages = answer.meta.pages;
    const outcomes = answer.payments.flatMap((payment) => outcomeOf(payment, batch.currency) ?? []);
    await fenced(run, deps, (db) => recordOutcomes(db, batch.id, outcomes));
  }
  if ((await countOpenPayments(ledger.db, batch.id)) > 0) return;
  await fenced(run, deps, async (db) => {
    await audit(db, run, deps, 'batch_settled', { batch: batch.id, remoteId: batch.remote_id, remoteStatus: status });
    await moveBatch(db, batch, 'settled', { remoteStatus: status });
  });
}

/** A payment as the service lists it once its batch has ended. */
export interface AnsweredPayment {
  readonly id: string;
  readonly externalId?: string | null | undefined;
  readonly status: string;
  readonly sourceAmount?: string | null | undefined;
  readonly sourceCurrency?: string | null | undefined;
  readonly targetAmount?: string | null | undefined;
  readonly targetCurrency?: string | null | undefined;
  readonly exchangeRate?: string | null | undefined;
  readonly fees?: string | null | undefined;
  readonly recipientFees?: string | null | undefined;
  readonly failureMessage?: string | null | undefined;
  readonly returnedNote?: string | null | undefined;
  readonly returnedReason?: unknown;
  readonly errors?: unknown;
}

const STATES: Readonly<Record<string, PaymentOutcome['state']>> = {
  pending: 'batched',
  processing: 'batched',
  processed: 'processed',
  failed: 'failed',
  returned: 'returned',
};

/** What an answered payment means for the ledger's; null when it carries no id of ours or a status that no table has. */
export function outcomeOf(payment: AnsweredPayment, currency: string): PaymentOutcome | null {
  const state = STATES[payment.status];
  if (!payment.externalId || !state) return null;
  const amount = (text: string | null | undefined, of: string) => (text ? readServiceAmount(text, of) : null);
  const target = payment.targetCurrency ?? null;
  return {
    id: payment.externalId,
    state,
    remoteId: payment.id,
    sourceMinor: amount(payment.sourceAmount, currency),
    feesMinor: amount(payment.fees, currency),
    recipientFeesMinor: amount(payment.recipientFees, currency),
    rate: payment.exchangeRate ?? null,
    targetCurrency: target,
    targetMinor: target ? amount(payment.targetAmount, target) : null,
    reasonCode: state === 'failed' || state === 'returned' ? state : null,
    reason: state === 'failed' || state === 'returned' ? whyNotPaid(payment) : null,
  };
}

function whyNotPaid({ failureMessage, returnedNote, returnedReason, errors }: AnsweredPayment): string {
  const said = [failureMessage, returnedNote, ...texts(returnedReason), ...texts(errors)].filter((text) => text);
  return said.length > 0 ? [...new Set(said)].join('; ') : 'The service gives no reason.';
}

function texts(value: unknown): string[] {
  if (!Array.isArray(value)) return typeof value === 'string' ? [value] : [];
  return value.flatMap((item) =>
    typeof item === 'string' ? [item] : typeof item?.message === 'string' ? [item.message] : [],
  );
}
