-- What was found is a fact of the payment, and not read from the sentence of its reason.
alter table payrun.payment
  -- It was found to be paid, or perhaps paid, after the ledger had it as not paid.
  add column found_paid boolean not null default false,
  -- On hold for changed bank details: whether it may be the account last paid, of which only the end is known.
  add column account_uncertain boolean not null default false;
alter table payrun.payment_in add column account_uncertain boolean not null default false;

update payrun.payment p set found_paid = true
where p.id in (select id::uuid from payrun.event e, jsonb_array_elements_text(e.data->'payments') id where e.kind = 'paid_after_all')
  or p.state = 'processed' and p.reason_code = 'accepted' and exists (
    select 1 from payrun.service_discrepancy d where d.accepted_by is not null and d.facts->>'kind' = 'state'
      and (d.payment_id = p.id or d.facts->>'batch' = p.batch_id::text and d.facts->>'here' = 'void'));
-- Only their sentences tell these.
update payrun.payment set account_uncertain = true
where reason_code = 'account_changed' and starts_with(reason, 'It is not certain that ');

-- The few payments that were found to be paid: equal ones are compared with them before each start.
drop index payrun.payment_paid_after_all;
create index payment_found_paid on payrun.payment (merchant_id) where found_paid;
