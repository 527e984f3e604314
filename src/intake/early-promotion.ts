import type { Db } from '../ledger/db/db.ts';
import { type OpenTransaction, openTransaction } from '../ledger/db/open-transaction.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { type BegunComparison, beginComparison, markDueEarly } from '../ledger/payments/hold-rules.ts';
import { NOTHING_PROMOTED, type Promoted, promoteEarly } from '../ledger/payments/promote-staged.ts';
import { holdFence } from '../ledger/runs/run.ts';
import type { ActiveRun, LocalDeps } from '../step.ts';

/** Fewer rows are promoted at the end: a small sheet takes as long without. */
export const ROWS_A_PIECE = 20_000;
/** As many row numbers as one statement may take: see `promoteStaged`. */
const MOST_A_PIECE = 50_000;
/** The server ends a transaction that is silent for longer than the lease of a run would allow: see `openLedger`. */
const SILENT_MS = 5_000;

/** What is known of the rows that were promoted early. */
export interface Begun {
  readonly comparison: BegunComparison;
  readonly promoted: Promoted;
  /** The rules against earlier payments that are due for any row looked at. */
  readonly due: number;
}

/** Promotes rows while the next ones are read, in a transaction that stays open until the sheet is read. */
export interface EarlyPromotion {
  /** The window with which rows are compared: see `BegunComparison`. */
  readonly duplicateDays: number;
  /** All rows up to this number are loaded. Returns at once; throws the error of what it began before. */
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
  { ledger, clock }: Pick<LocalDeps, 'ledger' | 'clock'>,
  { duplicateDays, rowsAPiece }: { readonly duplicateDays: number; readonly rowsAPiece: number },
): EarlyPromotion | null {
  if (ledger.kind === 'embedded' || busy.has(ledger)) return null;
  busy.add(ledger);

  let opened: { readonly transaction: OpenTransaction; readonly comparison: BegunComparison } | null = null;
  let promoted = NOTHING_PROMOTED;
  let due = 0;
  /** What is being done; null if nothing is. */
  let working: Promise<void> | null = null;
  let failed: { readonly error: unknown } | null = null;
  let loadedTo = 0;
  let ended = false;
  let closed = false;
  let spokenAt = 0;

  const open = async () => {
    const transaction = await openTransaction(ledger);
    try {
      const { merchant, options } = run;
      const rerun = options.rerun !== undefined;
      const { vault } = ledger;
      const comparison = await beginComparison(transaction.db, { run: run.id, merchant, duplicateDays, rerun, vault });
      return { transaction, comparison };
    } catch (error) {
      await transaction.rollback();
      throw error;
    }
  };
  const promote = async (upTo: number) => {
    opened ??= await open();
    const { transaction, comparison } = opened;
    const piece = { after: promoted.upTo, upTo };
    due |= await markDueEarly(transaction.db, comparison, piece);
    const rows = await promoteEarly(transaction.db, run.id, piece);
    promoted = { rows: promoted.rows + rows, upTo };
    spokenAt = clock.now();
  };
  const isPieceLoaded = () => {
    const waiting = loadedTo - promoted.upTo;
    const isSilent = opened !== null && waiting > 0 && clock.now() - spokenAt >= SILENT_MS;
    return waiting >= rowsAPiece || isSilent;
  };
  const promoteLoaded = async () => {
    while (isPieceLoaded() && !ended) await promote(Math.min(loadedTo, promoted.upTo + MOST_A_PIECE));
  };
  /** The transaction is ended by whoever takes it. */
  const takeTransaction = () => {
    if (!closed) busy.delete(ledger);
    closed = true;
    const { transaction } = opened ?? {};
    opened = null;
    return transaction;
  };

  return {
    duplicateDays,
    loaded(row) {
      if (failed) throw failed.error;
      loadedTo = row;
      working ??= promoteLoaded()
        .catch((error: unknown) => {
          failed = { error };
        })
        .finally(() => {
          working = null;
        });
    },
    async finish(work) {
      ended = true;
      await working;
      if (failed) throw failed.error;
      if (opened === null) return false;
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
      await takeTransaction()?.rollback();
    },
  };
}
