import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { intake } from '../../src/intake/ingest-rows.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { openLedger } from '../../src/ledger/open-ledger.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { createLog } from '../../src/platform/log.ts';
import { timeOrderedIds } from '../../src/platform/time-ordered-id.ts';
import { readSheet } from '../../src/sheets/read/read-sheet.ts';
import { startTestRun, testDeps } from '../support/test-run.ts';
import { processorMsNamed } from './work/processor-time.ts';
import { cleanLine, HEADER } from './work/sheet.ts';

const EARLIER = 10_000_000;
const ROWS = 100_000;
/** Payments that each recipient of the ledger got, one a month. */
const EACH = 20;
const SERVER = process.env.PAYRUN_TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';

/**
 * A sheet for known recipients, taken in by a ledger of 10,000,000 earlier payments, 20 to each of its recipients, beside
 * the same sheet as the first of an empty ledger. `npm run bench -- history 1000000 10000` is a short one: the
 * number of earlier payments, and of rows. The Postgres is that of PAYRUN_TEST_DATABASE_URL; it needs about 12 GB.
 */
export async function bench(args: readonly string[]): Promise<void> {
  const [earlier, rows] = [Number(args[0] ?? EARLIER), Number(args[1] ?? ROWS)];
  const name = `payrun_bench_${randomBytes(6).toString('hex')}`;
  const client = new pg.Client({ connectionString: SERVER });
  await client.connect();
  const folder = mkdtempSync(join(tmpdir(), 'payrun-bench-'));
  try {
    await client.query(`create database ${name}`);
    const ledger = await openLedger({
      databaseUrl: Object.assign(new URL(SERVER), { pathname: `/${name}` }).href,
      home: folder,
      vaultKey: Buffer.alloc(32, 7).toString('base64'),
      log: createLog('silent'),
      clock: systemClock,
    });
    try {
      const empty = await takeIn(ledger, sheet(folder, 'first', rows), name);
      await pay(ledger);
      const began = performance.now();
      await multiply(ledger, Math.max(1, Math.round(earlier / EACH / rows)));
      const { rows: found } = await ledger.db.query<{ n: number }>('select count(*)::int as n from payrun.payment');
      console.log(
        `${found[0]!.n.toLocaleString('en')} earlier payments made in ${Math.round((performance.now() - began) / 1_000)} s`,
      );
      const full = await takeIn(ledger, sheet(folder, 'next', rows), name);
      for (const [what, { ms, processor, states }] of Object.entries({ empty, full }))
        console.log(
          `${what.padEnd(5)} ${rows.toLocaleString('en')} rows taken in in ${ms} ms, ${processor} ms of processor of the database  ${states}`,
        );
      const times = (part: 'ms' | 'processor') => (full[part] / empty[part]).toFixed(1);
      console.log(`${times('ms')} times as long, ${times('processor')} times the processor time`);
    } finally {
      await ledger.close();
    }
  } finally {
    await client.query(`drop database if exists ${name} with (force)`).finally(() => client.end());
    rmSync(folder, { recursive: true, force: true });
  }
}

function sheet(folder: string, name: string, rows: number): string {
  const path = join(folder, `${name}.csv`);
  const lines = Array.from({ length: rows }, (_, i) => cleanLine(i + 1, name === 'first' ? 0 : 777));
  writeFileSync(path, `${HEADER.join(',')}\n${lines.map((line) => `${name}-${line}`).join('\n')}\n`);
  return path;
}

/** Takes a sheet in. Part of it is screened while the rest is read, so that only the whole can be measured. */
async function takeIn(
  ledger: Ledger,
  path: string,
  database: string,
): Promise<{ ms: number; processor: number; states: string }> {
  const run = await startTestRun(ledger);
  const deps = testDeps(ledger, { ids: timeOrderedIds(systemClock) });
  const [began, before] = [performance.now(), processorMsNamed(database)];
  await intake(run, deps, await readSheet(path), []);
  const [ms, processor] = [Math.round(performance.now() - began), processorMsNamed(database) - before];
  const { rows } = await ledger.db.query<{ state: string; n: number }>(
    `select coalesce(reason_code, state) as state, count(*)::int as n from payrun.payment where run_id = $1 group by 1 order by 2 desc`,
    [run.id],
  );
  return { ms, processor, states: rows.map(({ state, n }) => `${n} ${state}`).join(', ') };
}

