import type { Db } from '../db/db.ts';
import { type Scope, visible } from '../merchants/scope.ts';

/** An event of the audit log. */
export interface HistoryEvent {
  readonly seq: bigint;
  readonly at: Date;
  readonly actor: string;
  readonly kind: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * The data of an event, without the totals of a sheet with several merchants if the reader may not see all merchants.
 */
export const dataInScope = (event: string) =>
  `case when $1::text[] is not null and jsonb_typeof(${event}.data->'sheet') = 'object' then ${event}.data - 'sheet' else ${event}.data end`;
const DATA = `${dataInScope('e')} as data`;

/**
 * Events of a run before sequence number `before` (null: all), latest first; none if the reader may not see the run.
 */
export async function selectHistory(
  db: Db,
  scope: Scope,
  { run, before, limit }: { run: bigint; before: bigint | null; limit: number },
): Promise<readonly HistoryEvent[]> {
  const { rows } = await db.query<HistoryEvent>(
    `select e.seq, e.at, e.actor, e.kind, ${DATA} from payrun.event e
     where e.chain = 'run-' || $2::text and ($3::bigint is null or e.seq < $3)
       and exists (select 1 from payrun.run r where r.id = $2::bigint and ${visible('r.merchant_id')})
     order by e.seq desc limit $4`,
    [scope, String(run), before, limit],
  );
  return rows;
}

/**
 * Events of a run about this payment, its row or its batch, and the run's own creation, submission and intake; latest
 * first.
 */
export async function selectPaymentHistory(
  db: Db,
  scope: Scope,
  payment: { run: bigint; payment: string; row: number; reference: string | null; batch: string | null },
  limit: number,
): Promise<readonly HistoryEvent[]> {
  const { run, row, reference, batch } = payment;
  const { rows } = await db.query<HistoryEvent>(
    `select e.seq, e.at, e.actor, e.kind, ${DATA} from payrun.event e
     where e.chain = 'run-' || $2::text and exists (select 1 from payrun.run r where r.id = $2::bigint and ${visible('r.merchant_id')})
       and (e.kind in ('run_created', 'confirmed', 'intake') or e.data->>'payment' = $3 or e.data->>'batch' = $4
         or e.data->>'row' = $5 or e.data->>'reference' = $6)
     order by e.seq desc limit $7`,
    [scope, String(run), payment.payment, batch, String(row), reference, limit],
  );
  return rows;
}

/** Events of a recipient, latest first; none if the reader may not see the recipient. */
export async function selectHistoryOfRecipient(
  db: Db,
  scope: Scope,
  recipient: string,
  limit: number,
): Promise<readonly HistoryEvent[]> {
  const { rows } = await db.query<HistoryEvent>(
    `select e.seq, e.at, e.actor, e.kind, ${DATA} from payrun.event e
     where e.chain = 'recipient-' || $2::text
       and exists (select 1 from payrun.recipient r where r.id = $2::uuid and ${visible('r.merchant_id')})
     order by e.seq desc limit $3`,
    [scope, recipient, limit],
  );
  return rows;
}

/** A call to the payout service. */
export interface ListedCall {
  readonly id: bigint;
  readonly at: Date;
  readonly method: string;
  readonly path: string;
  readonly status: number | null;
  readonly codes: readonly string[];
  readonly ms: number;
  readonly attempt: number;
  readonly outcome: string;
}

/**
 * Calls of a run with an id below `before` (null: all), latest first. `about`: only those whose path contains one of
 * these ids of the payout service.
 */
export async function selectCalls(
  db: Db,
  scope: Scope,
  given: { run: bigint; before: bigint | null; limit: number; about?: readonly string[] | null },
): Promise<readonly ListedCall[]> {
  const { run, before, limit, about = null } = given;
  const { rows } = await db.query<ListedCall>(
    `select c.id, c.at, c.method, c.path, c.status, c.codes, c.ms, c.attempt, c.outcome from payrun.call c
     where c.run_id = $2 and ($3::bigint is null or c.id < $3)
       and ($5::text[] is null or string_to_array(c.path, '/') && $5)
       and exists (select 1 from payrun.run r where r.id = $2 and ${visible('r.merchant_id')})
     order by c.id desc limit $4`,
    [scope, run, before, limit, about],
  );
  return rows;
}
