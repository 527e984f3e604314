-- A payment that the payout service made with another amount, currency, recipient or account than its row says is a discrepancy: not
-- paid as ordered, and never free to be paid again until a person has decided about it.
alter table payrun.payment
  drop constraint payment_state_check,
  drop constraint batched_has_batch,
  add constraint payment_state_check check (state in ('new', 'invalid', 'held', 'ready', 'batched', 'processed', 'failed', 'returned',
    'cancelled', 'unknown', 'discrepancy')),
  add constraint batched_has_batch check (
    (state in ('batched', 'processed', 'returned', 'unknown', 'discrepancy')) <= (batch_id is not null)),
  -- What left the balance for a payment with a fixed source amount is that amount, unless a person has decided otherwise. Payments of
  -- before are not looked at.
  add constraint processed_as_ordered check (state <> 'processed' or fixed <> 'source' or paid_source_minor is null
    or paid_source_minor = minor or reason_code in ('resolved', 'accepted')) not valid,
  add constraint arrived_as_ordered check (state <> 'processed' or fixed <> 'target' or paid_target_minor is null
    or (paid_target_minor = minor and paid_target_currency = currency) or reason_code in ('resolved', 'accepted')) not valid;

-- G1: a reference of a merchant is in at most one live payment.
drop index payrun.payment_live_reference;
create unique index payment_live_reference on payrun.payment (reference, merchant_id)
  where state in ('ready', 'batched', 'processed', 'unknown', 'discrepancy');

drop index payrun.payment_needs_care;
create index payment_needs_care on payrun.payment (run_id, state, row)
  where state in ('invalid', 'held', 'failed', 'returned', 'cancelled', 'unknown', 'discrepancy');
drop index payrun.payment_undecided_by_run;
create index payment_undecided_by_run on payrun.payment (run_id, state, merchant_id) where state in ('held', 'unknown', 'discrepancy');

create or replace function payrun.refuse_changed_payment() returns trigger language plpgsql as $$
begin
  if old.state in ('batched', 'processed', 'returned', 'unknown', 'discrepancy') and (new.minor, new.currency, new.source_currency,
      new.fixed, new.reference, new.merchant_id, new.recipient_id, new.account_fp, new.paid_account_country) is distinct from
      (old.minor, old.currency, old.source_currency, old.fixed, old.reference, old.merchant_id, old.recipient_id, old.account_fp,
      old.paid_account_country) then
    raise exception 'payment % is in a batch and cannot change', old.id;
  end if;
  return new;
end $$;
drop trigger payment_is_fixed on payrun.payment;
create trigger payment_is_fixed before update on payrun.payment for each row
  when (old.state in ('batched', 'processed', 'returned', 'unknown', 'discrepancy')) execute function payrun.refuse_changed_payment();

-- What the payout service did with one of our batches and nobody ordered: a payment that was added there by hand, another sum than was
-- approved, a start that was none of ours.
create table payrun.batch_discrepancy (
  batch_id uuid not null references payrun.batch,
  -- The service's id of the payment; of the batch, if it is about all of it.
  remote_id text not null,
  run_id bigint not null references payrun.run,
  merchant_id text not null references payrun.merchant,
  what text not null,
  found_at timestamptz not null default now(),
  -- Who looked at it and said that nothing is left to do.
  accepted_by text,
  accepted_at timestamptz,
  primary key (batch_id, remote_id),
  constraint acceptance_is_whole check ((accepted_by is null) = (accepted_at is null))
);
create index batch_discrepancy_open on payrun.batch_discrepancy (run_id) where accepted_by is null;
