import type { Money } from '../../model.ts';
import type { PaymentState } from '../../states.ts';
import type { Db } from '../db/db.ts';
import { HELD_FOR_SAME_MASK } from '../recipients/account-mask.ts';

/** A payment that a user releases, dismisses, accepts or whose outcome a user confirms. */
export interface DecidedPayment {
  readonly id: string;
  readonly run_id: bigint;
  readonly merchant_id: string;
  readonly row: number;
  readonly reference: string;
  /** State as users see it: `unknown` also if its whole batch is. */
  readonly state: PaymentState;
  readonly reason_code: string | null;
  readonly derived_fp: Buffer | null;
  readonly maker: string;
  readonly batch_id: string | null;
  readonly recipient_remote_id: string | null;
  /** Amount of the side that the row fixes, in minor units. */
  readonly currency: string;
  readonly minor: bigint;
  /** Equal for two payments of the same amount to the same account of the same recipient. */
  readonly says: string;
}

/** Payments with this reference in this state, newest run first. Omits those of dry runs. */
export async function paymentsInState(
  db: Db,
  reference: string,
  state: PaymentState,
): Promise<readonly DecidedPayment[]> {
  return decided(db, 'p.reference = $1 and s.state = $2', [reference, state]);
}

/** The payments on hold for the same mask of accounts as this one, which are released together. */
export function paymentsMaskedAlike(db: Db, id: string): Promise<readonly DecidedPayment[]> {
  return decided(db, HELD_FOR_SAME_MASK, [id]);
}

async function decided(db: Db, where: string, values: readonly unknown[]): Promise<readonly DecidedPayment[]> {
  const { rows } = await db.query<DecidedPayment>(
    `select p.id, p.run_id, p.merchant_id, p.row, p.reference, s.state, p.currency, p.minor, p.reason_code, p.derived_fp, r.maker, p.batch_id,
       p.paid_recipient_remote_id as recipient_remote_id,
       encode(sha256(convert_to(row(p.merchant_id, p.recipient_fp, p.account_fp, p.account_asked, p.fixed, p.currency, p.minor)::text,
         'UTF8')), 'hex') as says
     from payrun.payment p join payrun.payment_status s on s.payment = p.id join payrun.run r on r.id = p.run_id
     where ${where} and not coalesce((r.options->>'dryRun')::boolean, false) order by p.run_id desc, p.row`,
    values,
  );
  return rows;
}

/** Payments on hold with these references, each with its own last comparison as a token; empty if it has none. */
export async function getComparisons(db: Db, references: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.query<{ id: string; compared: string }>(
    `select id, coalesce(compared_no::text, '') as compared from payrun.payment where reference = any($1) and state = 'held'`,
    [references],
  );
  return new Map(rows.map(({ id, compared }) => [id, compared]));
}

/** Sums of a run's released payments that may still be paid or were paid, by currency; with `by`, only of their own. */
export async function getReleasedSums(db: Db, run: bigint, by: string | null = null): Promise<readonly Money[]> {
  const { rows } = await db.query<Money>(
    `select currency, sum(minor)::bigint as minor from payrun.payment
     where run_id = $1 and released_by is not null and ($2::text is null or released_by = $2)
       and state not in ('held', 'dismissed', 'canceled') group by currency`,
    [run, by],
  );
  return rows;
}

/** A user's releases, in a run, of payments that were on hold for changed bank details. */
export interface AccountRelease {
  readonly run: bigint;
  readonly by: string;
  readonly payments: readonly string[];
}

/** The releases of payments of these batches that were on hold for changed bank details, by run and user. */
export async function accountReleases(
  db: Db,
  runs: readonly bigint[],
  batches: readonly string[],
): Promise<readonly AccountRelease[]> {
  const { rows } = await db.query<AccountRelease>(
    `select run_id as run, released_by as by, array_agg(id::text) as payments from payrun.payment
     where run_id = any($1) and batch_id = any($2) and released_by is not null and id::text in (
       select e.data->>'payment' from payrun.event e
       where e.chain = any($3) and e.kind = 'released' and e.data->>'was' = 'account_changed')
     group by 1, 2 order by 1, 2`,
    [runs, batches, runs.map((run) => `run-${run}`)],
  );
  return rows;
}

/**
 * Names of those who released payments of these batches that were on hold for changed bank details, and of the users of
 * the accounts that they used. Empty in an installation without users.
 */
export async function changedAccountReleasers(
  db: Db,
  run: bigint,
  batches: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await db.query<{ name: string }>(
    `select distinct releaser.name from payrun.event e join payrun.payment p on p.id::text = e.data->>'payment'
       cross join lateral (values (e.actor), (case when e.data->>'door' = 'cli' then payrun.account_user(e.data->>'osUser') end)) releaser(name)
     where releaser.name is not null and e.chain = 'run-' || $1::bigint and e.kind = 'released' and e.data->>'was' = 'account_changed'
       and p.batch_id = any($2) and exists (select 1 from payrun.user_account) order by 1`,
    [run, batches],
  );
  return rows.map(({ name }) => name);
}

/**
 * Locks a run, so that no process gets it before the transaction ends. The data that a process shows, for example while
 * it asks for an approval, must not change meanwhile. False if a process has the run.
 */
export async function lockUnlessLeased(db: Db, run: bigint): Promise<boolean> {
  const { rows } = await db.query<{ leased: boolean }>(
    `select lease_until > clock_timestamp() as leased from payrun.run where id = $1 for no key update`,
    [run],
  );
  return !(rows[0]?.leased ?? false);
}

/** Marks a discrepancy as paid, with the amounts that the payout service reported. False if it is not a discrepancy. */
export async function acceptPayment(db: Db, payment: DecidedPayment, by: string, because: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `update payrun.payment set state = 'processed', reason_code = 'accepted',
       reason = format('%s accepted it: %s. %s', $2::text, rtrim($3::text, '.'), reason)
     where id = $1 and state = 'discrepancy'`,
    [payment.id, by, because],
  );
  return rowCount > 0;
}
