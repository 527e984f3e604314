import type { Db } from '../db/db.ts';

/**
 * Digest of the ends of all chains from before the audit was keyed; null if there are no such events. The event that
 * binds the vault's values stores it, so those events cannot be changed unseen either.
 */
export async function digestUnkeyedEvents(db: Db): Promise<string | null> {
  const { rows } = await db.query<{ digest: string | null }>(
    `select encode(sha256(convert_to(string_agg(chain || ' ' || seq || ' ' || encode(hash, 'hex'), E'\\n' order by chain collate "C"),
       'UTF8')), 'hex') as digest
     from (select distinct on (chain) chain, seq, hash from payrun.event where mac = '' order by chain, seq desc) ends`,
  );
  return rows[0]!.digest;
}

/** Whether the events from before the audit was keyed are unchanged since then. */
export async function areUnkeyedEventsUnchanged(db: Db): Promise<boolean> {
  const now = await digestUnkeyedEvents(db);
  if (now === null) return true;
  const { rows } = await db.query<{ digest: string | null }>(
    `select data->>'plainEvents' as digest from payrun.event
     where chain = 'system' and kind = 'vault_resealed' and data ? 'plainEvents' and mac <> '' order by seq`,
  );
  return rows.length === 1 && rows[0]!.digest === now;
}
