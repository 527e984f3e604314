import type { Db } from '../db/db.ts';

/** What a thousand rows of a run said when they came in: kept in the audit, so that a changed or removed row is found. */
export interface RowDigest {
  /** The numbers of the rows, as a multirange of Postgres: `{[2,7),[8,1000)}` is 2 to 6 and 8 to 999. */
  readonly rows: string;
  /** SHA-256, in hex. */
  readonly digest: string;
}

/** Rows of one digest, by row number: a row that is removed changes no other digest. */
export const ROWS_A_DIGEST = 1_000;

/**
 * What of a row never changes once it is in. Its state, its batch and what the service says of it do, and the number behind
 * a derived reference, which tells it from an earlier payment of the same kind.
 */
const FIXED = `(id, row, merchant_id, case when derived_fp is null then reference else regexp_replace(reference, '(-[0-9]+)+$', '') end,
  encode(derived_fp, 'hex'), source_currency, fixed, currency, minor, encode(recipient_fp, 'hex'),
  encode(profile_fp, 'hex'), encode(account_fp, 'hex'))`;

/** The digests of a run's rows as they are now, in row order. One pass over the index, in the database: 1 M rows give 1,000 digests. */
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
