import type { Db } from '../db/db.ts';

/** A batch adopted from the payout service, as the audit of its run records it. */
export interface AdoptedBatchFacts {
  readonly run: bigint;
  readonly remoteId: string;
  readonly payments: number;
  /** Rows of this ledger that were put on hold for that reason. */
  readonly held: number;
  /** Payments that may have been paid twice. */
  readonly twice: number;
  /** Payments of the batch that were not adopted, because no ledger created them. */
  readonly left: number;
}

export async function adoptedInRuns(db: Db, runs: readonly string[]): Promise<readonly AdoptedBatchFacts[]> {
  const { rows } = await db.query<AdoptedBatchFacts>(
    `select substr(chain, 5)::bigint as run, data->>'remoteId' as "remoteId", (data->>'payments')::int as payments,
       coalesce((data->>'held')::int, 0) as held, coalesce((data->>'twice')::int, 0) as twice, coalesce((data->>'left')::int, 0) as left
     from payrun.event where chain = any($1) and kind = 'batch_adopted' order by chain, seq`,
    [runs.map((run) => `run-${run}`)],
  );
  return rows;
}
