import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { PayrunError } from '../../errors.ts';
import type { ComparedTotalsRow } from '../../model.ts';
import { once } from '../../platform/once.ts';
import type { Db } from '../db/db.ts';
import type { Ledger } from '../ledger.ts';
import { sheetPartPlace } from '../vault/sealed-place.ts';
import type { Vault } from '../vault/vault.ts';

export interface StoredSheet {
  readonly id: string;
  readonly name: string;
  /** HMAC of the SHA-256 of its bytes: without the key, no one can check whether it is a particular file. */
  readonly hash: Buffer;
  /** Size in bytes. */
  readonly size: bigint;
  /** The reader's description of the sheet. */
  readonly understood: unknown;
  /** When its content was purged; null if it was not. */
  readonly purged_at: Date | null;
}

/** Bytes per part: a sheet of any size is stored and read with a few MB of memory. */
const PART = 1024 * 1024;
/** Size of a sheet that is being stored; a sheet that keeps it was never completed. */
const UNFINISHED = -1n;

/**
 * Stores a file, sealed, part by part, and computes its hash. Each part is its own statement; until the last one is
 * stored, the sheet does not exist for `getSheet` and `openSheetFile`.
 */
export async function storeSheet(
  db: Db,
  vault: Vault,
  { id, name, content }: { id: string; name: string; content: AsyncIterable<Uint8Array> },
): Promise<StoredSheet> {
  const digest = createHash('sha256');
  let size = 0n;
  let part = 0;
  await db.query(`insert into payrun.sheet (id, name, content_hash, size) values ($1, $2, '', $3)`, [
    id,
    name,
    UNFINISHED,
  ]);
  for await (const bytes of parts(content)) {
    digest.update(bytes);
    size += BigInt(bytes.length);
    const sealed = vault.seal(bytes, sheetPartPlace(id, part));
    await db.query('insert into payrun.sheet_part (sheet_id, part, content_sealed) values ($1, $2, $3)', [
      id,
      part,
      sealed,
    ]);
    part += 1;
  }
  const hash = keyedContentHash(vault, digest.digest());
  await db.query('update payrun.sheet set content_hash = $2, size = $3 where id = $1', [id, hash, size]);
  return { id, name, hash, size, understood: {}, purged_at: null };
}

