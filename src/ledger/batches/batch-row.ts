import type { Money } from '../../model.ts';
import type { BatchState } from '../../states.ts';

/** The payout service's quote for a batch, in minor units of the batch's currency. */
export interface Quote {
  readonly count: number;
  readonly sendingMinor: string;
  readonly debitMinor: string;
  readonly feesMinor: string;
  /** The part of the fees that is debited. Missing if the service does not state it. */
  readonly merchantFeesMinor?: string;
  /** Tax that the service withholds from the recipients; missing if it withholds none. */
  readonly withheldMinor?: string;
  readonly expiresAt: string;
}

export interface BatchRow {
  readonly id: string;
  readonly run_id: bigint;
  readonly merchant_id: string;
  readonly currency: string;
  readonly state: BatchState;
  readonly tag: string;
  readonly maker: string;
  readonly payments: number;
  readonly source_minor: bigint;
  readonly target_minor: Readonly<Record<string, string>>;
  readonly remote_id: string | null;
  readonly remote_status: string | null;
  readonly quote: Quote | null;
  readonly quote_expires_at: Date | null;
  /**
   * Amounts that recipients get, by currency, in minor units, by the quote shown for approval; null if no quote was
   * shown.
   */
  readonly priced: Readonly<Record<string, string>> | null;
  readonly approved_hash: Buffer | null;
  readonly approved_by: string | null;
  readonly approved_at: Date | null;
  /** 2: another approver must approve first (`first_*`), with the same hash. */
  readonly approvers_needed: 1 | 2;
  readonly first_hash: Buffer | null;
  readonly first_by: string | null;
  readonly start_attempted_at: Date | null;
  readonly start_attempts: number;
  readonly started_at: Date | null;
  /** When the batch was found started without a start by Payrun; null if it was not. */
  readonly started_outside_at: Date | null;
  /** The user who adopted it, or confirmed its outcome; null if there is none. */
  readonly resolved_by: string | null;
  readonly note: string | null;
  /** Shortfall in minor units; 0: the payout service reported one without an amount. Null: no known shortfall. */
  readonly missing_minor: bigint | null;
  /** Currencies of the balances that the payout service would debit; null before the quote. */
  readonly debited_from: readonly string[] | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export const BATCH_COLUMNS = `id, run_id, merchant_id, currency, state, tag, maker, payments, source_minor, target_minor, remote_id, remote_status,
  quote, quote_expires_at, priced, approved_hash, approved_by, approved_at, approvers_needed, first_hash, first_by, start_attempted_at,
  start_attempts, started_at, started_outside_at, resolved_by, note, missing_minor, debited_from, created_at, updated_at`;

/**
 * The amount that a run debits from the balance of a currency, which run limits and limits of users apply to: all its
 * batches count together. It comes from the quotes, including the fees that the merchant bears (`withFees`: there are
 * some); from the sheet if a batch has no quote yet.
 */
export function getRunDebit(currency: string, batches: readonly BatchRow[]): Money & { readonly withFees: boolean } {
  const counted = batches.filter((batch) => batch.currency === currency && batch.state !== 'void');
  return {
    currency,
    minor: counted.reduce((sum, { quote, source_minor }) => sum + BigInt(quote?.debitMinor ?? source_minor), 0n),
    withFees: counted.some(({ quote }) => quote !== null && quote.debitMinor !== quote.sendingMinor),
  };
}

/** The run's debits in the currencies of its `waiting` batches. `all`: every batch of the run. */
export function getRunDebits(waiting: readonly BatchRow[], all: readonly BatchRow[]): readonly Money[] {
  return [...new Set(waiting.map(({ currency }) => currency))].map((currency) => getRunDebit(currency, all));
}
