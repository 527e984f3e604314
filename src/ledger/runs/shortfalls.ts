import type { Db } from '../db/db.ts';
import { balancesOf } from '../merchants/balances.ts';

/** Merchants with runs in nobody's hands that wait for money, and at whose balance nobody has looked for so long. Each is taken by one process. */
export async function takeMerchantsToLookAt(db: Db, now: Date, everyMs: number): Promise<readonly string[]> {
  const { rows } = await db.query<{ id: string }>(
    `update payrun.merchant m set funds_looked_at = $1
     where (funds_looked_at is null or funds_looked_at <= $1::timestamptz - $2 * interval '1 millisecond')
       and exists (select 1 from payrun.run r where r.merchant_id = m.id and r.state = 'waiting_funds' and r.confirmed_at is not null
         and (r.lease_until is null or r.lease_until < now()))
     returning m.id`,
    [now, everyMs],
  );
  return rows.map(({ id }) => id);
}

/** What a balance lacks for what waits for it, by currency. */
export interface Shortfall {
  readonly run: bigint;
  readonly currency: string;
  /** Minor units; 0: the payout service refused it, and nobody knows how much is missing. */
  readonly missing: bigint;
  /** What the batches that wait take from the balance together. */
  readonly debit: bigint;
  readonly payments: number;
}

/** Of these runs, what is known to be missing, by run and currency. */
export async function shortfallsOf(db: Db, runs: readonly bigint[]): Promise<readonly Shortfall[]> {
  if (runs.length === 0) return [];
  const { rows } = await db.query<Shortfall>(
    `select run_id as run, currency, sum((quote->>'debitMinor')::bigint)::bigint as debit, sum(payments)::int as payments,
       max(missing_minor) as missing
     from payrun.batch where run_id = any($1) and state in ('approved', 'waiting_funds') and missing_minor is not null
     group by 1, 2 order by 1, 2`,
    [runs],
  );
  return rows;
}

/**
 * Runs of the merchant to carry on now: the balance covers a batch that waits; or it changed since the last look, so that another amount is
 * missing, and the service may have begun by itself one of which it has the start. `before` is what the balances had then.
 */
export async function runsToRetry(
  db: Db,
  merchant: string,
  before: ReadonlyMap<string, { readonly minor: bigint }>,
): Promise<readonly bigint[]> {
  const now = await balancesOf(db, merchant);
  const changed = [...new Set([...before.keys(), ...now.keys()])].filter(
    (currency) => before.get(currency)?.minor !== now.get(currency)?.minor,
  );
  const { rows } = await db.query<{ run: bigint }>(
    `select distinct b.run_id as run from payrun.batch b join payrun.run r on r.id = b.run_id
       left join jsonb_each_text($2::jsonb) f on f.key = b.currency
     where b.merchant_id = $1 and r.state = 'waiting_funds' and b.state in ('approved', 'waiting_funds')
       and ((b.quote->>'debitMinor')::bigint <= coalesce(f.value::bigint, 0) or b.currency = any($3))
     order by 1`,
    [
      merchant,
      JSON.stringify(Object.fromEntries([...now].map(([currency, { minor }]) => [currency, String(minor)]))),
      changed,
    ],
  );
  return rows.map(({ run }) => run);
}
