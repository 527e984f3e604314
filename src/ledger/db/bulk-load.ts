import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import { PayrunError } from '../../errors.ts';
import { type Db, getClient, statementError } from './db.ts';
import { storableJson, storableText } from './storable-text.ts';

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

/** Encoding of a value in COPY's binary format (PostgreSQL manual, COPY, "Binary Format"). */
export type ColumnType = 'int2' | 'int4' | 'int8' | 'text' | 'uuid' | 'bytea' | 'jsonb' | 'bool';

/** Header and trailer of a binary COPY. */
const COPY_HEAD = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const COPY_END = Buffer.from([0xff, 0xff]);

const FIRST_BYTES = 65_536;
const MINUS = 45;
const ASCII = 0x7f;
const SHORT = 40;
/** Value of a character as a hexadecimal digit, by its code; NaN if it is none. */
const DIGITS = Array.from({ length: 128 }, (_, code) => Number.parseInt(String.fromCharCode(code), 16));

/**
 * Encodes rows into a growing buffer. Uses the binary format, because the database reads it in a third of the time of
 * text: 3 us per payment instead of 9.
 */
export function createCopyWriter(types: readonly ColumnType[]) {
  let bytes = Buffer.allocUnsafe(FIRST_BYTES);
  let spare = Buffer.allocUnsafe(FIRST_BYTES);
  let at = 0;

  const room = (more: number): void => {
    if (at + more <= bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(2 * bytes.length, at + more));
    bytes.copy(larger, 0, 0, at);
    bytes = larger;
  };
  const text = (value: string): void => {
    // A UTF-16 unit takes at most 3 bytes of UTF-8.
    room(3 * value.length);
    at += bytes.write(value, at, 'utf8');
  };
  /**
   * Writes a short ASCII text, as nearly all are; returns false for any other. Node's `write` takes three times as
   * long.
   */
  const plain = (value: string): boolean => {
    const { length } = value;
    if (length > SHORT) return false;
    room(length);
    for (let i = 0; i < length; i++) {
      const code = value.charCodeAt(i);
      if (code === 0 || code > ASCII) return false;
      bytes[at + i] = code;
    }
    at += length;
    return true;
  };
  const write: Readonly<Record<ColumnType, (value: never) => void>> = {
    int4: (value: number) => {
      // Node would write 0 for text.
      if ((value | 0) !== value) throw new PayrunError('defect', { detail: 'a value that is no whole number' });
      room(4);
      at = bytes.writeInt32BE(value, at);
    },
    int2: (value: number) => {
      room(2);
      at = bytes.writeInt16BE(value, at);
    },
    int8: (value: bigint | number) => {
      room(8);
      at = bytes.writeBigInt64BE(BigInt(value), at);
    },
    text: (value: string) => {
      if (!plain(value)) text(storableText(value));
    },
    uuid: (value: string) => {
      room(16);
      const end = at + 16;
      for (let i = 0; i < value.length && at <= end; i += 2) {
        // A minus precedes a pair of digits.
        if (value.charCodeAt(i) === MINUS) i++;
        const pair = 16 * digitOf(value, i) + digitOf(value, i + 1);
        if (!(pair >= 0)) throw new PayrunError('defect', { detail: 'an id that is no UUID' });
        bytes[at++] = pair;
      }
      if (at !== end) throw new PayrunError('defect', { detail: 'an id that is no UUID' });
    },
    bytea: (value: Uint8Array) => {
      if (!(value instanceof Uint8Array)) throw new PayrunError('defect', { detail: 'a value that is no bytes' });
      room(value.length);
      bytes.set(value, at);
      at += value.length;
    },
    bool: (value: boolean) => {
      room(1);
      bytes[at++] = value ? 1 : 0;
    },
    jsonb: (value: unknown) => {
      room(1);
      // Version of the jsonb format.
      bytes[at++] = 1;
      text(storableJson(value));
    },
  };

  const writers = types.map((type) => write[type]);

  return {
    /** Bytes since the last `take`. */
    size: () => at,
    add(row: readonly unknown[]): void {
      if (row.length !== types.length) {
        const detail = `a row of ${row.length} values for ${types.length} columns`;
        throw new PayrunError('defect', { detail });
      }
      room(2);
      at = bytes.writeInt16BE(types.length, at);
      for (let i = 0; i < types.length; i++) {
        const value = row[i];
        room(4);
        const start = at;
        at = bytes.writeInt32BE(-1, at);
        if (value === null || value === undefined) continue;
        writers[i]!(value as never);
        bytes.writeInt32BE(at - start - 4, start);
      }
    },
    /**
     * Returns the encoded rows. They stay until the next `take`: two buffers take turns, because V8 collects its whole
     * heap for every few megabytes of new ones.
     */
    take(): Buffer {
      const taken = bytes.subarray(0, at);
      [bytes, spare] = [spare, bytes];
      at = 0;
      return taken;
    },
  };
}

function digitOf(text: string, at: number): number {
  return DIGITS[text.charCodeAt(at)] ?? Number.NaN;
}
