import { randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import { appendEvent } from '../../src/ledger/audit/audit-chain.ts';
import { accountsMoved, approvalHash } from '../../src/ledger/batches/approval-hash.ts';
import { getBatch, moveBatch } from '../../src/ledger/batches/batch.ts';
import { openLedger } from '../../src/ledger/open-ledger.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { createLog } from '../../src/platform/log.ts';

const PAYMENTS = 100_000;
const ROUNDS = 3;

/**
 * The ledger's part of starting a batch of 100,000 payments on a real Postgres: the payments hashed and compared with the
 * approval, the attempt written, the start written.
 */
export async function bench(): Promise<void> {
  const server = process.env.PAYRUN_TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';
  const name = `payrun_bench_${randomBytes(4).toString('hex')}`;
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  await admin.query(`create database ${name}`);
  const ledger = await openLedger({
    databaseUrl: Object.assign(new URL(server), { pathname: `/${name}` }).href,
    vaultKey: randomBytes(32).toString('base64'),
    home: '/nowhere',
    log: createLog('silent'),
    clock: systemClock,
  });
  try {
    const times: { compared: number; written: number }[] = [];
    await ledger.db.query(
      `insert into payrun.merchant (id, environment, country, access_fp) values ('bench', 'sandbox', 'US', '')`,
    );
    for (let round = 0; round < ROUNDS; round++) {
      const id = await fill(ledger, round);
      const start = performance.now();
      const approved = await getBatch(ledger.db, id);
      await ledger.tx(async (db) => {
        const same = approved.approved_hash!.equals(await approvalHash(db, approved)) && !(await accountsMoved(db, id));
        if (!same) throw new Error('the approval does not hold');
      });
      const compared = performance.now() - start;
      const starting = await ledger.tx(async (db) => {
        await appendEvent(db, {
          chain: `run-${approved.run_id}`,
          at: new Date(),
          actor: 'bench',
          kind: 'start_intended',
          data: {},
        });
        return moveBatch(db, approved, 'starting');
      });
      await ledger.tx((db) => moveBatch(db, starting, 'started'));
      times.push({ compared, written: performance.now() - start - compared });
    }
    const median = (of: (time: (typeof times)[number]) => number) =>
      Math.round(times.map(of).sort((a, b) => a - b)[ROUNDS >> 1]!);
    console.log(
      `${PAYMENTS.toLocaleString('en')} payments, median of ${ROUNDS}: compared with the approval in ${median(({ compared }) => compared)} ms, started in ${median(({ written }) => written)} ms (one row)`,
    );
  } finally {
    await ledger.close();
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  }
}

/** A run with one approved batch. Returns the batch's id. */
async function fill({ db, tx }: Awaited<ReturnType<typeof openLedger>>, round: number): Promise<string> {
  const id = randomUUID();
  const run = await db.query<{ id: bigint }>(
    `insert into payrun.run (job, merchant_id, maker) values ('bench', 'bench', 'mia') returning id`,
  );
  await db.query(
    `insert into payrun.recipient (id, merchant_id, key_fp, remote_id, account_remote_id, account_fp)
     select gen_random_uuid(), 'bench', sha256(($1::text || n)::bytea), 'R-' || $1::text || n, 'A-' || n, sha256(n::text::bytea) from generate_series(1, $2::int) n`,
    [`${round}-`, PAYMENTS],
  );
  await db.query(
    `insert into payrun.batch (id, run_id, merchant_id, currency, tag, maker, payments, source_minor, state, remote_id, quote)
     values ($1, $2, 'bench', 'EUR', $4, 'mia', $3::int, $3::int * 100, 'quoted', 'B-' || $4::text, '{}')`,
    [id, run.rows[0]!.id, PAYMENTS, `payrun-${id}`],
  );
  await db.query(
    `insert into payrun.payment (id, run_id, merchant_id, row, state, reference, source_currency, fixed, currency, minor, recipient_id, batch_id,
       row_sealed, paid_recipient_remote_id, paid_account_remote_id, paid_account_fp)
     select gen_random_uuid(), $1, 'bench', row_number() over () + 1, 'batched', $4::text || row_number() over (), 'EUR', 'source', 'EUR', 100,
       r.id, $2, '', r.remote_id, r.account_remote_id, r.account_fp
     from payrun.recipient r where r.remote_id like 'R-' || $3::text || '%'`,
    [run.rows[0]!.id, id, `${round}-`, `REF-${round}-`],
  );
  await db.query('analyze payrun.payment_row');
  await db.query('analyze payrun.recipient');
  await tx(async (inside) => {
    const quoted = await getBatch(inside, id);
    await moveBatch(inside, quoted, 'approved', { approval: { hash: await approvalHash(inside, quoted), by: 'anna' } });
  });
  return id;
}
