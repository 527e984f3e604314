import { getBatch, getBatches, moveBatch } from '../ledger/batches/batch.ts';
import type { BatchRow } from '../ledger/batches/batch-row.ts';
import { isBeforePayDate } from '../ledger/runs/pay-date.ts';
import { needsMore } from '../outcomes/waiting-sums.ts';
import { pause } from '../platform/clock.ts';
import { type BatchState, BEFORE_START } from '../states.ts';
import { type ActiveRun, fenced, type Step, type StepDeps } from '../step.ts';
import { type Funds, missingFunds, readFunds, takeFrom } from './prices/shortfall.ts';
import { isFresh } from './quotes/quote-batch.ts';
import { finishRemovals } from './reconciliations/read-back.ts';
import { leaveUnreadable, unlessUnreadable } from './reconciliations/unreadable-batch.ts';
import type { Reprice } from './reprice.ts';
import { refuseUnknownBatches } from './services/refuse-unknown-batches.ts';
import { compareAndStart, compareWaiting, reconcileBeforeStart, removeAlreadyPaid } from './starts/preflight.ts';
import type { StartOutcome } from './starts/start-outcome.ts';

/** The number of tries to start a batch in one pass, before it is left to `payrun resume`. */
const ROUNDS = 30;
/** The number of repeats of a start that did not take effect. */
const SENDS = 4;
/** After an attempt: it awaits funds or a new approval, or is empty. */
const NOT_STARTED: readonly BatchState[] = [...BEFORE_START, 'starting', 'waiting_funds', 'unknown', 'void'];

/**
 * Approved batches -> started. The only step that moves money (G2). Before the call, under the run's fence, the
 * payments are hashed again and compared with the approved hash, and the attempt is committed. After the call, the
 * batch's remote status decides what happened, whatever the answer was (G3): a start that the service has seen is never
 * sent again, and one that had no effect only after the same comparison. A batch whose quote expired meanwhile, or from
 * which payments were removed, goes back to `reprice`, and is sent only if it is approved again.
 */
export const start =
  (reprice: Reprice): Step =>
  async (run, deps) => {
    const isEarly = await isBeforePayDate(deps.ledger.db, run.id, deps.clock.now());
    const batches = (await getBatches(deps.ledger.db, run.id, 'approved', 'starting', 'waiting_funds')).filter(
      ({ start_attempted_at }) => !isEarly || start_attempted_at !== null,
    );
    if (batches.length === 0) return;
    let started = 0;
    deps.progress({ stage: 'start', done: started, total: batches.length });
    const funds = await readFunds(run, deps);
    for (const batch of batches) {
      deps.signal.throwIfAborted();
      await unlessUnreadable(
        run,
        deps,
        batch,
        () => startBatch(run, deps, { first: batch, funds, reprice }),
        leaveUnreadable,
      );
      if (NOT_STARTED.includes((await getBatch(deps.ledger.db, batch.id)).state)) continue;
      deps.progress({ stage: 'start', done: ++started, total: batches.length });
    }
  };

interface StartOf {
  readonly first: BatchRow;
  readonly funds: Funds;
  readonly reprice: Reprice;
}

async function startBatch(run: ActiveRun, deps: StepDeps, { first, funds, reprice }: StartOf): Promise<void> {
  let outcome = await reconcileBeforeStart(run, deps, first);
  if (!outcome) return;
  if (outcome.next === 'send') {
    const whole = await finishRemovals(run, deps, outcome.batch);
    if (!whole) return;
    if (whole !== outcome.batch) outcome = { batch: whole, next: 'requote' };
  }
  let sends = 0;
  for (let round = 0; round < ROUNDS && outcome.next !== 'done'; round++) {
    const before: BatchRow = outcome.batch;
    // A batch with insufficient funds is not priced again: it could need a new approval while it may start
    // automatically.
    const shortfall = before.state === 'quoted' ? null : missingFunds(before, funds);
    if (shortfall !== null) {
      await recordShortfall(run, deps, before, shortfall);
      const left = await removeAlreadyPaid(run, deps, before);
      return left === before ? compareWaiting(run, deps, before) : undefined;
    }
    const isReady = before.state !== 'quoted' && isFresh(before, deps.clock.now());
    const [batch] = isReady ? [before] : await reprice(run, deps, [before]);
    if (!batch) return;
    const missing = missingFunds(batch, funds);
    if (missing !== null) return recordShortfall(run, deps, batch, missing);
    // It may have waited for days, and another installation may have paid meanwhile.
    await refuseUnknownBatches(run, deps);
    const unpaid = await removeAlreadyPaid(run, deps, batch);
    if (!unpaid) return;
    if (unpaid !== batch) {
      outcome = { batch: unpaid, next: 'requote' };
      continue;
    }
    const next: StartOutcome | null = await compareAndStart(run, deps, batch);
    if (!next) return;
    outcome = next;
    if (outcome.next === 'requote') sends = 0;
    if (outcome.next !== 'send') continue;
    if (sends++ === SENDS) {
      if (outcome.error) throw outcome.error;
      return;
    }
    await pause(deps.clock, 500 * 2 ** sends, deps.signal);
  }
  if (outcome.batch.state === 'started') takeFrom(funds, outcome.batch);
  else if (outcome.batch.state === 'waiting_funds') await recordRefusedForFunds(run, deps, outcome.batch, funds);
}

/** Records that the balance does not cover the batch, which waits for funds. Nothing was sent. */
async function recordShortfall(run: ActiveRun, deps: StepDeps, batch: BatchRow, missing: bigint): Promise<void> {
  const state = batch.state === 'starting' ? 'waiting_funds' : batch.state;
  await fenced(run, deps, (db) =>
    moveBatch(db, batch, state, { note: needsMore({ currency: batch.currency, minor: missing }), missing }),
  );
}

/** Records that the service refused the start for insufficient funds, with the shortfall if the balance shows it. */
async function recordRefusedForFunds(run: ActiveRun, deps: StepDeps, batch: BatchRow, funds: Funds): Promise<void> {
  const missing = missingFunds(batch, funds) ?? 0n;
  const note =
    missing > 0n
      ? needsMore({ currency: batch.currency, minor: missing })
      : 'The payout service reports insufficient funds. The batch starts when funds arrive.';
  await fenced(run, deps, (db) => moveBatch(db, batch, 'waiting_funds', { note, missing }));
}
