import type { Db } from '../ledger/db/db.ts';
import { keepsOthersWaiting, type OpenTransaction, openTransaction } from '../ledger/db/open-transaction.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { tryLockMerchant } from '../ledger/merchants/merchant.ts';
import { type BegunComparison, beginComparison, markDueEarly } from '../ledger/payments/hold-rules.ts';
import { NOTHING_PROMOTED, type Promoted, promoteEarly } from '../ledger/payments/promote-staged.ts';
import { holdFence } from '../ledger/runs/run.ts';
import type { ActiveRun, LocalDeps } from '../step.ts';

/** Fewer rows are promoted at the end: a small sheet takes as long without. */
export const ROWS_A_PIECE = 20_000;
/** As many row numbers as one statement may take: see `promoteStaged`. */
const MOST_A_PIECE = 50_000;
/** How often to ask whether somebody waits. The server ends a transaction that is silent for long: see `openLedger`. */
const ASK_MS = 1_000;
/**
 * If nothing is loaded for so long, the load may wait for the connection that this transaction has: a pooler may have
 * no other one.
 */
const STALLED_MS = 5_000;

/** What is known of the rows that were promoted early. */
export interface Begun {
  readonly comparison: BegunComparison;
  readonly promoted: Promoted;
  /** The rules against earlier payments that are due for any row looked at. */
  readonly due: number;
}

/**
 * Promotes rows while the next ones are read, in a transaction that stays open until the sheet is read. It only saves
 * time: if it fails, or somebody waits for what it locked, or nothing is loaded any more, it is undone, and all rows
 * are promoted at the end. So a release or a batch of the merchant waits for one piece at most, and the loading of its
 * own sheet for some seconds.
 */
export interface EarlyPromotion {
  /** The window with which rows are compared: see `BegunComparison`. */
  readonly duplicateDays: number;
  /** All rows up to this number are loaded. Returns at once. */
  loaded(row: number): void;
  /**
   * Calls `work` in that transaction, under the fence of the run, and commits. False, and nothing is called, if no row
   * was promoted.
   */
  finish(work: (db: Db, begun: Begun) => Promise<void>): Promise<boolean>;
  /** Undoes everything, if it was not finished. */
  abandon(): Promise<void>;
}

/** Ledgers of this process with such a transaction: it takes a connection, and each intake needs another one. */
const busy = new WeakSet<Ledger>();

/**
 * Null on the embedded database, which has one connection, and while another intake of this process has such a
 * transaction. `duplicateDays`: see `BegunComparison`. `rowsAPiece`: rows that are promoted at once, at least.
 */
export function createEarlyPromotion(
  run: ActiveRun,
  { ledger, log }: Pick<LocalDeps, 'ledger' | 'log'>,
  { duplicateDays, rowsAPiece }: { readonly duplicateDays: number; readonly rowsAPiece: number },
): EarlyPromotion | null {
  if (ledger.kind === 'embedded' || busy.has(ledger)) return null;
  busy.add(ledger);

  let opened: { readonly transaction: OpenTransaction; readonly comparison: BegunComparison } | null = null;
  let asking: NodeJS.Timeout | undefined;
  let promoted = NOTHING_PROMOTED;
  let due = 0;
  /** What is being done; null if nothing is. */
  let working: Promise<void> | null = null;
  let loadedTo = 0;
  let loadedAt = performance.now();
  let ended = false;
  let closed = false;

  /** Null while somebody else has locked the merchant: whoever waits for a lock keeps others waiting. */
  const open = async () => {
    const transaction = await openTransaction(ledger);
    try {
      const { merchant, options } = run;
      const rerun = options.rerun !== undefined;
      const { vault } = ledger;
      if (!(await tryLockMerchant(transaction.db, merchant))) {
        await transaction.rollback();
        return null;
      }
      const comparison = await beginComparison(transaction.db, { run: run.id, merchant, duplicateDays, rerun, vault });
      asking = setInterval(act, ASK_MS).unref();
      return { transaction, comparison };
    } catch (error) {
      await transaction.rollback();
      throw error;
    }
  };
  /** False if the transaction cannot be opened now. */
  const promote = async (upTo: number): Promise<boolean> => {
    opened ??= await open();
    if (opened === null) return false;
    const { transaction, comparison } = opened;
    const piece = { after: promoted.upTo, upTo };
    due |= await markDueEarly(transaction.db, comparison, piece);
    const rows = await promoteEarly(transaction.db, run.id, piece);
    promoted = { rows: promoted.rows + rows, upTo };
    return true;
  };
  const isInTheWay = async ({ db }: OpenTransaction) =>
    performance.now() - loadedAt > STALLED_MS || (await keepsOthersWaiting(db));
  const promoteLoaded = async () => {
    while (!ended) {
      if (opened !== null && (await isInTheWay(opened.transaction))) return undo();
      if (loadedTo - promoted.upTo < rowsAPiece) return;
      if (!(await promote(Math.min(loadedTo, promoted.upTo + MOST_A_PIECE)))) return;
    }
  };
  const act = () => {
    if (ended) return;
    working ??= promoteLoaded()
      .catch(undoAfter)
      .finally(() => {
        working = null;
      });
  };
  /** The transaction is ended by whoever takes it. */
  const takeTransaction = () => {
    ended = true;
    clearInterval(asking);
    if (!closed) busy.delete(ledger);
    closed = true;
    const { transaction } = opened ?? {};
    opened = null;
    return transaction;
  };
  const undo = async () => {
    await takeTransaction()?.rollback();
  };
  const undoAfter = async (error: unknown) => {
    log.info(
      { run: String(run.id), code: (error as { code?: unknown }).code },
      'the rows of a sheet are inserted after it is read',
    );
    await undo();
  };
  /** The server may have ended the transaction since its last statement. */
  const isAlive = async ({ db }: OpenTransaction): Promise<boolean> => {
    try {
      await db.query('select 1');
      return true;
    } catch (error) {
      await undoAfter(error);
      return false;
    }
  };

  return {
    duplicateDays,
    loaded(row) {
      loadedTo = row;
      loadedAt = performance.now();
      act();
    },
    async finish(work) {
      ended = true;
      await working;
      if (opened === null || !(await isAlive(opened.transaction))) return false;
      const { comparison, transaction } = opened;
      await holdFence(transaction.db, run.id, run.fence);
      await work(transaction.db, { comparison, promoted, due });
      takeTransaction();
      await transaction.commit();
      return true;
    },
    async abandon() {
      ended = true;
      await working;
      await undo();
    },
  };
}
