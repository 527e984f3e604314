import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import { PayrunError } from '../../errors.ts';
import { COPY_END, COPY_HEAD, type ColumnType } from './copy-writer.ts';
import { type Db, getClient, statementError } from './db.ts';

/** Column types by name, in the order of the values. */
export type Columns = Readonly<Record<string, ColumnType>>;

/** Bytes per COPY. The embedded database collects a COPY in memory before it loads it. */
const CHUNK_BYTES = 4_000_000;

const NAME = /^[a-z_][a-z0-9_]*$/;

/**
 * Loads rows with COPY in the transaction of `db`. Memory does not grow with the number of rows.
 *
 * `table` is the name without its schema; `columns` gives their types, and `written` are the rows as a copy writer has
 * encoded them, in buffers of whole rows. Returns the number of rows. Throws what `Db.query` throws, and `defect`
 * outside a transaction.
 */
export async function bulkLoad(
  db: Db,
  table: string,
  columns: Columns,
  written: Iterable<Buffer> | AsyncIterable<Buffer>,
): Promise<number> {
  const client = getClient(db);
  if (!client) throw new PayrunError('defect', { detail: 'a bulk load outside a transaction' });
  const names = Object.keys(columns);
  for (const name of [table, ...names])
    if (!NAME.test(name)) throw new PayrunError('defect', { detail: `a bulk load into "${name}"` });
  const sql = `copy payrun.${table} (${names.join(', ')}) from stdin with (format binary)`;

  const source = each(written);
  let loaded = 0;
  for (let first = await source.next(); !first.done; first = await source.next()) {
    const copy = client.query(copyFrom(sql));
    await pipeline(Readable.from(chunk(first.value, source), { objectMode: false }), copy).catch((error: unknown) => {
      throw statementError(client, error);
    });
    loaded += copy.rowCount;
  }
  return loaded;
}

async function* each(written: Iterable<Buffer> | AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* written;
}

async function* chunk(first: Buffer, source: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  let size = first.length;
  yield COPY_HEAD;
  yield first;
  while (size < CHUNK_BYTES) {
    const next = await source.next();
    if (next.done) break;
    size += next.value.length;
    yield next.value;
  }
  yield COPY_END;
}
