create view payrun.call_log as
  select id, at, run_id as run, merchant_id as merchant, method, path, status, codes, ms, attempt, outcome from payrun.call;

-- Views for BI tools. They outlive changes of the tables.
create view payrun.payment_status as
  select p.id as payment, p.run_id as run, p.row, p.merchant_id as merchant, p.reference, p.generation, p.recipient_name as recipient,
    case when p.state = 'batched' and b.state in ('started', 'settled') then 'started'
         when p.state = 'batched' and b.state = 'unknown' then 'unknown'
         else p.state end as state,
    p.fixed, p.currency, payrun.amount(p.minor, p.currency) as amount, p.source_currency,
    p.reason_code, p.reason, p.problems,
    p.batch_id as batch, b.remote_id as service_batch, p.remote_id as service_payment,
    payrun.amount(p.paid_source_minor, p.source_currency) as paid_amount,
    payrun.amount(p.paid_fees_minor, p.source_currency) as fees,
    payrun.amount(p.paid_recipient_fees_minor, p.source_currency) as recipient_fees, p.paid_rate as rate,
    p.paid_target_currency as target_currency, payrun.amount(p.paid_target_minor, p.paid_target_currency) as target_amount,
    p.created_at, b.started_at, p.final_at, p.rules, payrun.amount(p.paid_withheld_minor, p.source_currency) as withheld,
    (select c.compliance from payrun.recipient c where c.id = p.recipient_id) as compliance
  from payrun.payment p left join payrun.batch b on b.id = p.batch_id;

create view payrun.run_summary as
  select r.id as run, r.job, r.note, r.merchant_id as merchant, r.maker, s.name as sheet, r.rows_in as rows,
    r.created_at, r.finished_at, r.parent_run,
    coalesce(c.counts, '{}'::jsonb) as counts,
    r.calls_purged + (select count(*)::int from payrun.call c where c.run_id = r.id) as calls,
    r.status
  from payrun.run r left join payrun.sheet s on s.id = r.sheet_id
  left join lateral (
    select jsonb_object_agg(state, n) as counts
    from (select state, count(*)::int as n from payrun.payment_status where run = r.id group by state) per_state
  ) c on true;
