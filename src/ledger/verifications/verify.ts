import type { Db } from '../db/db.ts';
import { LIVE } from '../db/state-lists.ts';
import { SAME_REFERENCE } from '../payments/paid-twice.ts';
import { ENDED, STATUS_AT_REST } from '../runs/run-status.ts';
import type { Guarantee, LedgerCheck } from './ledger-check.ts';
import { PURGE_CHECKS } from './verify-purges.ts';
import { RECIPIENT_CHECKS } from './verify-recipients.ts';
import { SHEET_CHECKS } from './verify-sheets.ts';

/** A violation of a guarantee. `row` is the row number as Excel shows it. */
export interface BrokenGuarantee {
  readonly guarantee: Guarantee;
  readonly run: string | null;
  readonly row: number | null;
  readonly payment: string | null;
  readonly batch: string | null;
  /** Sentence for users, shown after the row, batch or run: "Row 3 of run 1: it is in no batch." */
  readonly what: string;
  /** Only on a discrepancy with the payout service: the code by which a user accepts it. */
  readonly code?: string;
}

/** Batches that Payrun started. For a batch that a user resolved, the audit is the only record. */
const STARTED = `(b.started_at is not null or b.state in ('started', 'settled')) and b.resolved_by is null
  and b.started_outside_at is null`;
/** The outcome comes from the payout service, not from a user. */
const UNRESOLVED = `b.resolved_by is null and coalesce(p.reason_code, '') not in ('resolved', 'accepted')`;
const OF_RUN = (column: string) => `($1::bigint is null or ${column} = $1)`;
const MONEY = (minor: string, currency: string) => `payrun.amount(${minor}, ${currency}) || ' ' || ${currency}`;
const PAYMENTS = `select count(*) as n from payrun.payment where ${OF_RUN('run_id')}`;
const BATCHES = `select count(*) as n from payrun.batch where ${OF_RUN('run_id')}`;
const STARTED_BATCHES = `select count(*) as n from payrun.batch b where ${OF_RUN('b.run_id')} and ${STARTED}`;
const RUNS_IN = `select count(*) as n from payrun.run where ${OF_RUN('id')} and intake_at is not null`;

/** The current sums of a batch's payments, in minor units. */
const SUMS = `select p.batch_id, count(*)::int as n, coalesce(sum(p.minor) filter (where p.fixed = 'source'), 0)::bigint as source
  from payrun.payment p where p.batch_id is not null and ${OF_RUN('p.run_id')} group by p.batch_id`;

/** Events of batches, which are in the chain of their run. */
const EVENTS = (kinds: string) =>
  `select e.chain, e.seq, e.actor, e.kind, e.data, e.data->>'batch' as batch from payrun.event e
   where e.kind in (${kinds}) and ($1::bigint is null or e.chain = 'run-' || $1)`;

