import { isUnreadableTag } from '../../references/payrun-tags.ts';
import type { Db } from '../db/db.ts';

/** A batch created by Payrun, as the payout service lists it. Ids are the service's. */
export interface ListedBatch {
  readonly id: string;
  readonly tag: string;
  /** Identity of the ledger that created it; null if the batch does not state it. */
  readonly ledger: string | null;
}

/**
 * Origin of a batch that this ledger does not know. `own`: it has this ledger's identity, so the ledger was restored to
 * an earlier state or is a copy. `other`: another installation pays from the same balance. `unsaid`: its tags do not
 * say which installation created it. `unreadable`: its tags cannot be read.
 */
export type Origin = 'own' | 'other' | 'unsaid' | 'unreadable';

export type UnknownBatch<B extends ListedBatch> = B & { readonly origin: Origin };

/**
 * Of a merchant's remote batches with a tag of Payrun (`payrunBatchPages` in src/service lists them), those that the
 * ledger does not know. A batch is known if the ledger has its tag in any state, including one whose creation was
 * interrupted: the run looks it up by its tag when it continues. Batches of other installations declared by an admin
 * are known too.
 */
export async function unknownBatches<B extends ListedBatch>(
  db: Db,
  merchant: string,
  listed: readonly B[],
): Promise<readonly UnknownBatch<B>[]> {
  return (await sortBatches(db, merchant, listed)).unknown;
}

/**
 * Like `unknownBatches`; `hasOwn` says whether one of the batches was created from this ledger: older batches were
 * compared when that one was created.
 */
export async function sortBatches<B extends ListedBatch>(
  db: Db,
  merchant: string,
  listed: readonly B[],
): Promise<{ unknown: readonly UnknownBatch<B>[]; hasOwn: boolean }> {
  if (listed.length === 0) return { unknown: [], hasOwn: false };
  const { rows } = await db.query<{ tag: string; created: boolean | null; named: boolean }>(
    `select l.tag, b.remote_id is not null as created, b.id is null as named
     from unnest($2::text[], $3::text[]) l(tag, ledger) left join payrun.batch b on b.merchant_id = $1 and b.tag = l.tag
     where b.id is not null or l.ledger in (select ledger_id from payrun.other_installation)
       or exists (select 1 from payrun.other_batch o where o.merchant_id = $1 and o.tag = l.tag)`,
    [merchant, listed.map(({ tag }) => tag), listed.map(({ ledger }) => ledger)],
  );
  const known = new Set([...rows.map(({ tag }) => tag), ...(await knownById(db, merchant, listed))]);
  const hasOwn = rows.some(({ created, named }) => created && !named);
  const unknown = listed.filter(({ tag }) => !known.has(tag));
  if (unknown.length === 0) return { unknown: [], hasOwn };
  const { rows: own } = await db.query<{ id: string }>('select id from payrun.ledger_identity');
  return { unknown: unknown.map((batch) => ({ ...batch, origin: originOf(batch, own[0]?.id) })), hasOwn };
}

/** Tags of batches with unreadable tags that are known by id. */
async function knownById(db: Db, merchant: string, listed: readonly ListedBatch[]): Promise<readonly string[]> {
  const doubts = new Map(listed.flatMap(({ id, tag }) => (isUnreadableTag(tag) ? [[id, tag] as const] : [])));
  if (doubts.size === 0) return [];
  const { rows } = await db.query<{ id: string }>(
    'select remote_id as id from payrun.batch where merchant_id = $1 and remote_id = any($2)',
    [merchant, [...doubts.keys()]],
  );
  return rows.map(({ id }) => doubts.get(id)!);
}

function originOf({ ledger, tag }: ListedBatch, own: string | undefined): Origin {
  if (isUnreadableTag(tag)) return 'unreadable';
  if (ledger === null) return 'unsaid';
  return ledger === own ? 'own' : 'other';
}

/** Declares another installation: batches of these ledgers, and these batches without an identity, belong to it. */
export async function declareInstallation(
  db: Db,
  declared: {
    readonly name: string;
    readonly by: string;
    readonly at: Date;
    readonly ledgers: readonly string[];
    readonly batches: readonly { readonly merchant: string; readonly tag: string }[];
  },
): Promise<void> {
  const { name, by, at, ledgers, batches } = declared;
  await db.query(
    `insert into payrun.other_installation (ledger_id, name, declared_by, declared_at)
     select ledger, $2, $3, $4 from unnest($1::text[]) ledger on conflict do nothing`,
    [ledgers, name, by, at],
  );
  await db.query(
    `insert into payrun.other_batch (merchant_id, tag, name, declared_by, declared_at)
     select b.merchant, b.tag, $3, $4, $5 from unnest($1::text[], $2::text[]) b(merchant, tag) on conflict do nothing`,
    [batches.map(({ merchant }) => merchant), batches.map(({ tag }) => tag), name, by, at],
  );
}
