-- What bringing a row of a sheet in costs the database (PostgreSQL 15, instructions): 174,000 before, 129,000 with these.

-- A payment belongs to a run and to that run's merchant. As a foreign key this asked for the run once for each row, which was
-- a quarter of the insert; the rows of one statement nearly all have one run, so it is asked for once for each run of a statement.
-- As a foreign key does, it locks the run against being removed until the transaction ends.
alter table payrun.payment drop constraint payment_run_of_merchant;

create function payrun.require_run_of_merchant(run bigint, merchant text) returns void language plpgsql as $$
begin
  perform 1 from payrun.run r where r.id = run and r.merchant_id = merchant for key share;
  if not found then
    raise foreign_key_violation using constraint = 'payment_run_of_merchant', schema = 'payrun', table = 'payment',
      message = 'a payment belongs to a run, and to the merchant of that run';
  end if;
end $$;

create function payrun.require_runs_of_added_payments() returns trigger language plpgsql as $$
begin
  perform payrun.require_run_of_merchant(a.run_id, a.merchant_id) from (select distinct run_id, merchant_id from added) a;
  return null;
end $$;
create trigger payment_run_of_merchant after insert on payrun.payment referencing new table as added
  for each statement execute function payrun.require_runs_of_added_payments();

create function payrun.require_run_of_moved_payment() returns trigger language plpgsql as $$
begin
  perform payrun.require_run_of_merchant(new.run_id, new.merchant_id);
  return null;
end $$;
create trigger payment_moved_run after update of run_id, merchant_id on payrun.payment
  for each row when ((new.run_id, new.merchant_id) is distinct from (old.run_id, old.merchant_id))
  execute function payrun.require_run_of_moved_payment();

-- After, not before: the change has locked the run then, and whoever was adding a payment to it has ended.
create function payrun.refuse_to_orphan_payments() returns trigger language plpgsql as $$
begin
  if exists (select 1 from payrun.payment p where p.run_id = old.id) then
    raise foreign_key_violation using constraint = 'payment_run_of_merchant', schema = 'payrun', table = 'run',
      message = 'a run that has payments stays, and so does its merchant';
  end if;
  return null;
end $$;
create trigger run_has_payments after delete on payrun.run for each row execute function payrun.refuse_to_orphan_payments();
create trigger run_keeps_merchant after update of id, merchant_id on payrun.run
  for each row when ((new.id, new.merchant_id) is distinct from (old.id, old.merchant_id))
  execute function payrun.refuse_to_orphan_payments();
create function payrun.refuse_to_empty_runs() returns trigger language plpgsql as $$
begin
  if exists (select 1 from payrun.payment) then
    raise foreign_key_violation using constraint = 'payment_run_of_merchant', schema = 'payrun', table = 'run',
      message = 'a run that has payments stays';
  end if;
  return null;
end $$;
create trigger runs_have_payments before truncate on payrun.run for each statement execute function payrun.refuse_to_empty_runs();

-- Most entries of an index have one merchant, so comparing begins with what differs.
drop index payrun.payment_of_recipient;
create index payment_of_recipient on payrun.payment (recipient_fp, merchant_id);
drop index payrun.payment_live_reference;
create unique index payment_live_reference on payrun.payment (reference, merchant_id)
  where state in ('ready', 'batched', 'processed', 'unknown');
