import type { Db } from './db.ts';

/** A batch of Payrun's as the service lists it; ids of the service. */
export interface ListedBatch {
  readonly id: string;
  readonly tag: string;
  /** The identity of the ledger that made it; null if the batch does not say. */
  readonly ledger: string | null;
}

/**
 * Who made a batch that this ledger does not know. `own`: its identity is on it, so the ledger is older than it was, or a copy.
 * `other`: another installation pays from the same balance. `unsaid`: an older Payrun, here or elsewhere.
 */
export type Origin = 'own' | 'other' | 'unsaid';

/**
 * Of a merchant's batches at the service with a tag of Payrun (`payrunBatchPages` in src/service lists them), those that the ledger
 * does not know. Known is a batch whose tag the ledger has in any state, also one that it was about to create when it was
 * interrupted: that is looked up by its tag when its run goes on.
 */
export async function unknownBatches<B extends ListedBatch>(
  db: Db,
  merchant: string,
  listed: readonly B[],
): Promise<readonly (B & { readonly origin: Origin })[]> {
  if (listed.length === 0) return [];
  const { rows } = await db.query<{ tag: string }>(
    `select tag from payrun.batch where merchant_id = $1 and tag = any($2)`,
    [merchant, listed.map(({ tag }) => tag)],
  );
  const known = new Set(rows.map(({ tag }) => tag));
  const unknown = listed.filter(({ tag }) => !known.has(tag));
  if (unknown.length === 0) return [];
  const { rows: own } = await db.query<{ id: string }>('select id from payrun.ledger_identity');
  return unknown.map((batch) => ({ ...batch, origin: originOf(batch, own[0]?.id) }));
}

function originOf({ ledger }: ListedBatch, own: string | undefined): Origin {
  if (ledger === null) return 'unsaid';
  return ledger === own ? 'own' : 'other';
}
