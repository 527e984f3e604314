-- Where the bank account is that a payment was sent to, ISO 3166: kept when its batch is planned, because its recipient may have an
-- account elsewhere by the next run. Null: it is none, or where it is was not known. Reports count by it without reading recipients.
alter table payrun.payment add column paid_account_country text check (paid_account_country ~ '^[A-Z]{2}$');

-- Built again at the end: so the update has an index less to keep.
drop index payrun.payment_ended;

-- Of earlier payments it is known where the recipient's account is still the one that was paid.
update payrun.payment p set paid_account_country = r.account_country
from payrun.recipient r
where r.id = p.recipient_id and p.batch_id is not null and r.account_country_of = p.paid_account_remote_id
  and r.account_country ~ '^[A-Z]{2}$';

-- It is fixed with the rest.
create or replace function payrun.refuse_changed_payment() returns trigger language plpgsql as $$
begin
  if old.state in ('batched', 'processed', 'returned', 'unknown') and (new.minor, new.currency, new.source_currency, new.fixed, new.reference,
      new.merchant_id, new.recipient_id, new.account_fp, new.paid_account_country) is distinct from (old.minor, old.currency,
      old.source_currency, old.fixed, old.reference, old.merchant_id, old.recipient_id, old.account_fp, old.paid_account_country) then
    raise exception 'payment % is in a batch and cannot change', old.id;
  end if;
  return new;
end $$;

create index payment_ended on payrun.payment (final_at)
  include (merchant_id, state, source_currency, paid_source_minor, paid_fees_minor, paid_account_country)
  where state in ('processed', 'failed', 'returned');
