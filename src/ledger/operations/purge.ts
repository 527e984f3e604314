import { appendEvent } from '../audit/audit-chain.ts';
import type { Db } from '../db/db.ts';
import { emptyPayments } from '../payments/emptied-payments.ts';
import { forgetNamesOfPayments, forgetNamesOfRows } from '../recipients/forgotten-names.ts';
import type { Vault } from '../vault/vault.ts';
import type { Purged } from './purged-kinds.ts';
import { removeNamedRows, removeRecipientRows } from './purged-names.ts';

/** Minimum age in days. `returnDays`: how long payments can be returned; data needed for that stays. */
export interface PurgeAge {
  readonly days: number;
  readonly returnDays: number;
}

/** The data that a purge would remove. */
export interface Due {
  readonly items: number;
  readonly bytes: bigint;
  readonly oldest: Date | null;
}

/** The actor and time for the audit log, and the vault for the fingerprints that stay. */
export interface PurgeActor {
  readonly by: string;
  readonly at: Date;
  readonly vault: Vault;
}

interface Target {
  due(db: Db, age: PurgeAge): Promise<Due>;
  /**
   * Removes some items in the transaction of `db`. Returns how many items and bytes were removed; null if none are
   * left.
   */
  removeSome(db: Db, age: PurgeAge, actor: PurgeActor): Promise<{ items: number; bytes: bigint } | null>;
}

/** Rows per statement. A chunk takes tens of ms, and the embedded database blocks all other queries meanwhile. */
const CHUNK = 1_000;
/** Greater than any row number. */
const ALL_ROWS = 2_147_483_647;

const OLDER = (column: string, days = '$1') => `${column} < now() - ${days}::int * interval '1 day'`;

/**
 * SQL condition that run `r` needs only the columns of its payments: it is done, its payments became final long ago,
 * none is on hold or unconfirmed, none can be returned, and no active rerun may read its rows.
 */
const OVER = `(r.finished_at is not null and ${OLDER('r.finished_at')} and (r.lease_until is null or r.lease_until < now())
  and not exists (select 1 from payrun.payment p where p.run_id = r.id
    and (p.state in ('held', 'ready', 'batched', 'unknown', 'discrepancy') or not ${OLDER('coalesce(p.final_at, p.created_at)')}))
  and not exists (select 1 from payrun.batch b where b.run_id = r.id
    and (b.state not in ('settled', 'void', 'rejected_at_service') or not ${OLDER('coalesce(b.settled_at, b.created_at)', '$2')}))
  and not exists (select 1 from payrun.run c where c.parent_run = r.id and c.finished_at is null))`;

/**
 * SQL condition that every run of the sheet is over and its results are written. A sheet without runs, whose process
 * ended before it created one, is over by its age, unless it is a file of the inbox that awaits its run.
 */
const SHEET_OVER = `(case when exists (select 1 from payrun.run r where r.sheet_id = s.id)
  then not exists (select 1 from payrun.run r where r.sheet_id = s.id
    and not (${OVER} and (r.reported_at is not null or coalesce(r.rows_in, 0) = 0)))
  else ${OLDER('s.created_at', 'greatest($1, 1)')} and $2::int is not null
    and not exists (select 1 from payrun.inbox_file f where f.sheet_id = s.id and f.state = 'taken') end)`;

const SHEETS = `payrun.sheet s where s.purged_at is null and ${SHEET_OVER}`;

/** Also finds runs already marked as purged whose purge was interrupted. */
const RUNS = `payrun.run r where r.payloads_purged_to < ${ALL_ROWS} or (r.payloads_purged_at is null
  and (exists (select 1 from payrun.payment k where k.run_id = r.id)
    or exists (select 1 from payrun.recipient_row k where k.run_id = r.id)) and ${OVER})`;

const CALLS = `payrun.call c left join payrun.run r on r.id = c.run_id where ${OLDER('c.at')} and (r.id is null or r.finished_at is not null)`;

/** Processed deliveries are only needed to recognize duplicates, which cost a read at most. */
const DELIVERIES = `payrun.webhook_delivery o where ${OLDER('o.received_at')} and o.state <> 'new'`;

const MESSAGES = `payrun.endpoint_message o where ${OLDER('o.at')} and o.state <> 'waiting'`;

/** A finished file whose run is done; kept for at least two days, because failed files cause notifications. */
const FILES = `payrun.inbox_file o left join payrun.run r on r.id = o.run_id
  where o.state in ('done', 'failed') and ${OLDER('o.updated_at', 'greatest($1, 2)')} and (r.id is null or r.finished_at is not null)`;