/** Checks of the ledger by one statement each. To add a check, add an entry. */
export const LEDGER_CHECKS: readonly LedgerCheck[] = [
  {
    guarantee: 'G1',
    what: 'a reference of a merchant is in at most one live payment, but for those that are known to be paid beside another',
    count: `select count(*) as n from payrun.payment where ${OF_RUN('run_id')} and state in (${LIVE})`,
    // Groups rather than joins, so that the time does not depend on the planner's estimates.
    sql: `with live as (select id, run_id, row, batch_id, merchant_id, reference, created_at from payrun.payment
        where state in (${LIVE}) and paid_beside = 0
          and ($1::bigint is null or (merchant_id, reference) in (select merchant_id, reference from payrun.payment where run_id = $1))),
      shared as (select merchant_id, reference from live group by 1, 2 having count(*) > 1),
      pairs as (select l.*, lag(l.row) over earlier as other_row, lag(l.run_id) over earlier as other_run
        from live l where (l.merchant_id, l.reference) in (select merchant_id, reference from shared)
        window earlier as (partition by l.merchant_id, l.reference order by l.created_at, l.run_id, l.row))
      select run_id as run, row, id as payment, batch_id as batch,
        format('reference %s is live in this row and in row %s of run %s, so it could be paid twice.', reference, other_row, other_run) as what
      from pairs where other_row is not null`,
  },
  {
    guarantee: 'G1',
    what: 'a reference that was paid twice is marked, or a person has accepted it',
    count: `select count(*) as n from payrun.payment where ${OF_RUN('run_id')} and paid_beside > 0`,
    sql: `select p.run_id as run, p.row, p.id as payment, p.batch_id as batch,
        format('reference %s was paid in this row and in row %s of run %s, but was not reported.', p.reference, o.row, o.run_id) as what
      from payrun.payment p join lateral (select o.row, o.run_id from payrun.payment o
          where ${SAME_REFERENCE} and o.state in ('processed', 'discrepancy') order by o.run_id, o.row limit 1) o on true
      where ${OF_RUN('p.run_id')} and p.paid_beside > 0 and p.state = 'processed' and p.reason_code is distinct from 'accepted'`,
  },
  {
    guarantee: 'G1',
    what: 'a payment is in a batch that pays it, and in no other',
    count: `select count(*) as n from payrun.payment where ${OF_RUN('run_id')} and batch_id is not null`,
    sql: `select p.run_id as run, p.row, p.id as payment, p.batch_id as batch,
        case when b.id is null then format('it is %s, but in no batch.', p.state)
          when b.state = 'void' then format('it is %s in a batch that is void.', p.state)
          when (b.run_id, b.merchant_id) <> (p.run_id, p.merchant_id)
            then format('it is in a batch of run %s of merchant %s.', b.run_id, b.merchant_id)
          when b.currency <> p.source_currency
            then format('it is paid from %s, but its batch from %s.', p.source_currency, b.currency)
          when p.state in ('processed', 'returned') then format('it is %s, but its batch is %s and was never started.', p.state, b.state)
          else format('it is %s, but its batch was started, so it could be put in another batch.', p.state) end as what
      from payrun.payment p left join payrun.batch b on b.id = p.batch_id
      where ${OF_RUN('p.run_id')} and (
        (b.id is null and p.state in ('batched', 'processed', 'returned', 'unknown', 'discrepancy'))
        or (b.state = 'void' and p.state in ('batched', 'processed', 'returned', 'unknown', 'discrepancy') and ${UNRESOLVED})
        or (b.id is not null and ((b.run_id, b.merchant_id) <> (p.run_id, p.merchant_id) or b.currency <> p.source_currency))
        or (b.start_attempted_at is null and b.started_outside_at is null and p.state in ('processed', 'returned', 'unknown', 'discrepancy') and ${UNRESOLVED})
        or (b.started_at is not null and p.state in ('invalid', 'held', 'dismissed', 'already_paid', 'ready')))`,
  },
  {
    guarantee: 'G1',
    what: 'a batch is started at most once, from approved, and never void after a start was attempted',
    count: BATCHES,
    sql: `with logged as (select batch, min(seq) filter (where kind = 'batch_started') as began,
          min(seq) filter (where kind = 'start_intended') as intended, max(seq) filter (where kind = 'start_intended') as again
        from (${EVENTS(`'batch_started', 'start_intended'`)}) e group by batch)
      select b.run_id as run, null::int as row, null::uuid as payment, b.id as batch, f.what
      from payrun.batch b left join logged t on t.batch = b.id::text
      cross join lateral (values
        (t.again > t.began, format('its start was sent again (event %s) after it had started (event %s).', t.again, t.began)),
        (b.state = 'void' and b.start_attempted_at is not null and b.resolved_by is null,
          'it is void although its start was attempted, so the service may still send it.'),
        (${STARTED} and b.approved_hash is null, 'it was started without an approval.'),
        (${STARTED} and t.intended is null, 'it was started before its start was recorded.')) f(broken, what)
      where ${OF_RUN('b.run_id')} and f.broken`,
  },
  {
    guarantee: 'G2',
    what: 'a started batch has its remote id, its quote and its payments, to the cent',
    count: STARTED_BATCHES,
    sql: `with sums as (${SUMS})
      select b.run_id as run, null::int as row, null::uuid as payment, b.id as batch, f.what
      from payrun.batch b left join sums s on s.batch_id = b.id
      cross join lateral (values
        (b.remote_id is null, 'it was started, but has no ID in the service.'),
        (b.quote is null, 'it was started without a quote.'),
        (b.payments <> coalesce(s.n, 0), format('it was started with %s payments, but now has %s.', b.payments, coalesce(s.n, 0))),
        ((b.quote->>'count')::int <> b.payments, format('its quote is for %s payments, but it has %s.', b.quote->>'count', b.payments)),
        (b.source_minor <> coalesce(s.source, 0), format('it was started for %s, but its payments total %s.',
          ${MONEY('b.source_minor', 'b.currency')}, ${MONEY('coalesce(s.source, 0)', 'b.currency')})),
        (case when b.target_minor = '{}' then (b.quote->>'sendingMinor')::bigint <> b.source_minor
              else (b.quote->>'sendingMinor')::bigint <= b.source_minor end, format('its quote is for %s, but it was started for %s.',
          ${MONEY(`(b.quote->>'sendingMinor')::bigint`, 'b.currency')}, ${MONEY('b.source_minor', 'b.currency')})),
        ((b.quote->>'debitMinor')::bigint < (b.quote->>'sendingMinor')::bigint, 'its quote debits less than it sends.')) f(broken, what)
      where ${OF_RUN('b.run_id')} and ${STARTED} and f.broken`,
  },
  {
    guarantee: 'G2',
    what: 'what arrives of a started batch is the sum of its payments, per currency, to the cent',
    count: STARTED_BATCHES,
    sql: `with sums as (select p.batch_id, p.currency, sum(p.minor)::bigint as minor from payrun.payment p
        where p.fixed = 'target' and p.batch_id is not null and ${OF_RUN('p.run_id')} group by 1, 2),
      quoted as (select b.id as batch_id, b.run_id, t.key as currency, t.value::bigint as minor
        from payrun.batch b cross join lateral jsonb_each_text(b.target_minor) t where ${OF_RUN('b.run_id')} and ${STARTED}),
      started as (select s.* from sums s join payrun.batch b on b.id = s.batch_id where ${STARTED})
      select b.run_id as run, null::int as row, null::uuid as payment, b.id as batch, format('recipients get %s by its payments, but %s by the batch.',
          ${MONEY('coalesce(s.minor, 0)', 'coalesce(s.currency, d.currency)')}, ${MONEY('coalesce(d.minor, 0)', 'coalesce(s.currency, d.currency)')}) as what
      from started s full join quoted d on (d.batch_id, d.currency) = (s.batch_id, s.currency)
        join payrun.batch b on b.id = coalesce(s.batch_id, d.batch_id)
      where s.minor is distinct from d.minor`,
  },
  {
    guarantee: 'G2',
    what: 'what the service made is what was ordered, or a person has accepted it',
    count: `select count(*) as n from payrun.payment where ${OF_RUN('run_id')} and state in ('processed', 'discrepancy')`,
    sql: `select run_id as run, row, id as payment, batch_id as batch, format('it is a discrepancy that no one has accepted. %s', reason) as what
      from payrun.payment where ${OF_RUN('run_id')} and state = 'discrepancy'
      union all select run_id, null, null, batch_id, format('no one has accepted it: %s', what)
      from payrun.batch_discrepancy where ${OF_RUN('run_id')} and accepted_by is null`,
  },
  {
    guarantee: 'G4',
    what: 'rows in = rows by state, for every run',
    count: RUNS_IN,
    sql: `select r.id as run, null::int as row, null::uuid as payment, null::uuid as batch,
        format('%s rows were imported, but the ledger has %s: %s.', r.rows_in, coalesce(s.n, 0), coalesce(s.states, 'none')) as what
      from payrun.run r left join (
        select run_id, sum(n) as n, string_agg(n || ' ' || state, ', ' order by state) as states
        from (select run_id, state, count(*) as n from payrun.payment where ${OF_RUN('run_id')} group by 1, 2) c group by 1) s on s.run_id = r.id
      where ${OF_RUN('r.id')} and r.intake_at is not null and r.rows_in is distinct from coalesce(s.n, 0)`,
  },
  {
    guarantee: 'G4',
    what: 'sums in = sums by state, per currency, to the cent, for every run',
    count: RUNS_IN,
    sql: `with came as (select r.id, t.key as currency, (t.value->>'rows')::bigint as n, (t.value->>'minor')::numeric as minor
        from payrun.run r cross join lateral jsonb_each(r.totals_in) t where ${OF_RUN('r.id')} and r.intake_at is not null),
      are as (select p.run_id as id, p.currency, count(*) as n, sum(p.minor) as minor from payrun.payment p
        join payrun.run r on r.id = p.run_id and r.intake_at is not null
        where ${OF_RUN('p.run_id')} and p.minor is not null group by 1, 2)
      select id as run, null::int as row, null::uuid as payment, null::uuid as batch,
        format('%s in %s rows were imported, but the ledger has %s in %s rows.', ${MONEY('coalesce(c.minor, 0)::bigint', 'currency')}, coalesce(c.n, 0),
          ${MONEY('coalesce(a.minor, 0)::bigint', 'currency')}, coalesce(a.n, 0)) as what
      from came c full join are a using (id, currency) where (c.n, c.minor) is distinct from (a.n, a.minor)`,
  },
  {
    guarantee: 'G4',
    what: 'every row is in a state that Payrun or a user acts on',
    count: PAYMENTS,
    sql: `select p.run_id as run, p.row, p.id as payment, p.batch_id as batch,
        case when p.state = 'ready' then 'it is still to be paid, but its run is done.'
          else 'its batch is settled, but its own outcome was never reported.' end as what
      from payrun.payment p join payrun.run r on r.id = p.run_id left join payrun.batch b on b.id = p.batch_id
      where ${OF_RUN('p.run_id')} and ((p.state = 'ready' and r.finished_at is not null) or (p.state = 'batched' and b.state = 'settled'))`,
  },
  {
    guarantee: 'G8',
    what: 'the status of every run is that of its payments and batches',
    count: `select count(*) as n from payrun.run where ${OF_RUN('id')}`,
    // A process that has the run decides when it rests, and an end is left to the next look.
    sql: `select r.id as run, null::int as row, null::uuid as payment, null::uuid as batch,
        format('its status is %s, but by its payments and batches it should be %s.', r.status, s.status) as what
      from payrun.run r join (${STATUS_AT_REST}) s on s.id = r.id
      where ${OF_RUN('r.id')} and r.lease_until is null and r.status <> s.status
        and (r.finished_at is not null or s.status not in (${ENDED}))
        and (r.status, s.status) not in (('scheduled', 'approved'), ('preparing', 'approved'))`,
  },
  {
    guarantee: 'G6',
    what: 'every run has its audit, and every audit its run',
    count: `select count(*) as n from payrun.run where ${OF_RUN('id')}`,
    sql: `select r.id as run, null::int as row, null::uuid as payment, null::uuid as batch, 'it has no events in the audit log.' as what
      from payrun.run r where ${OF_RUN('r.id')} and not exists (select 1 from payrun.event_head h where h.chain = 'run-' || r.id)
        and not exists (select 1 from payrun.event e where e.chain = 'run-' || r.id)
      union all
      select substr(h.chain, 5)::bigint, null, null, null, 'it was removed, but its events are still in the audit log.'
      from payrun.event_head h left join payrun.run r on h.chain = 'run-' || r.id
      where h.chain like 'run-%' and r.id is null and ($1::bigint is null or h.chain = 'run-' || $1)`,
  },
  {
    guarantee: 'G6',
    what: 'the audit tells of the same intake as the run',
    count: RUNS_IN,
    sql: `select r.id as run, null::int as row, null::uuid as payment, null::uuid as batch,
        case when e.data is null then 'its rows were imported, but the audit log has no such event.'
          else 'its rows and totals differ from those imported according to the audit log.' end as what
      from payrun.run r left join lateral (
        select case kind when 'intake' then data else '{"rows": 0, "totals": {}}' end as data from payrun.event
          where chain = 'run-' || r.id and kind in ('intake', 'intake_failed') order by seq desc limit 1) e on true
      where ${OF_RUN('r.id')} and r.intake_at is not null
        and (e.data is null or (e.data->>'rows')::int is distinct from r.rows_in or e.data->'totals' is distinct from r.totals_in)`,
  },
  {
    guarantee: 'G6',
    what: 'the audit tells of the same batches as the ledger: planned, started, settled',
    count: BATCHES,
    sql: `with logged as (select batch, kind, data, row_number() over (partition by batch, kind order by seq desc) as back
        from (${EVENTS(`'batch_planned', 'batch_created', 'batch_started', 'batch_started_outside', 'batch_settled'`)}) e),
      reduced as (select distinct chain from payrun.event where kind in ('batch_refused', 'payments_removed') and ($1::bigint is null or chain = 'run-' || $1))
      select b.run_id as run, null::int as row, null::uuid as payment, b.id as batch, f.what
      from payrun.batch b
      left join logged planned on planned.batch = b.id::text and planned.kind = 'batch_planned' and planned.back = 1
      left join logged created on created.batch = b.id::text and created.kind = 'batch_created' and created.back = 1
      left join logged began on began.batch = b.id::text and began.kind = 'batch_started' and began.back = 1
      left join logged outside on outside.batch = b.id::text and outside.kind = 'batch_started_outside' and outside.back = 1
      left join logged ended on ended.batch = b.id::text and ended.kind = 'batch_settled' and ended.back = 1
      left join reduced on reduced.chain = 'run-' || b.run_id
      cross join lateral (values
        (planned.data is null and reduced.chain is null, 'the audit log has no event for its planning.'),
        -- Payments that the service refused are taken out of a batch, or it is split: it can only become smaller.
        ((planned.data->>'payments')::int < b.payments or (planned.data->>'currency') <> b.currency or (reduced.chain is null
            and ((planned.data->>'payments')::int, planned.data->>'sourceMinor', planned.data->'targetMinor')
              is distinct from (b.payments, b.source_minor::text, b.target_minor) and planned.data is not null),
          format('it was planned with %s payments for %s, but has %s for %s.', planned.data->>'payments',
            ${MONEY(`(planned.data->>'sourceMinor')::bigint`, `(planned.data->>'currency')`)}, b.payments, ${MONEY('b.source_minor', 'b.currency')})),
        (b.remote_id <> created.data->>'remoteId', format('it was created in the service as %s, but is recorded as %s.', created.data->>'remoteId', b.remote_id)),
        (began.data is null and ${STARTED}, 'it is recorded as started, but the audit log has no such event.'),
        ((outside.data is null) <> (b.started_outside_at is null),
          'the ledger and the audit log disagree on whether it was started outside Payrun.'),
        (began.data is not null and b.resolved_by is null and b.state not in ('started', 'settled', 'unknown'),
          format('the audit log says that it was started, but it is recorded as %s.', b.state)),
        (ended.data is null and b.state = 'settled' and b.resolved_by is null, 'it is recorded as settled, but the audit log has no such event.')
        ) f(broken, what)
      where ${OF_RUN('b.run_id')} and f.broken`,
  },
  {
    guarantee: 'G6',
    what: 'the audit tells of the same approvals as the ledger',
    count: `select count(*) as n from payrun.batch where ${OF_RUN('run_id')} and approved_hash is not null`,
    sql: `with logged as (select e.*, row_number() over (partition by batch, kind order by seq desc) as back
        from (${EVENTS(`'batch_approved', 'batch_quoted'`)}) e)
      select b.run_id as run, null::int as row, null::uuid as payment, b.id as batch, f.what
      from payrun.batch b
      left join logged approval on approval.batch = b.id::text and approval.kind = 'batch_approved' and approval.back = 1
      -- A new price within the tolerance keeps a person's approval, and binds it to the new quote.
      left join logged requote on requote.batch = b.id::text and requote.kind = 'batch_quoted' and requote.back = 1 and requote.seq > approval.seq
        and (requote.data->>'keepsApproval')::boolean
      cross join lateral (values
        (approval.data is null, 'it is recorded as approved, but the audit log has no such event.'),
        (approval.actor <> b.approved_by, format('the audit log says that %s approved it, but it is recorded as approved by %s.', approval.actor, b.approved_by)),
        (requote.data is null and approval.data->>'hash' <> encode(b.approved_hash, 'hex'), 'the approval in the audit log differs from the recorded approval.'),
        (case when requote.data is null then approval.data->'quote' <> b.quote else not (requote.data @> b.quote) end,
          'its quote is not the approved one.')) f(broken, what)
      where ${OF_RUN('b.run_id')} and b.approved_hash is not null and f.broken`,
  },
  {
    guarantee: 'G7',
    what: 'a batch pays the bank details that the row names',
    count: PAYMENTS,
    sql: `select p.run_id as run, p.row, p.id as payment, p.batch_id as batch, 'its batch pays an account other than the one in the row.' as what
      from payrun.payment p where p.batch_id is not null and p.account_fp is distinct from p.paid_account_fp and p.account_fp is not null
        -- Read back from the service, which does not show whose account it is.
        and not (p.paid_account_fp is null and exists (select 1 from payrun.batch b
          where b.id = p.batch_id and b.resolved_by is not null and b.approved_hash is null))
        and ${OF_RUN('p.run_id')}`,
  },
  {
    guarantee: 'G7',
    what: 'who approved a batch is not who made it',
    count: `select count(*) as n from payrun.batch where ${OF_RUN('run_id')} and approved_by is not null`,
    sql: `select b.run_id as run, null::int as row, null::uuid as payment, b.id as batch,
        case when b.maker <> r.maker then format('it was submitted by %s, but its run by %s.', b.maker, r.maker)
          else format('it was submitted and approved by %s.', b.approved_by) end as what
      from payrun.batch b join payrun.run r on r.id = b.run_id
      where ${OF_RUN('b.run_id')} and (b.approved_by in (b.maker, r.maker) or b.maker <> r.maker)`,
  },
  {
    guarantee: 'G7',
    what: 'who approved a batch did not type the bank details of its payments',
    count: `select count(*) as n from payrun.account_author where ${OF_RUN('run_id')}`,
    sql: `select p.run_id as run, p.row, p.id as payment, b.id as batch,
        format('%s entered its bank details and approved it.', t.name) as what
      from payrun.account_author t join payrun.payment p on p.id = t.payment_id join payrun.batch b on b.id = p.batch_id
      where ${OF_RUN('t.run_id')} and payrun.name_key(t.name) in (payrun.name_key(b.approved_by), payrun.name_key(b.first_by))`,
  },
  ...SHEET_CHECKS,
  ...PURGE_CHECKS,
  ...RECIPIENT_CHECKS,
];

/** Runs a check. `run` null: all runs. Returns at most `limit` findings, since a damaged ledger can have millions. */
export async function runCheck(
  db: Db,
  check: LedgerCheck,
  run: bigint | null,
  limit: number,
): Promise<{ count: number; findings: readonly BrokenGuarantee[] }> {
  const { rows: counted } = await db.query<{ n: bigint }>(check.count, [run]);
  const { rows } = await db.query<Omit<BrokenGuarantee, 'guarantee' | 'run'> & { run: bigint | null }>(
    `select * from (${check.sql}) found order by run nulls first, row nulls first, batch nulls first, what collate "C" limit ${limit}`,
    [run],
  );
  return {
    count: Number(counted[0]!.n),
    findings: rows.map((row) => ({
      guarantee: check.guarantee,
      ...row,
      run: row.run === null ? null : String(row.run),
    })),
  };
}

/** Ids of all runs, oldest first. */
export async function runIds(db: Db): Promise<readonly bigint[]> {
  return (await db.query<{ id: bigint }>('select id from payrun.run order by id')).rows.map(({ id }) => id);
}
