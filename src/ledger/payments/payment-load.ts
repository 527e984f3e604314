import type { FixedSide, Problem } from '../../model.ts';
import { bulkLoad, createCopyWriter } from '../db/bulk-load.ts';
import type { Db } from '../db/db.ts';

/** A row of a sheet to be stored as a payment. */
export interface NewPayment {
  readonly id: string;
  readonly runId: bigint;
  readonly merchant: string;
  readonly row: number;
  readonly state: 'ready' | 'invalid';
  readonly reference: string | null;
  readonly derivedFp: Buffer | null;
  /** Canonical form of the reference; null if the reference is in that form. */
  readonly referenceKey: string | null;
  readonly sourceCurrency: string | null;
  readonly fixed: FixedSide | null;
  readonly currency: string | null;
  readonly minor: bigint | null;
  readonly recipientName: string | null;
  readonly recipientFp: Buffer | null;
  readonly personFp: Buffer | null;
  readonly profileFp: Buffer | null;
  readonly accountFp: Buffer | null;
  readonly accountHint: string | null;
  /** Fingerprint of the account number alone. */
  readonly accountKey: bigint | null;
  /** Equal for two rows of a sheet with the same currency, amount and memo. */
  readonly moneyKey: bigint | null;
  readonly rowSealed: Buffer;
  readonly problems: readonly Problem[];
  /** The version of the rules that it was checked with. */
  readonly rules: string;
  /** The payment of an earlier run that it replaces. */
  readonly replaces: string | null;
  /** The uploader corrected some of its cells. */
  readonly corrected: boolean;
}

const COLUMNS = {
  id: 'uuid',
  run_id: 'int8',
  merchant_id: 'text',
  row: 'int4',
  state: 'text',
  reference: 'text',
  derived_fp: 'bytea',
  source_currency: 'text',
  fixed: 'text',
  currency: 'text',
  minor: 'int8',
  recipient_name: 'text',
  recipient_fp: 'bytea',
  person_fp: 'bytea',
  profile_fp: 'bytea',
  account_fp: 'bytea',
  account_hint: 'text',
  row_sealed: 'bytea',
  problems: 'jsonb',
  rules: 'text',
  reason_code: 'text',
  reason: 'text',
  reference_key: 'text',
  account_key: 'int8',
  money_key: 'int8',
  replaces: 'uuid',
  corrected: 'bool',
} as const;

/** Encoded payments are sent in pieces of about this size. */
const PIECE_BYTES = 60_000;

export const ROWS_A_LOAD = 2_000;
const BYTES_A_LOAD = 8_000_000;

/** Payments encoded for COPY. */
export interface WrittenPayments {
  readonly bytes: Buffer;
  /** The bytes after which a piece of whole rows ends. */
  readonly ends: readonly number[];
}

/**
 * Collects payments for one load and encodes each at once. If rows stay objects until the load, garbage collection
 * takes a third of the intake's time.
 */
export function createPaymentLoad(rowsALoad: number) {
  const writer = createCopyWriter(Object.values(COLUMNS));
  let ends: number[] = [];
  let rows = 0;
  return {
    /** Whether to load before more rows: the time of a commit does not matter, and long rows take no more memory. */
    isFull: () => rows >= rowsALoad || writer.size() >= BYTES_A_LOAD,
    add(payment: NewPayment): void {
      writer.add(valuesOf(payment));
      rows++;
      if (writer.size() - (ends.at(-1) ?? 0) >= PIECE_BYTES) ends.push(writer.size());
    },
    /** Returns the collected payments, to be loaded before the next `take`, and starts again empty. */
    take(): WrittenPayments {
      if (writer.size() > (ends.at(-1) ?? 0)) ends.push(writer.size());
      const taken = { bytes: writer.take(), ends };
      ends = [];
      rows = 0;
      return taken;
    },
  };
}

/** Loads payments of runs whose intake has begun, in the transaction of `db`. */
export async function loadPayments(db: Db, { bytes, ends }: WrittenPayments): Promise<void> {
  const pieces = ends.map((end, i) => bytes.subarray(ends[i - 1] ?? 0, end));
  await bulkLoad(db, 'payment_row', COLUMNS, pieces);
}

function valuesOf(p: NewPayment): readonly unknown[] {
  const first = p.problems.find((problem) => problem.severity === 'error');
  return [
    p.id,
    p.runId,
    p.merchant,
    p.row,
    p.state,
    p.reference,
    p.derivedFp,
    p.sourceCurrency,
    p.fixed,
    p.currency,
    p.minor,
    p.recipientName,
    p.recipientFp,
    p.personFp,
    p.profileFp,
    p.accountFp,
    p.accountHint,
    p.rowSealed,
    p.problems.length > 0 ? p.problems : null,
    p.rules,
    first?.code,
    first?.message,
    p.referenceKey,
    p.accountKey,
    p.moneyKey,
    p.replaces,
    p.corrected,
  ];
}

/** The reason that a sheet was stopped: a code, and a sentence for users. */
export interface Stop {
  readonly code: string;
  readonly reason: string;
}

/** Cancels the loaded rows that would be ready, because their sheet is stopped. */
export async function cancelLoaded(db: Db, run: bigint, { code, reason }: Stop): Promise<void> {
  await db.query(
    `update payrun.payment_row set state = 'canceled', reason_code = $2, reason = $3, final_at = now() where run_id = $1 and state = 'ready'`,
    [run, code, reason],
  );
}