export async function sheetNames(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.query<{ id: string; name: string }>(
    'select id, name from payrun.sheet where id = any($1)',
    [ids],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Of these sheets, the totals rows compared with the rows as corrected, by id of the sheet. */
export async function getCorrectedTotals(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly ComparedTotalsRow[]>> {
  const { rows } = await db.query<{ id: string; totals: readonly ComparedTotalsRow[] }>(
    `select id, understood->'correctedTotals' as totals from payrun.sheet where id = any($1) and understood ? 'correctedTotals'`,
    [ids],
  );
  return new Map(rows.map(({ id, totals }) => [id, totals]));
}

/** Of these sheets, what the reader concluded about rows without a type, by id of the sheet. */
export async function getTypesFromNames(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.query<{ id: string; text: string }>(
    `select id, note->>'text' as text from payrun.sheet, jsonb_array_elements(understood->'notes') note
    where id = any($1) and note->>'code' = 'type_from_name'`,
    [ids],
  );
  return new Map(rows.map(({ id, text }) => [id, text]));
}

/** Stores the reader's description of the sheet. */
export async function describeSheet(db: Db, id: string, understood: unknown): Promise<void> {
  await db.query('update payrun.sheet set understood = $2 where id = $1', [id, JSON.stringify(understood)]);
}

const COLUMNS = 'id, name, content_hash as hash, size, understood, purged_at';

/** Null if the sheet does not exist or was never completed. */
export async function getSheet(db: Db, id: string): Promise<StoredSheet | null> {
  const { rows } = await db.query<StoredSheet>(`select ${COLUMNS} from payrun.sheet where id = $1 and size >= 0`, [id]);
  return rows[0] ?? null;
}

/**
 * The original file, read part by part. The stream fails with `vault_damaged` if a part is missing, moved or changed or
 * the whole differs from the stored hash, and with `purged_sheet` if the content was purged.
 */
export function openSheetFile(db: Db, vault: Vault, id: string, start = sheetStart(db, vault, id)): Readable {
  return Readable.from(readParts(db, vault, id, start), { objectMode: false });
}

/** The sheet and its first part, read once for several readings: a reader begins with four. */
const sheetStart = (db: Db, vault: Vault, id: string) =>
  once(async () => {
    const sheet = await requireSheet(db, id);
    return { sheet, first: sheet.size > 0n ? await readPart(db, vault, id, 0) : Buffer.alloc(0) };
  });

async function* readParts(
  db: Db,
  vault: Vault,
  id: string,
  start: ReturnType<typeof sheetStart>,
): AsyncGenerator<Buffer> {
  const { sheet, first } = await start();
  const digest = createHash('sha256');
  let size = 0n;
  for (let part = 0; size < sheet.size; part += 1) {
    const bytes = part === 0 ? first : await readPart(db, vault, id, part);
    digest.update(bytes);
    size += BigInt(bytes.length);
    yield bytes;
  }
  if (!keyedContentHash(vault, digest.digest()).equals(sheet.hash)) throw new PayrunError('vault_damaged');
}

async function readPart(db: Db, vault: Vault, id: string, part: number): Promise<Buffer> {
  const { rows } = await db.query<{ content_sealed: Buffer }>(
    'select content_sealed from payrun.sheet_part where sheet_id = $1 and part = $2',
    [id, part],
  );
  if (rows[0]) return vault.open(rows[0].content_sealed, sheetPartPlace(id, part));
  // Its content may have been purged since the reading began.
  await requireSheet(db, id);
  throw new PayrunError('vault_damaged');
}

async function requireSheet(db: Db, id: string): Promise<StoredSheet> {
  const sheet = await getSheet(db, id);
  if (!sheet) throw new PayrunError('defect', { detail: 'a sheet is read that was never stored' });
  if (sheet.purged_at) throw new PayrunError('purged_sheet', { sheet: sheet.name, day: getPurgeDay(sheet.purged_at) });
  return sheet;
}

export function keyedContentHash(vault: Vault, sha256: Buffer): Buffer {
  return vault.fingerprint('sheet.content', sha256.toString('hex'));
}

async function* parts(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of content) {
    chunks.push(chunk);
    size += chunk.length;
    if (size < PART) continue;
    yield Buffer.concat(chunks);
    chunks = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(chunks);
}

/** `2026-11-21`, in UTC. */
export function getPurgeDay(at: Date): string {
  return at.toISOString().slice(0, 10);
}

interface StoredSheetBytes {
  readonly name: string;
  readonly content: () => Readable;
  /**
   * Counts a reading. Returns what to call at its end, whether it was stopped or not. Throws `sheet_not_read_again`.
   */
  readonly beginReading: () => Promise<(isStopped: boolean) => Promise<void>>;
}

/** Readings that were stopped, or ended with their process, after which a sheet is not read again. */
const MOST_STOPPED = 2;

export function storedSheetBytes(
  { db, vault }: Pick<Ledger, 'db' | 'vault'>,
  { id, name }: { readonly id: string; readonly name: string },
): StoredSheetBytes {
  const start = sheetStart(db, vault, id);
  return {
    name,
    content: () => openSheetFile(db, vault, id, start),
    beginReading: async () => {
      const of = readingsOf(db);
      // Pages and the worker of one process may read a sheet at the same time: that is one reading.
      const reading = of.get(id) ?? { now: 0, counted: countReading(db, id, name) };
      reading.now++;
      of.set(id, reading);
      try {
        await reading.counted;
      } catch (error) {
        of.delete(id);
        throw error;
      }
      return async (isStopped) => {
        reading.now--;
        if (of.get(id) !== reading || (reading.now > 0 && !isStopped)) return;
        of.delete(id);
        if (isStopped) return;
        await db.query('update payrun.sheet set open_readings = greatest(open_readings - 1, 0) where id = $1', [id]);
      };
    },
  };
}

/** Lets a sheet be read again that was stopped twice. */
export async function forgetReadings(db: Db, id: string): Promise<void> {
  await db.query('update payrun.sheet set open_readings = 0 where id = $1', [id]);
}

/** Committed before it is read, so that a process that does not survive it has counted it. */
async function countReading(db: Db, id: string, name: string): Promise<void> {
  const { rowCount } = await db.query(
    'update payrun.sheet set open_readings = open_readings + 1 where id = $1 and open_readings < $2',
    [id, MOST_STOPPED],
  );
  if (rowCount === 0) throw new PayrunError('sheet_not_read_again', { file: name });
}

interface Reading {
  now: number;
  readonly counted: Promise<void>;
}
const READINGS = new WeakMap<Db, Map<string, Reading>>();
const readingsOf = (db: Db): Map<string, Reading> => {
  const of = READINGS.get(db) ?? new Map<string, Reading>();
  READINGS.set(db, of);
  return of;
};
