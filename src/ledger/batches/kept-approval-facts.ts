import type { Db } from '../db/db.ts';
import { type ApprovalFacts, type FactsReader, readApprovalFacts } from './approval-facts.ts';

/** A run of this many payments takes a second to read. */
const MOST_KEPT = 100;

interface KeptFacts {
  readonly facts: ApprovalFacts;
  /** What was visible when they were read. */
  readonly snapshot: string;
  readonly at: string;
}

const readers = new WeakMap<object, FactsReader>();

/**
 * Reads the facts of an approval, or returns those that this process read before if nothing has changed since. The
 * ledger records every transaction that changes their sources; earlier facts are used only in a transaction that sees
 * exactly what they were read from. Call it in a transaction with one snapshot; in any other, the facts are always
 * read.
 */
export function keptApprovalFacts(ledger: object): FactsReader {
  const reader = readers.get(ledger) ?? createReader();
  readers.set(ledger, reader);
  return reader;
}

function createReader(): FactsReader {
  const kept = new Map<string, KeptFacts>();
  return async (db, batches, limits, ranges) => {
    const key = JSON.stringify([
      batches.map(({ id, remote_id, currency, quote }) => [id, remote_id, currency, quote]),
      limits,
      ranges,
    ]);
    const known = kept.get(key);
    if (known && (await isCurrent(db, batches[0]!.merchant_id, known))) return known.facts;
    const { rows } = await db.query<Omit<KeptFacts, 'facts'> & { isOne: boolean }>(
      `select pg_current_snapshot()::text as snapshot, now()::text as at,
         current_setting('transaction_isolation') = 'repeatable read' as "isOne"`,
    );
    const facts = await readApprovalFacts(db, batches, limits, ranges);
    const { isOne, ...read } = rows[0]!;
    if (!isOne) return facts;
    kept.delete(key);
    kept.set(key, { facts, ...read });
    if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value!);
    return facts;
  };
}

/**
 * Whether this transaction sees everything that was visible to the facts, and no later change. Changes are recorded for
 * a day; facts expire long before that.
 */
async function isCurrent(db: Db, merchant: string, { snapshot, at }: KeptFacts): Promise<boolean> {
  const { rows } = await db.query<{ current: boolean }>(
    `select current_setting('transaction_isolation') = 'repeatable read' and $3::timestamptz > now() - interval '1 hour'
       and pg_snapshot_xmax($2::pg_snapshot) <= pg_snapshot_xmax(pg_current_snapshot())
       and not exists (select 1 from pg_snapshot_xip(pg_current_snapshot()) as running (xact)
         where pg_visible_in_snapshot(running.xact, $2::pg_snapshot))
       and not exists (select 1 from payrun.approval_change c where c.merchant_id = $1
         and c.xact >= pg_snapshot_xmin($2::pg_snapshot) and not pg_visible_in_snapshot(c.xact, $2::pg_snapshot)) as current`,
    [merchant, snapshot, at],
  );
  return rows[0]!.current;
}
