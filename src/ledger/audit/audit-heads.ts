import type { Db } from '../db/db.ts';

/** The last event of a chain. It proves later whether the chain was rewritten or cut before it. */
export interface AuditHead {
  readonly chain: string;
  readonly seq: bigint;
  /** In hex. */
  readonly hash: string;
}

/** The heads of these chains, or of all. */
export async function auditHeads(db: Db, chains: readonly string[] | null): Promise<readonly AuditHead[]> {
  const { rows } = await db.query<AuditHead>(
    `select chain, seq, encode(hash, 'hex') as hash from payrun.event_head
     where seq > 0 and ($1::text[] is null or chain = any($1)) order by chain collate "C"`,
    [chains],
  );
  return rows;
}

/** Waits until no one else writes anchors, and holds them back until the transaction ends. */
export async function holdAnchors(db: Db): Promise<void> {
  await db.query(`select pg_advisory_xact_lock(hashtext('payrun.audit.anchor'))`);
}

/** The hashes that the events of these heads have now, in the same order; null if an event is gone. */
export async function hashesAt(db: Db, heads: readonly AuditHead[]): Promise<readonly (string | null)[]> {
  const { rows } = await db.query<{ hash: string | null }>(
    `select encode(e.hash, 'hex') as hash from unnest($1::text[], $2::bigint[]) with ordinality h (chain, seq, n)
     left join payrun.event e on e.chain = h.chain and e.seq = h.seq order by h.n`,
    [heads.map(({ chain }) => chain), heads.map(({ seq }) => seq)],
  );
  return rows.map(({ hash }) => hash);
}
