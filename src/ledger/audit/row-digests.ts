import type { Db } from '../db/db.ts';

/**
 * Digest of up to a thousand rows of a run at the intake. The audit stores it, so that changed or removed rows can be
 * found.
 */
export interface RowDigest {
  /** Row numbers as a Postgres multirange: `{[2,7),[8,1000)}` is 2 to 6 and 8 to 999. */
  readonly rows: string;
  /** SHA-256, in hex. */
  readonly digest: string;
}

/** Size of one digest's range of row numbers. A removed row changes no other digest. */
export const ROWS_A_DIGEST = 1_000;

/**
 * The columns of a row that never change after the intake. Excludes the numeric suffix of a derived reference, which
 * can change to tell it from an earlier payment of the same kind.
 */
const FIXED = `(id, row, merchant_id, case when derived_fp is null then reference else regexp_replace(reference, '(-[0-9]+)+$', '') end,
  encode(derived_fp, 'hex'), source_currency, fixed, currency, minor, encode(recipient_fp, 'hex'),
  encode(profile_fp, 'hex'), encode(account_fp, 'hex'))`;

/**
 * Current digests of a run's rows, in row order. The database computes them in one pass over the index: 1 M rows give
 * 1,000 digests.
 */
export async function digestRows(db: Db, run: bigint): Promise<readonly RowDigest[]> {
  const { rows } = await db.query<RowDigest>(
    `select range_agg(int4range(row, row + 1))::text as rows,
       encode(sha256(convert_to(string_agg(${FIXED}::text, E'\\n' order by row), 'UTF8')), 'hex') as digest
     from payrun.payment where run_id = $1 group by row / ${ROWS_A_DIGEST} order by row / ${ROWS_A_DIGEST}`,
    [run],
  );
  return rows;
}

/** The row numbers of a multirange, ascending. */
export function rowNumbers(multirange: string): readonly number[] {
  return [...multirange.matchAll(/\[(\d+),(\d+)\)/g)].flatMap(([, first, end]) =>
    Array.from({ length: Number(end) - Number(first) }, (_, i) => Number(first) + i),
  );
}
