import type { Money } from '../../model.ts';
import type { PaymentState } from '../../states.ts';
import type { Db } from '../db/db.ts';

/** A discrepancy between the ledger and the payout service. */
export interface FoundDiscrepancy {
  /** Code computed from all its facts. */
  readonly code: string;
  readonly merchant: string;
  readonly run: string | null;
  /** The ledger's id of its payment; null if it concerns none. */
  readonly payment: string | null;
  readonly facts: Readonly<Record<string, string | null>>;
  /** Sentence for users. */
  readonly what: string;
}

/** Acceptance of a discrepancy by a user. */
export interface AcceptedBy {
  readonly by: string;
  readonly at: Date;
  readonly because: string;
}

/** Records new discrepancies. Returns those of `found` that are accepted, by code. */
export async function recordDiscrepancies(
  db: Db,
  found: readonly FoundDiscrepancy[],
  at: Date,
): Promise<ReadonlyMap<string, AcceptedBy>> {
  if (found.length === 0) return new Map();
  const column = <T>(of: (one: FoundDiscrepancy) => T) => found.map(of);
  const codes = column(({ code }) => code);
  await db.query(
    `insert into payrun.service_discrepancy (code, merchant_id, run_id, payment_id, facts, what, found_at)
     select code, merchant, run, payment, facts::jsonb, what, $7
     from unnest($1::text[], $2::text[], $3::bigint[], $4::uuid[], $5::text[], $6::text[])
       t(code, merchant, run, payment, facts, what) order by code
     on conflict do nothing`,
    [
      codes,
      column(({ merchant }) => merchant),
      column(({ run }) => run),
      column(({ payment }) => payment),
      column(({ facts }) => JSON.stringify(facts)),
      column(({ what }) => what),
      at,
    ],
  );
  const { rows } = await db.query<AcceptedBy & { code: string }>(
    `select code, accepted_by as by, accepted_at as at, because from payrun.service_discrepancy
     where code = any($1) and accepted_by is not null`,
    [codes],
  );
  return new Map(rows.map(({ code, ...accepted }) => [code, accepted]));
}

/** A discrepancy for acceptance by a user. */
export interface StoredDiscrepancy {
  readonly code: string;
  readonly merchant: string;
  readonly run: bigint | null;
  readonly what: string;
  readonly accepted_by: string | null;
  readonly facts: FoundDiscrepancy['facts'];
  /** Its payment as the ledger has it now; null if none. */
  readonly payment: (Money & { readonly id: string; readonly reference: string; readonly state: PaymentState }) | null;
}

type DiscrepancyRow = Omit<StoredDiscrepancy, 'payment'> & NonNullable<StoredDiscrepancy['payment']>;

/** The discrepancy with this code; null if no comparison has found it. */
export async function findDiscrepancy(db: Db, code: string): Promise<StoredDiscrepancy | null> {
  const { rows } = await db.query<DiscrepancyRow & { id: string | null }>(
    `select d.code, d.merchant_id as merchant, d.run_id as run, d.what, d.accepted_by, d.facts, p.id, p.reference, p.state, p.currency, p.minor
     from payrun.service_discrepancy d left join payrun.payment p on p.id = d.payment_id where d.code = $1`,
    [code],
  );
  const [row] = rows;
  if (!row) return null;
  const { id, reference, state, currency, minor, ...discrepancy } = row;
  return { ...discrepancy, payment: id === null ? null : { id, reference, state, currency, minor } };
}

/** False if it was already accepted. */
export async function acceptByCode(db: Db, code: string, { by, at, because }: AcceptedBy): Promise<boolean> {
  const { rowCount } = await db.query(
    `update payrun.service_discrepancy set accepted_by = $2, accepted_at = $3, because = $4
     where code = $1 and accepted_by is null`,
    [code, by, at, because],
  );
  return rowCount > 0;
}

/**
 * Accepts all discrepancies of a remote payment. `batch` is the ledger's id, `remoteId` the service's id of the
 * payment.
 */
export async function acceptOfServicePayment(
  db: Db,
  { batch, remoteId }: { readonly batch: string; readonly remoteId: string },
  { by, at, because }: AcceptedBy,
): Promise<void> {
  await db.query(
    `update payrun.service_discrepancy d set accepted_by = $3, accepted_at = $4, because = $5
     from payrun.batch b where b.id = $1 and d.merchant_id = b.merchant_id and d.facts->>'serviceBatch' = b.remote_id
       and d.facts->>'servicePayment' = $2 and d.accepted_by is null`,
    [batch, remoteId, by, at, because],
  );
}

/** Accepts all discrepancies of a payment: the user accepts the payment as the service made it. */
export async function acceptOfPayment(db: Db, payment: string, { by, at, because }: AcceptedBy): Promise<void> {
  await db.query(
    `update payrun.service_discrepancy set accepted_by = $2, accepted_at = $3, because = $4
     where payment_id = $1 and accepted_by is null`,
    [payment, by, at, because],
  );
}
