import type { RunStatus } from '../../states.ts';
import { isDryRun } from '../db/dry-run.ts';

/** A run, as every page and list shows it. */
export interface ShownRun {
  readonly id: bigint;
  readonly job: string;
  readonly status: RunStatus;
  readonly note: string | null;
  readonly merchant: string;
  readonly maker: string;
  /** The name of its file; null if it has none. */
  readonly sheet: string | null;
  /** The run whose payments it retries. */
  readonly parent_run: bigint | null;
  readonly rows: number | null;
  readonly dry_run: boolean;
  readonly confirmed_at: Date | null;
  readonly created_at: Date;
  readonly finished_at: Date | null;
  /** A process is working on it now. */
  readonly leased: boolean;
  /** No payment is made until an admin has resolved batches that the ledger does not know. */
  readonly blocked: boolean;
}

/** SQL of a `ShownRun`: `select ${SHOWN_RUN} from ${SHOWN_RUNS} where ...` with run `r` and sheet `s`. */
export const SHOWN_RUN = `r.id, r.job, r.status, r.note, r.merchant_id as merchant, r.maker, s.name as sheet, r.parent_run,
  r.rows_in as rows, ${isDryRun('r')} as dry_run, r.confirmed_at, r.created_at, r.finished_at,
  coalesce(r.lease_until > now(), false) as leased, r.blocked is not null as blocked`;
export const SHOWN_RUNS = 'payrun.run r left join payrun.sheet s on s.id = r.sheet_id';
