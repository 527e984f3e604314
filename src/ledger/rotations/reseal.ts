import type { Db } from '../db/db.ts';
import type { Ledger } from '../ledger.ts';
import type { Vault } from '../vault/vault.ts';
import { SEALED_COLUMNS, type SealedColumn } from './sealed-columns.ts';

/** Key of the advisory lock: any number that nothing else in the database uses. */
const LOCK = 7_297_788n;

/**
 * Reseals the values that the vault did not seal in its present form and with its present key, one transaction per
 * chunk. After an interruption it continues with the values that are left; processes that do it together take turns.
 * `vault` opens the old values too. Returns the number of values. Throws `vault_damaged`, and the reason of `signal`.
 */
export async function resealAll(
  { tx, vault }: Pick<Ledger, 'tx' | 'vault'>,
  { signal, progress }: { signal?: AbortSignal | undefined; progress?: (done: number) => void } = {},
): Promise<number> {
  let done = 0;
  for (const column of SEALED_COLUMNS) {
    for (let after: readonly unknown[] | null = null; ; ) {
      signal?.throwIfAborted();
      const place: readonly unknown[] | null = after;
      const rows: readonly OldValue[] = await retryDeadlock(() => tx((db) => resealChunk(db, vault, column, place)));
      if (rows.length === 0) break;
      after = Object.keys(column.key).map((name) => rows.at(-1)![name]);
      done += rows.length;
      progress?.(done);
    }
  }
  return done;
}

/** Whether a value is left that the vault did not seal in its present form and with its present key. */
export async function hasOldValues(db: Db, vault: Vault): Promise<boolean> {
  for (const column of SEALED_COLUMNS)
    if ((await oldValues(db, vault, { ...column, chunk: 1 }, null)).length > 0) return true;
  return false;
}

type OldValue = Readonly<Record<string, unknown>> & { readonly sealed: Buffer };

async function resealChunk(
  db: Db,
  vault: Vault,
  column: SealedColumn,
  after: readonly unknown[] | null,
): Promise<readonly OldValue[]> {
  await db.query('select pg_advisory_xact_lock($1)', [LOCK]);
  const rows = await oldValues(db, vault, column, after);
  if (rows.length > 0) await writeAnew(db, vault, column, rows);
  return rows;
}

/** Other work may lock the same rows in another order; the chunk was rolled back as a whole. */
async function retryDeadlock<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if ((error as { code?: unknown }).code !== '40P01') throw error;
    }
  }
}

const OLD = ({ column }: SealedColumn, prefix: Buffer) =>
  `t.${column} <> '' and substring(t.${column} from 1 for ${prefix.length}) <> '\\x${prefix.toString('hex')}'::bytea`;

async function oldValues(
  db: Db,
  vault: Vault,
  column: SealedColumn,
  after: readonly unknown[] | null,
): Promise<readonly OldValue[]> {
  const names = Object.keys(column.key).map((name) => `t.${name}`);
  const beside = (column.beside ?? []).map((name) => `t.${name}`);
  const place = Object.values(column.key).map((type, i) => `$${i + 1}::${type}`);
  const { rows } = await db.query<OldValue>(
    `select ${[...names, ...beside].join(', ')}, t.${column.column} as sealed from payrun.${column.table} t
     where ${after ? `(${names.join(', ')}) > (${place.join(', ')}) and ` : ''}${OLD(column, vault.prefix)}
     order by ${names.join(', ')} limit ${column.chunk}`,
    after ?? [],
  );
  return rows;
}

/**
 * Updates a value only if it is unchanged since it was read: another process may have written a new one with the
 * current key.
 */
async function writeAnew(db: Db, vault: Vault, column: SealedColumn, rows: readonly OldValue[]): Promise<void> {
  const names = Object.keys(column.key);
  const anew = rows.map((row) => vault.seal(vault.open(row.sealed, column.placeOf(row)), column.placeOf(row)));
  const types = [...names.map((name) => column.key[name]!), 'bytea', 'bytea'];
  await db.query(
    `update payrun.${column.table} t set ${column.column} = x.anew
     from unnest(${types.map((type, i) => `$${i + 1}::${type}[]`).join(', ')}) as x (${names.join(', ')}, old, anew)
     where ${names.map((name) => `t.${name} = x.${name}`).join(' and ')} and t.${column.column} = x.old`,
    [...names.map((name) => rows.map((row) => row[name])), rows.map(({ sealed }) => sealed), anew],
  );
}
