-- Which rules a payment was checked with: the version of the tables, as `payrun rules` shows it. Null for payments from before.
alter table payrun.payment add column rules text;

create or replace view payrun.payment_status as
  select p.id as payment, p.run_id as run, p.row, p.merchant_id as merchant, p.reference, p.generation, p.payee,
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
    p.created_at, b.started_at, p.final_at, p.rules
  from payrun.payment p left join payrun.batch b on b.id = p.batch_id;
