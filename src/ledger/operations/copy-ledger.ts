import { pipeline } from 'node:stream/promises';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { PayrunError } from '../../errors.ts';
import { type Db, getClient, statementError } from '../db/db.ts';

/** Tables of the database rather than the ledger: migrations, rate limit slots, and the move itself. */
const LEFT_OUT = ['migration', 'quota_slot', 'ledger_moved'];
/** A ledger with a row in one of these tables is in use and is never overwritten. */
const IN_USE = ['run', 'sheet', 'recipient', 'event', 'user_account', 'money_rules'];
/** Blocks of 8 kB per read: the embedded database collects its answer in memory. */
const BLOCKS = 500;
/** Key of the advisory lock: any number that nothing else in the database uses. */
const LOCK = 7_297_787n;
/** Makes values the same as text on both sides, whatever the settings of the servers. */
const SAME_TEXT = `set local timezone to 'UTC'; set local datestyle to 'ISO, MDY'; set local intervalstyle to 'postgres';
  set local bytea_output to 'hex'; set local extra_float_digits to 1`;

interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  /** Tables that it references. */
  readonly needs: readonly string[];
}

/** Contents of a table: the number of rows and a sum of their digests. */
export interface TableSum {
  readonly table: string;
  readonly rows: number;
  readonly sum: string;
}

/**
 * Copies every table and sequence of a ledger into an unused one, then compares the row count and a sum of all values
 * of each table. `from` and `to` are transactions. Throws `import_target_used` and `import_differs`.
 */
export async function copyLedger(from: Db, to: Db, place: string): Promise<readonly TableSum[]> {
  await from.query(SAME_TEXT);
  await to.query(SAME_TEXT);
  await lockForImport(to);
  const tables = await tablesOf(from);
  // Before the lock too: in a ledger in use it would wait for a sheet that is being read, and stop what that writes.
  await refuseUsed(to, place);
  await to.query(`lock table ${tables.map(({ name }) => `payrun.${name}`).join(', ')} in exclusive mode`);
  await refuseUsed(to, place);
  // Rows that opening the ledger or `payrun doctor` created. The tables in `IN_USE` are empty at this point.
  for (const { name } of tables.toReversed()) if (!IN_USE.includes(name)) await to.query(`delete from payrun.${name}`);
  for (const table of tables) {
    // Rows that triggers wrote while earlier tables were copied.
    if (!IN_USE.includes(table.name)) await to.query(`delete from payrun.${table.name}`);
    await copyTable(from, to, table);
  }
  const { rows: sequences } = await from.query<{ name: string; last: string }>(
    `select sequencename as name, last_value::text as last from pg_sequences where schemaname = 'payrun' and last_value is not null`,
  );
  for (const { name, last } of sequences) await to.query('select setval($1, $2)', [`payrun.${name}`, last]);
  const sums: TableSum[] = [];
  for (const table of tables) {
    const [sourceSum, targetSum] = [await sumOf(from, table), await sumOf(to, table)];
    if (sourceSum.rows !== targetSum.rows || sourceSum.sum !== targetSum.sum)
      throw new PayrunError('import_differs', { detail: `table ${table.name} has other rows` });
    sums.push(sourceSum);
  }
  return sums;
}

/** A transaction lock: a copy holds the target until it is complete or rolled back. */
async function lockForImport(db: Db): Promise<void> {
  await db.query('select pg_advisory_xact_lock($1)', [LOCK]);
}

/** Is the other database this ledger already? Waits for a copy in progress. */
export async function hasArrived(db: Db, identity: string): Promise<boolean> {
  await lockForImport(db);
  const { rows } = await db.query<{ id: string }>('select id from payrun.ledger_identity');
  return rows[0]?.id === identity;
}

async function refuseUsed(db: Db, place: string): Promise<void> {
  for (const name of IN_USE) {
    const { rows } = await db.query(`select 1 from payrun.${name} limit 1`);
    if (rows.length > 0) throw new PayrunError('import_target_used', { place, detail: `table ${name} has rows` });
  }
}

/** The tables, each after those that it references. */
async function tablesOf(db: Db): Promise<readonly Table[]> {
  const { rows } = await db.query<Table>(
    `select c.relname::text as name,
       (select array_agg(quote_ident(attname) order by attnum) from pg_attribute
         where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
       array(select distinct f.relname::text from pg_constraint k join pg_class f on f.oid = k.confrelid
         where k.conrelid = c.oid and k.contype = 'f' and f.oid <> c.oid) as needs
     from pg_class c where c.relnamespace = 'payrun'::regnamespace and c.relkind = 'r' and c.relname <> all($1) order by c.relname`,
    [LEFT_OUT],
  );
  const left = [...rows];
  const ordered: Table[] = [];
  while (left.length > 0) {
    const at = left.findIndex(({ needs }) => needs.every((name) => ordered.some((table) => table.name === name)));
    if (at < 0)
      throw new PayrunError('defect', { detail: `${left[0]!.name} cannot be copied: tables refer to each other` });
    ordered.push(...left.splice(at, 1));
  }
  return ordered;
}

/** Uses one COPY per table, so that its rows may reference each other in any order. */
async function copyTable(from: Db, to: Db, { name, columns }: Table): Promise<void> {
  const writer = getClient(to);
  if (!writer) throw new PayrunError('defect', { detail: 'a copy outside a transaction' });
  await pipeline(
    () => readTable(from, name, columns.join(', ')),
    writer.query(copyFrom(`copy payrun.${name} (${columns.join(', ')}) from stdin`)),
  ).catch((error: unknown) => {
    throw statementError(writer, error);
  });
}

async function* readTable(db: Db, name: string, columns: string): AsyncGenerator<Buffer> {
  const reader = getClient(db);
  if (!reader) throw new PayrunError('defect', { detail: 'a copy outside a transaction' });
  const { rows } = await db.query<{ blocks: number }>(
    `select (pg_relation_size($1::regclass) / current_setting('block_size')::int)::int as blocks`,
    [`payrun.${name}`],
  );
  for (let block = 0; block < rows[0]!.blocks; block += BLOCKS) {
    const part = `select ${columns} from payrun.${name} where ctid >= '(${block},0)' and ctid < '(${block + BLOCKS},0)'`;
    try {
      for await (const piece of reader.query(copyTo(`copy (${part}) to stdout`))) yield piece as Buffer;
    } catch (error) {
      // Here, because the place that it names is that of the ledger which is read.
      throw statementError(reader, error);
    }
  }
}

async function sumOf(db: Db, { name, columns }: Table): Promise<TableSum> {
  const { rows } = await db.query<{ rows: number; sum: string }>(
    `select count(*)::int as rows, coalesce(sum(('x' || left(md5(t::text), 15))::bit(60)::bigint), 0)::text as sum
     from (select ${columns.join(', ')} from payrun.${name}) t`,
  );
  return { table: name, ...rows[0]! };
}