/** The run that is there was paid: one batch, a recipient for each payment. */
async function pay(ledger: Ledger): Promise<void> {
  await unguarded(ledger, [
    `insert into payrun.recipient (id, merchant_id, key_fp, email_fp, remote_id, account_remote_id, account_fp, account_hint, synced_at)
     select md5('recipient' || row)::uuid, merchant_id, recipient_fp, person_fp, 'R-' || row, 'A-' || row, account_fp, account_hint, now() from payrun.payment`,
    `insert into payrun.batch (id, run_id, merchant_id, currency, tag, maker, payments, source_minor, state, remote_id, start_no, start_attempted_at, started_at, settled_at, approved_hash, approved_by, approved_at, quote)
     select md5('batch' || run_id)::uuid, run_id, merchant_id, 'EUR', 'payrun-' || run_id, 'mia', count(*), sum(minor), 'settled', 'B-' || run_id, 1, now() - interval '21 months', now() - interval '21 months', now() - interval '21 months', sha256('x'), 'cleo', now() - interval '21 months', '{}'
     from payrun.payment group by run_id, merchant_id`,
    `update payrun.payment set state = 'processed', recipient_id = md5('recipient' || row)::uuid, batch_id = md5('batch' || run_id)::uuid,
       paid_recipient_remote_id = 'R-' || row, paid_account_remote_id = 'A-' || row, paid_account_fp = account_fp, remote_id = 'P-' || row,
       paid_source_minor = minor, paid_fees_minor = 5, paid_target_currency = 'EUR', paid_target_minor = minor, paid_account_country = 'DE',
       final_at = now() - interval '21 months', created_at = now() - interval '21 months'`,
  ]);
}

/** The same month again: as 20 months, and for as many recipients as `groups` times those of the sheet. */
async function multiply(ledger: Ledger, groups: number): Promise<void> {
  const { rows: columns } = await ledger.db.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = 'payrun.payment'::regclass and attnum > 0 and not attisdropped`,
  );
  const other = (column: string) => `case when g = 0 then p.${column} else sha256(p.${column} || g::text::bytea) end`;
  const changed: Readonly<Record<string, string>> = {
    id: 'gen_random_uuid()',
    run_id: 'r.id',
    batch_id: `md5('batch' || r.id)::uuid`,
    reference: `'again-' || r.id || '-' || g || p.row`,
    row: `p.row + g * 1000000`,
    remote_id: `'P-' || r.id || '-' || g || '-' || p.row`,
    recipient_fp: other('recipient_fp'),
    person_fp: other('person_fp'),
    account_fp: other('account_fp'),
    paid_account_fp: other('paid_account_fp'),
    account_key: `case when g = 0 then p.account_key else p.account_key + g end`,
    recipient_id: `case when g = 0 then p.recipient_id else md5('recipient' || p.row || '/' || g)::uuid end`,
    minor: 'p.minor + r.id * 3',
    paid_source_minor: 'p.minor + r.id * 3',
    paid_target_minor: 'p.minor + r.id * 3',
    final_at: `p.final_at + r.id * interval '1 month'`,
    created_at: `p.created_at + r.id * interval '1 month'`,
  };
  const list = columns.map(({ name }) => name);
  const { rows: indexes } = await ledger.db.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = 'payrun.payment_row'::regclass and not exists (select 1 from pg_constraint where conindid = indexrelid)`,
  );
  await unguarded(ledger, [
    ...indexes.map(({ name }) => `drop index ${name}`),
    `insert into payrun.run (job, merchant_id, maker, options, status, intake_at, rows_in, created_at, finished_at)
     select job, merchant_id, maker, options, 'paid', now(), rows_in, created_at, now() from payrun.run cross join generate_series(2, ${EACH})`,
    `insert into payrun.batch (id, run_id, merchant_id, currency, tag, maker, payments, source_minor, state, remote_id, start_no, start_attempted_at, started_at, settled_at, approved_hash, approved_by, approved_at, quote)
     select md5('batch' || r.id)::uuid, r.id, r.merchant_id, b.currency, 'payrun-' || r.id, b.maker, b.payments, b.source_minor, b.state, 'B-' || r.id, r.id, b.start_attempted_at, b.started_at + r.id * interval '1 month', b.settled_at, b.approved_hash, b.approved_by, b.approved_at, b.quote
     from payrun.batch b join payrun.run r on r.id <> b.run_id`,
    ...Array.from(
      { length: EACH - 1 },
      (_, i) => `insert into payrun.payment (${list.join(', ')})
     select ${list.map((name) => changed[name] ?? `p.${name}`).join(', ')}
     from payrun.payment p cross join generate_series(0, ${groups - 1}) g join payrun.run r on r.id = ${i + 2} where p.run_id = 1`,
    ),
    ...(groups === 1
      ? []
      : [
          `insert into payrun.payment (${list.join(', ')})
     select ${list.map((name) => changed[name] ?? `p.${name}`).join(', ')}
     from payrun.payment p cross join generate_series(1, ${groups - 1}) g join payrun.run r on r.id = 1 where p.run_id = 1`,
        ]),
    ...indexes.map(({ definition }) => definition),
    // As autovacuum does.
    'vacuum analyze',
  ]);
}

/** Without triggers and foreign keys: the rows are made, not moved. */
async function unguarded(ledger: Ledger, statements: readonly string[]): Promise<void> {
  await ledger.db.query('alter table payrun.payment_row disable trigger all');
  await ledger.db.query('alter table payrun.batch disable trigger all');
  for (const sql of statements) await ledger.db.query(sql);
}
