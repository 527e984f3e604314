-- A payment that was read from the payout service names its recipient by the service's id. If the ledger gets to know that recipient
-- later, for example after a backup was restored, the payment is theirs: the account that it was paid to is the one last paid.
create index payment_of_unknown_recipient on payrun.payment (merchant_id, paid_recipient_remote_id)
  where recipient_id is null and batch_id is not null and paid_recipient_remote_id is not null;

create or replace function payrun.refuse_changed_payment() returns trigger language plpgsql as $$
begin
  if old.state in ('batched', 'processed', 'returned', 'unknown', 'discrepancy') and (new.minor, new.currency, new.source_currency,
      new.fixed, new.reference, new.merchant_id, new.recipient_id, new.account_fp, new.paid_account_country) is distinct from
      (old.minor, old.currency, old.source_currency, old.fixed, old.reference, old.merchant_id,
      case when old.recipient_id is null and new.recipient_id is not null then (select r.id from payrun.recipient r
        where r.merchant_id = old.merchant_id and r.remote_id = old.paid_recipient_remote_id) else old.recipient_id end,
      old.account_fp, old.paid_account_country) then
    raise exception 'payment % is in a batch and cannot change', old.id;
  end if;
  return new;
end $$;

create function payrun.assign_adopted_payments() returns trigger language plpgsql as $$
begin
  update payrun.payment p set recipient_id = new.id
  where p.merchant_id = new.merchant_id and p.paid_recipient_remote_id = new.remote_id and p.recipient_id is null and p.batch_id is not null;
  return null;
end $$;
create trigger recipient_added after insert on payrun.recipient for each row
  when (new.remote_id is not null) execute function payrun.assign_adopted_payments();
create trigger recipient_found after update of remote_id on payrun.recipient for each row
  when (new.remote_id is not null and new.remote_id is distinct from old.remote_id) execute function payrun.assign_adopted_payments();

update payrun.payment p set recipient_id = r.id from payrun.recipient r
where r.merchant_id = p.merchant_id and r.remote_id = p.paid_recipient_remote_id and p.recipient_id is null and p.batch_id is not null
  and p.paid_recipient_remote_id is not null;
