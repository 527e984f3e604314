import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import { PayrunError } from '../errors.ts';
import { clientOf, type Db } from './db.ts';
import { storableJson, storableText } from './storable-text.ts';

/** A value of a row: null, text, numbers, dates, bytes; anything else is stored as JSON. */
export type Cell = unknown;
export type Rows = Iterable<readonly Cell[]> | AsyncIterable<readonly Cell[]>;

/** Text of one COPY. The embedded database collects a COPY in memory before it loads it. */
const CHUNK_CHARACTERS = 4_000_000;
/** Rows are joined to pieces of about this size before they go to the socket. */
const PIECE_CHARACTERS = 64_000;

const NAME = /^[a-z_][a-z0-9_]*$/;

/**
 * Loads rows with COPY, in the transaction that `db` is of. Memory does not grow with the rows.
 *
 * `table` is the name without its schema. An object or array is stored as JSON. Text that Postgres cannot hold (a zero
 * character, half of a surrogate pair) becomes U+FFFD. Returns the number of rows.
 */
export async function bulkLoad(db: Db, table: string, columns: readonly string[], rows: Rows): Promise<number> {
  const client = clientOf(db);
  if (!client) throw new PayrunError('defect', { detail: 'a bulk load outside a transaction' });
  for (const name of [table, ...columns])
    if (!NAME.test(name)) throw new PayrunError('defect', { detail: `a bulk load into "${name}"` });
  const sql = `copy payrun.${table} (${columns.join(', ')}) from stdin`;

  const source = lines(rows);
  let loaded = 0;
  for (let first = await source.next(); !first.done; first = await source.next()) {
    const copy = client.query(copyFrom(sql));
    await pipeline(Readable.from(chunk(first.value, source), { objectMode: false }), copy);
    loaded += copy.rowCount;
  }
  return loaded;
}

async function* lines(rows: Rows): AsyncGenerator<string> {
  let piece = '';
  for await (const row of rows) {
    piece += `${row.map(copyText).join('\t')}\n`;
    if (piece.length < PIECE_CHARACTERS) continue;
    yield piece;
    piece = '';
  }
  if (piece) yield piece;
}

async function* chunk(first: string, source: AsyncGenerator<string>): AsyncGenerator<Buffer> {
  let size = first.length;
  yield Buffer.from(first, 'utf8');
  while (size < CHUNK_CHARACTERS) {
    const next = await source.next();
    if (next.done) return;
    size += next.value.length;
    yield Buffer.from(next.value, 'utf8');
  }
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
  '\b': '\\b',
  '\f': '\\f',
  '\v': '\\v',
};

/** One value in COPY's text format (PostgreSQL manual, COPY, "Text Format"). */
export function copyText(value: Cell): string {
  if (value === null || value === undefined) return '\\N';
  switch (typeof value) {
    case 'string':
      return escaped(storableText(value));
    case 'number':
    case 'bigint':
      return String(value);
    case 'boolean':
      return value ? 't' : 'f';
    default:
      if (value instanceof Uint8Array)
        return `\\\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')}`;
      if (value instanceof Date) return value.toISOString();
      return escaped(storableJson(value));
  }
}

const SPECIAL = new RegExp(
  `[${Object.keys(ESCAPES)
    .map((character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')}]`,
);
const ALL_SPECIAL = new RegExp(SPECIAL, 'g');

function escaped(text: string): string {
  return SPECIAL.test(text) ? text.replace(ALL_SPECIAL, (character) => ESCAPES[character]!) : text;
}