/** Notifications without waiting deliveries. The record stays without its content, so that it is not sent again. */
const OLD_NOTIFICATIONS = `payrun.notification n where ${OLDER('n.created_at', 'greatest($1, 2)')} and n.content <> '{}'
  and not exists (select 1 from payrun.notification_delivery d
    where d.notification_id = n.id and (d.state = 'waiting' or not ${OLDER('coalesce(d.ended_at, now())')}))`;

/** A target whose rows `o` are deleted, the oldest first. `rows`: their table and condition, with the age as $1. */
function wholeRows(rows: string, { time, order = time }: { readonly time: string; readonly order?: string }): Target {
  const [table] = rows.split(' ');
  return {
    due: (db, { days }) =>
      ask(
        db,
        { days },
        `select count(*) as items, min(${time}) as oldest, coalesce(sum(pg_column_size(o.*)), 0)::bigint as bytes from ${rows}`,
      ),
    async removeSome(db, { days }) {
      const removed = await db.query<{ items: bigint; bytes: bigint }>(
        `with few as (select o.id, pg_column_size(o.*) as bytes from ${rows} order by ${order} limit ${CHUNK} for update of o skip locked),
           gone as (delete from ${table} o using few where o.id = few.id returning few.bytes)
         select count(*) as items, coalesce(sum(bytes), 0)::bigint as bytes from gone`,
        [days],
      );
      return someOrNull(removed.rows[0]!);
    },
  };
}

/** The purge targets. A new kind also needs a line in the setting `retention`. */
export const TARGETS: Readonly<Record<Purged, Target>> = {
  sheets: {
    due: (db, age) =>
      ask(
        db,
        age,
        `select count(*) as items, min(s.created_at) as oldest, coalesce(sum((select sum(octet_length(t.content_sealed))
           from payrun.sheet_part t where t.sheet_id = s.id)), 0)::bigint as bytes from ${SHEETS}`,
      ),
    removeSome: removeSheet,
  },
  payloads: {
    due: (db, age) =>
      ask(
        db,
        age,
        `select count(*) as items, min(at) as oldest, coalesce(sum(bytes), 0)::bigint as bytes from (
           select p.created_at as at, octet_length(p.row_sealed) as bytes from payrun.payment p
           where (p.row_sealed <> '' or p.recipient_name is not null) and p.run_id in (select r.id from ${RUNS})
           union all select o.created_at, pg_column_size(w.problems) from payrun.recipient_row w
           join payrun.run o on o.id = w.run_id where w.run_id in (select r.id from ${RUNS})) rows`,
      ),
    removeSome: removePayloads,
  },
  calls: {
    due: (db, { days }) =>
      ask(
        db,
        { days },
        `select count(*) as items, min(c.at) as oldest, coalesce(sum(pg_column_size(c.*)), 0)::bigint as bytes from ${CALLS}`,
      ),
    removeSome: removeCalls,
  },
  deliveries: wholeRows(DELIVERIES, { time: 'o.received_at', order: 'o.id' }),
  messages: wholeRows(MESSAGES, { time: 'o.at' }),
  inbox: wholeRows(FILES, { time: 'o.updated_at' }),
  notifications: {
    due: (db, { days }) =>
      ask(
        db,
        { days },
        `select count(*) as items, min(n.created_at) as oldest, coalesce(sum(pg_column_size(n.content)), 0)::bigint as bytes
         from ${OLD_NOTIFICATIONS}`,
      ),
    removeSome: removeNotifications,
  },
};

/** The data is needed after all. */
const NOTHING = { items: 0, bytes: 0n };

async function ask(db: Db, { days, returnDays }: { days: number; returnDays?: number }, sql: string): Promise<Due> {
  const { rows } = await db.query<{ items: bigint; bytes: bigint; oldest: Date | null }>(
    sql,
    returnDays === undefined ? [days] : [days, returnDays],
  );
  return { ...rows[0]!, items: Number(rows[0]!.items) };
}

/** Marks one sheet, appends the events and removes its bytes, all in one transaction. */
async function removeSheet(db: Db, { days, returnDays }: PurgeAge, { by, at }: PurgeActor) {
  const { rows } = await db.query<{ id: string }>(
    `select s.id from ${SHEETS} order by s.created_at limit 1 for update of s skip locked`,
    [days, returnDays],
  );
  const sheet = rows[0];
  if (!sheet) return null;
  // A rerun in creation locks its parent: lock the runs, then check again.
  const runs = await db.query<{ id: bigint }>('select id from payrun.run where sheet_id = $1 order by id for update', [
    sheet.id,
  ]);
  const still = await db.query(`select 1 from payrun.sheet s where s.id = $3 and ${SHEET_OVER}`, [
    days,
    returnDays,
    sheet.id,
  ]);
  if (still.rowCount === 0) return NOTHING;
  await db.query('update payrun.sheet set purged_at = now() where id = $1', [sheet.id]);
  const chains = runs.rows.length > 0 ? runs.rows.map(({ id }) => `run-${id}`) : ['system'];
  for (const chain of chains)
    await appendEvent(db, { chain, at, actor: by, kind: 'sheet_purged', data: { sheet: sheet.id, days } });
  const gone = await db.query<{ bytes: bigint }>(
    `with gone as (delete from payrun.sheet_part where sheet_id = $1 returning octet_length(content_sealed) as bytes)
     select coalesce(sum(bytes), 0)::bigint as bytes from gone`,
    [sheet.id],
  );
  return { items: 1, bytes: gone.rows[0]!.bytes };
}

