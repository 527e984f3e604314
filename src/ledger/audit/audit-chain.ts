import { createHash } from 'node:crypto';
import { PayrunError } from '../../errors.ts';
import { canonicalJson } from '../../platform/canonical-json.ts';
import { type Db, getClient } from '../db/db.ts';
import { storableJson } from '../db/storable-text.ts';
import type { Vault } from '../vault/vault.ts';

/** SQL condition that event `e` reports returned payments. The first part is the condition of its index. */
export const REPORTS_RETURNS = `e.kind in ('batch_approved_first', 'batch_approved', 'rejected', 'payments_returned') and e.kind = 'payments_returned'`;

/** An entry for the audit log. `data` never contains bank details, IDs or keys: it is stored forever and not sealed. */
export interface NewEvent {
  /** `run-<id>`, or `system`. */
  readonly chain: string;
  readonly at: Date;
  readonly actor: string;
  readonly kind: string;
  readonly data: Record<string, unknown>;
}

interface StoredEvent {
  readonly seq: bigint;
  readonly at: Date;
  readonly actor: string;
  readonly kind: string;
  readonly data: unknown;
  readonly previous_hash: Buffer;
  readonly hash: Buffer;
  /** HMAC of the hash. */
  readonly mac: Buffer;
}

/**
 * Appends to the chain in the transaction of `db` (G6). Takes two statements and locks the chain's head row until the
 * transaction ends, so that events of one chain have an order. Throws `defect` outside a transaction.
 */
export async function appendEvent(db: Db, event: NewEvent): Promise<void> {
  if (!getClient(db)) throw new PayrunError('defect', { detail: 'an event outside a transaction' });
  const { rows } = await db.query<{ seq: bigint; hash: Buffer }>(
    `insert into payrun.event_head (chain, seq, hash) values ($1, 0, '') on conflict (chain)
     do update set seq = event_head.seq returning seq, hash`,
    [event.chain],
  );
  const { seq: last, hash: previous } = rows[0]!;
  const seq = last + 1n;
  const { chain, at, actor, kind } = event;
  const data = storableJson(event.data);
  const hash = hashEvent(chain, { seq, at, actor, kind, data: JSON.parse(data), previous_hash: previous });
  await db.query(
    `with added as (insert into payrun.event (chain, seq, at, actor, kind, data, previous_hash, hash, mac)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9))
     update payrun.event_head set seq = $2, hash = $8 where chain = $1`,
    [chain, seq, at, actor, kind, data, previous, hash, eventMac(db, hash)],
  );
}

/** SHA-256 over the previous hash and the whole event as canonical JSON. */
function hashEvent(
  chain: string,
  { seq, at, actor, kind, data, previous_hash }: Omit<StoredEvent, 'hash' | 'mac'>,
): Buffer {
  const text = canonicalJson([chain, seq, at.toISOString(), actor, kind, data]);
  return createHash('sha256').update(previous_hash).update(text, 'utf8').digest();
}

export interface ChainReport {
  readonly chain: string;
  /** Number of valid events from the start. */
  readonly events: number;
  /** Null if the chain is intact. */
  readonly broken: { readonly seq: bigint; readonly what: string } | null;
}

const PAGE = 1000n;

/**
 * Recomputes one chain (G6) and finds the first event that was changed, removed or inserted later, or written without
 * the key of the vault. Reads page by page;
 * events may be appended meanwhile.
 */
export async function verifyChain(db: Db, chain: string): Promise<ChainReport> {
  const { rows: heads } = await db.query<{ seq: bigint; hash: Buffer }>(
    'select seq, hash from payrun.event_head where chain = $1',
    [chain],
  );
  const head = heads[0] ?? { seq: 0n, hash: Buffer.alloc(0) };
  let previous: Buffer = Buffer.alloc(0);
  let seq = 0n;
  const broken = (at: bigint, what: string): ChainReport => ({ chain, events: Number(seq), broken: { seq: at, what } });

  while (seq < head.seq) {
    const { rows } = await db.query<StoredEvent>(
      `select seq, at, actor, kind, data, previous_hash, hash, mac from payrun.event
       where chain = $1 and seq > $2 and seq <= $3 order by seq limit $4`,
      [chain, seq, head.seq, PAGE],
    );
    for (const event of rows) {
      if (event.seq !== seq + 1n) return broken(seq + 1n, 'was removed');
      if (!event.previous_hash.equals(previous)) return broken(event.seq, 'does not follow from the event before it');
      if (!event.hash.equals(hashEvent(chain, event))) return broken(event.seq, 'was changed');
      if (!event.mac.equals(eventMac(db, event.hash)))
        return broken(event.seq, 'was written or changed without the key of the vault');
      previous = event.hash;
      seq = event.seq;
    }
    if (rows.length === 0) return broken(seq + 1n, 'was removed');
  }
  if (!head.hash.equals(previous)) return broken(head.seq, 'is not what the end of the chain says');
  const { rows: strays } = await db.query<{ seq: bigint | null }>(
    `select min(e.seq) as seq from payrun.event e left join payrun.event_head h on h.chain = e.chain
     where e.chain = $1 and (e.seq < 1 or h.seq is null or e.seq > h.seq)`,
    [chain],
  );
  const stray = strays[0]!.seq;
  return stray === null ? { chain, events: Number(seq), broken: null } : broken(stray, 'is not part of the chain');
}

/** Verifies every chain in turn, including chains that have lost their head or all events. */
export async function* verifyAllChains(db: Db): AsyncGenerator<ChainReport> {
  const { rows } = await db.query<{ chain: string }>(
    'select chain from payrun.event_head union select chain from payrun.event order by chain',
  );
  for (const { chain } of rows) yield await verifyChain(db, chain);
}

const vaults = new WeakMap<Db, Vault>();

/** Gives this Db the key of the audit, so that no code that appends an event has to pass it on. */
export function keyAudit(db: Db, vault: Vault): void {
  vaults.set(db, vault);
}

/** HMAC of an event's hash. Throws `defect` if the Db has no key. */
export function eventMac(db: Db, hash: Buffer): Buffer {
  const vault = vaults.get(db);
  if (vault === undefined) throw new PayrunError('defect', { detail: 'an event without the key of the audit' });
  return vault.fingerprint('audit.event', hash.toString('hex'));
}
