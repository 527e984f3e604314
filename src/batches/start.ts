import { isError } from '../errors.ts';
import { accountsMoved, approvalHash } from '../ledger/approval-hash.ts';
import { type BatchRow, batchesOf, moveBatch, rememberPaidAccounts } from '../ledger/batch.ts';
import { readServiceAmount, showMoney } from '../money.ts';
import { refusalOf } from '../service/refusal.ts';
import { type ActiveRun, audit, fenced, type Step, type StepDeps } from '../step.ts';
import { approve } from './approve.ts';
import { isFresh, quoteBatch } from './quote.ts';

/** What the service calls a batch on which its start took effect. */
const BEGUN = new Set(['accepted', 'processing', 'complete', 'failed']);
/** Still waiting at the service: its start did not take effect. */
const NOT_BEGUN = new Set(['open', 'awaiting_approval', 'pending']);

/** How often a start that was read as not begun is sent, before it is left for `payrun resume`. */
const SENDS = 3;

/**
 * Approved batches -> started. The only step that moves money (G2). Before the call, under the run's fence, the payments
 * are hashed again and compared with what was approved, and the attempt is committed. After it, whatever came back, the
 * batch's status at the service says what happened (G3): a start that the service has seen is never sent again.
 */
export const start: Step = async (run, deps) => {
  const batches = await batchesOf(deps.ledger.db, run.id, 'approved', 'starting', 'waiting_funds');
  if (batches.length === 0) return;
  const funds = await readFunds(deps);
  for (const batch of batches) {
    deps.signal.throwIfAborted();
    await startBatch(run, deps, batch, funds);
    deps.progress({ stage: 'start', done: 1, total: batches.length });
  }
};

async function startBatch(
  run: ActiveRun,
  deps: StepDeps,
  approved: BatchRow,
  funds: Map<string, bigint>,
): Promise<void> {
  let batch = approved;
  // Attempted before: read first. Money may have arrived and begun it.
  if (batch.state !== 'approved') {
    const settled = await readStatus(run, deps, batch);
    if (!settled.retry) return;
    batch = settled.batch;
  }
  const needed = BigInt(batch.quote!.debitMinor);
  const available = funds.get(batch.currency) ?? 0n;
  if (available < needed) {
    const note = `Needs ${showMoney({ minor: needed - available, currency: batch.currency })} more.`;
    await fenced(run, deps, (db) =>
      moveBatch(db, batch, batch.state === 'starting' ? 'waiting_funds' : batch.state, { note }),
    );
    return;
  }
  if (!isFresh(batch, deps.clock.now())) {
    if (batch.state !== 'approved') batch = await fenced(run, deps, (db) => moveBatch(db, batch, 'starting'));
    await quoteBatch(run, deps, batch);
    await approve(run, deps);
    batch = (await batchesOf(deps.ledger.db, run.id, 'approved')).find(({ id }) => id === batch.id) ?? batch;
    if (batch.state !== 'approved') return;
  }

  for (let attempt = 1; attempt <= SENDS; attempt++) {
    const intended = await intendStart(run, deps, batch);
    if (!intended) return;
    const outcome = await sendStart(run, deps, intended);
    if (!outcome.retry) break;
    batch = outcome.batch;
    await deps.clock.sleep(500 * 2 ** attempt, deps.signal);
  }
  funds.set(batch.currency, available - needed);
}

async function sendStart(run: ActiveRun, deps: StepDeps, intended: BatchRow): Promise<StartOutcome> {
  try {
    const answer = await deps.service.call(
      'startProcessing',
      { params: { id: intended.remote_id! } },
      { signal: deps.signal },
    );
    if (BEGUN.has(answer.batch.status))
      return { batch: await recordStart(run, deps, intended, answer.batch.status), retry: false };
    return await readStatus(run, deps, intended);
  } catch (error) {
    const refusal = refusalOf(error);
    if (!refusal && !(isError(error) && error.retry === 'read-first')) throw error;
    return readStatus(run, deps, intended, refusal);
  }
}

