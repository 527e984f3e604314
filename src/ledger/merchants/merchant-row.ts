import type { Problem } from '../../model.ts';
import type { Db } from '../db/db.ts';

/**
 * `invalid`: the row needs a correction. `failed`: the payout service refused a setting. `unknown`: the outcome is
 * unconfirmed and needs a review. `waits`: awaiting the service's approval. `would_change`: result of a dry run.
 * `done`: the sub-merchant matches the row.
 */
export type MerchantRowState = 'invalid' | 'ready' | 'failed' | 'unknown' | 'waits' | 'would_change' | 'done';

/** Result of one setting. Never contains a secret: `before` and `after` only say that one is set. */
export interface SettingResult {
  readonly setting: string;
  readonly state: 'same' | 'changed' | 'would change' | 'waits' | 'refused';
  readonly what: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly reason: string | null;
}

export interface MerchantSheetRow {
  readonly row: number;
  readonly merchant: string | null;
  readonly state: MerchantRowState;
  readonly reason: string | null;
  readonly problems: readonly Problem[];
  readonly settings: readonly SettingResult[];
}

const COLUMNS = 'row, merchant, state, reason, problems, settings';

/** Skips existing rows. */
export async function addMerchantRows(db: Db, run: bigint, rows: readonly MerchantSheetRow[]): Promise<void> {
  await db.query(
    `insert into payrun.merchant_row (run_id, row, merchant, state, reason, problems, settings)
     select $1, row, merchant, state, reason, problems, settings from jsonb_to_recordset($2::jsonb)
       as r (row int, merchant text, state text, reason text, problems jsonb, settings jsonb)
     on conflict (run_id, row) do nothing`,
    [run, JSON.stringify(rows)],
  );
}

export async function merchantRows(db: Db, run: bigint): Promise<readonly MerchantSheetRow[]> {
  return (
    await db.query<MerchantSheetRow>(`select ${COLUMNS} from payrun.merchant_row where run_id = $1 order by row`, [run])
  ).rows;
}

export async function updateMerchantRow(
  db: Db,
  run: bigint,
  { row, state, reason, settings }: Pick<MerchantSheetRow, 'row' | 'state' | 'reason' | 'settings'>,
): Promise<void> {
  await db.query(
    'update payrun.merchant_row set state = $3, reason = $4, settings = $5 where run_id = $1 and row = $2',
    [run, row, state, reason, JSON.stringify(settings)],
  );
}
