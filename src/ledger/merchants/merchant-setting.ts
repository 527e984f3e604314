import type { Db } from '../db/db.ts';

/** Last confirmed values of settings that the payout service does not show: HMAC in hex, by the setting's key. */
export type KnownSettings = Map<string, string>;

export async function knownSettings(db: Db, merchant: string): Promise<KnownSettings> {
  const { rows } = await db.query<{ key: string; value_fp: Buffer }>(
    'select key, value_fp from payrun.merchant_setting where merchant_id = $1',
    [merchant],
  );
  return new Map(rows.map(({ key, value_fp }) => [key, value_fp.toString('hex')]));
}

/** Records values that the payout service confirmed. `values`: HMAC in hex by the setting's key. */
export async function rememberSettings(
  db: Db,
  merchant: string,
  run: bigint,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [key, value] of Object.entries(values)) {
    await db.query(
      `insert into payrun.merchant_setting (merchant_id, key, value_fp, run_id) values ($1, $2, $3, $4)
       on conflict (merchant_id, key) do update set value_fp = $3, run_id = $4, set_at = now()`,
      [merchant, key, Buffer.from(value, 'hex'), run],
    );
  }
}