/** Compares the payments with what was approved, and commits the attempt. Null when they differ: then nothing is sent (G7). */
async function intendStart(run: ActiveRun, deps: StepDeps, batch: BatchRow): Promise<BatchRow | null> {
  return fenced(run, deps, async (db) => {
    if (!batch.approved_hash?.equals(await approvalHash(db, batch)) || (await accountsMoved(db, batch.id))) {
      await audit(db, run, deps, 'approval_void', { batch: batch.id });
      await moveBatch(db, batch, 'quoted', {
        approval: null,
        note: 'Changed since it was approved: it has to be approved again.',
      });
      return null;
    }
    await audit(db, run, deps, 'start_intended', {
      batch: batch.id,
      remoteId: batch.remote_id,
      hash: batch.approved_hash.toString('hex'),
    });
    return moveBatch(db, batch, 'starting', { note: null });
  });
}

async function recordStart(run: ActiveRun, deps: StepDeps, batch: BatchRow, remoteStatus: string): Promise<BatchRow> {
  return fenced(run, deps, async (db) => {
    await audit(db, run, deps, 'batch_started', { batch: batch.id, remoteId: batch.remote_id, remoteStatus });
    await rememberPaidAccounts(db, batch.id);
    return moveBatch(db, batch, 'started', { remoteStatus, note: null });
  });
}

/** `retry`: the start did not take effect, and may be sent again. */
interface StartOutcome {
  readonly batch: BatchRow;
  readonly retry: boolean;
}

type Refusal = NonNullable<ReturnType<typeof refusalOf>>;

/**
 * Finds out at the service whether a start took effect. A status that is in no table, or a batch that is gone, waits for a person.
 */
async function readStatus(
  run: ActiveRun,
  deps: StepDeps,
  batch: BatchRow,
  refusal: Refusal | null = null,
): Promise<StartOutcome> {
  let status: string;
  try {
    status = (await deps.service.call('getBatch', { params: { id: batch.remote_id! } }, { signal: deps.signal })).batch
      .status;
  } catch (error) {
    if (!isError(error, 'service_not_found')) throw error;
    status = 'gone';
  }
  if (BEGUN.has(status)) return { batch: await recordStart(run, deps, batch, status), retry: false };
  const move = (to: 'waiting_funds' | 'quoted' | 'unknown', note: string) =>
    fenced(run, deps, async (db) => {
      await audit(db, run, deps, 'start_outcome', {
        batch: batch.id,
        remoteStatus: status,
        to,
        code: refusal?.code ?? null,
      });
      return moveBatch(db, batch, batch.state === to ? batch.state : to, { remoteStatus: status, note });
    });
  if (!NOT_BEGUN.has(status)) {
    const note =
      status === 'gone'
        ? 'The service does not know this batch any more, though it had acknowledged it.'
        : `The service says "${status}" of this batch.`;
    return { batch: await move('unknown', `${note} A person must look.`), retry: false };
  }
  if (!refusal) return { batch, retry: true };
  if (refusal.code === 'non_sufficient_funds')
    return {
      batch: await move('waiting_funds', 'The balance is too small. It begins when money arrives.'),
      retry: false,
    };
  if (refusal.code === 'expired_quote')
    return { batch: await move('quoted', 'The quote expired. It is quoted again.'), retry: false };
  return {
    batch: await move('unknown', `The service refuses to start it: ${refusal.sentence} A person must look.`),
    retry: false,
  };
}

/** What each balance has, by currency; minor units. */
async function readFunds(deps: StepDeps): Promise<Map<string, bigint>> {
  const { balances } = await deps.service.call('listBalances', {}, { signal: deps.signal });
  const funds = new Map<string, bigint>();
  for (const { currency, amount, type } of balances) {
    if (type && type !== 'paymentrails') continue;
    const minor = readServiceAmount(amount, currency);
    if (minor !== null) funds.set(currency, (funds.get(currency) ?? 0n) + minor);
  }
  return funds;
}