/**
 * Removes some rows of a run, and the names of their recipients. Fingerprints of the names stay, because later sheets
 * are compared with them. The run is marked, in the audit log too, before the first row is removed.
 */
async function removePayloads(db: Db, { days, returnDays }: PurgeAge, actor: PurgeActor) {
  const started = await db.query<{ id: bigint; after: number; recipients: number }>(
    `select id, payloads_purged_to as after, 0 as recipients from payrun.run where payloads_purged_to < ${ALL_ROWS} order by id limit 1
     for update skip locked`,
  );
  const run = started.rows[0] ?? (await beginRun(db, { days, returnDays }, actor));
  if (!run) return null;
  if (!('id' in run)) return NOTHING;
  const { items, bytes, last } = await emptyPayments(db, actor.vault, run, CHUNK);
  const to = items < CHUNK || last === null ? ALL_ROWS : last;
  await forgetNamesOfPayments(db, { ...run, to, days });
  await db.query('update payrun.run set payloads_purged_to = $2 where id = $1', [run.id, to]);
  return { items: Number(items) + run.recipients, bytes };
}

async function beginRun(db: Db, { days, returnDays }: PurgeAge, { by, at }: PurgeActor) {
  const { rows } = await db.query<{ id: bigint }>(
    `select r.id from ${RUNS} order by r.id limit 1 for update of r skip locked`,
    [days, returnDays],
  );
  if (!rows[0]) return null;
  const { id } = rows[0];
  const still = await db.query(`select 1 from payrun.run r where r.id = $3 and ${OVER}`, [days, returnDays, id]);
  if (still.rowCount === 0) return NOTHING;
  const counted = await db.query<{ n: number }>('select count(*)::int as n from payrun.payment where run_id = $1', [
    id,
  ]);
  await db.query('update payrun.run set payloads_purged_at = now(), payloads_purged_to = -1 where id = $1', [id]);
  await db.query('delete from payrun.row_edit where run_id = $1', [id]);
  await removeNamedRows(db, id);
  const recipients = await removeRecipientRows(db, id);
  if (recipients > 0) await forgetNamesOfRows(db, id, days);
  const data = { rows: counted.rows[0]!.n + recipients, days };
  await appendEvent(db, { chain: `run-${id}`, at, actor: by, kind: 'payloads_purged', data });
  return { id, after: -1, recipients };
}

async function removeCalls(db: Db, { days }: PurgeAge) {
  const { rows } = await db.query<{ items: bigint; bytes: bigint }>(
    `with few as (select c.id, c.run_id, pg_column_size(c.*) as bytes from ${CALLS} order by c.at limit ${CHUNK * 5}),
       gone as (delete from payrun.call c using few where c.id = few.id returning few.run_id, few.bytes),
       counted as (update payrun.run r set calls_purged = r.calls_purged + g.n
         from (select run_id, count(*)::int as n from gone where run_id is not null group by 1) g where r.id = g.run_id)
     select count(*) as items, coalesce(sum(bytes), 0)::bigint as bytes from gone`,
    [days],
  );
  return someOrNull(rows[0]!);
}

async function removeNotifications(db: Db, { days }: PurgeAge) {
  const { rows } = await db.query<{ items: bigint; bytes: bigint }>(
    `with few as (select n.id, pg_column_size(n.content) as bytes from ${OLD_NOTIFICATIONS} order by n.id limit ${CHUNK}
         for update of n skip locked),
       gone as (delete from payrun.notification_delivery d using few where d.notification_id = few.id),
       emptied as (update payrun.notification n set content = '{}' from few where n.id = few.id returning few.bytes)
     select count(*) as items, coalesce(sum(bytes), 0)::bigint as bytes from emptied`,
    [days],
  );
  return someOrNull(rows[0]!);
}

function someOrNull({ items, bytes }: { items: bigint; bytes: bigint }) {
  return items === 0n ? null : { items: Number(items), bytes };
}
