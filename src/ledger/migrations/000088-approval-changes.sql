-- What is unusual about a run that awaits approval depends on all its payments, and on everything that was paid to their
-- recipients before. It is kept until a transaction changes something of it. A row says that a transaction did, for a
-- merchant; no transaction waits for the row of another.
create table payrun.approval_change (
  merchant_id text not null,
  xact xid8 not null,
  at timestamptz not null default clock_timestamp(),
  primary key (merchant_id, xact)
);
create index approval_change_at on payrun.approval_change (merchant_id, at);

create function payrun.note_approval_change() returns trigger language plpgsql as $$
declare
  merchant text;
begin
  foreach merchant in array array[old.merchant_id, new.merchant_id] loop
    -- Once in a transaction: a batch of 100,000 payments is planned by one statement.
    continue when merchant is null or merchant = current_setting('payrun.approval_change', true);
    insert into payrun.approval_change (merchant_id, xact) values (merchant, pg_current_xact_id()) on conflict do nothing;
    perform set_config('payrun.approval_change', merchant, true);
    -- Nothing is kept for a day.
    delete from payrun.approval_change where (merchant_id, xact) in (
      select c.merchant_id, c.xact from payrun.approval_change c where c.merchant_id = merchant and c.at < now() - interval '1 day'
      limit 100 for update skip locked);
  end loop;
  return null;
end $$;

create trigger payment_approval_added after insert on payrun.payment for each row
  when (new.batch_id is not null) execute function payrun.note_approval_change();
create trigger payment_approval_removed after delete on payrun.payment for each row
  when (old.batch_id is not null) execute function payrun.note_approval_change();
-- That a started payment becomes paid changes nothing: it counts as paid from the start on.
create trigger payment_approval_changed after update on payrun.payment for each row
  when ((old.batch_id is not null or new.batch_id is not null)
    and ((old.state <> new.state and not (old.state = 'batched' and new.state = 'processed'))
      or (old.id, old.run_id, old.merchant_id, old.row, old.batch_id, old.recipient_id, old.reference, old.fixed, old.currency, old.minor,
          old.account_hint, old.account_key, old.problems, old.released_by, old.paid_recipient_remote_id, old.paid_account_remote_id,
          old.paid_account_fp)
        is distinct from
         (new.id, new.run_id, new.merchant_id, new.row, new.batch_id, new.recipient_id, new.reference, new.fixed, new.currency, new.minor,
          new.account_hint, new.account_key, new.problems, new.released_by, new.paid_recipient_remote_id, new.paid_account_remote_id,
          new.paid_account_fp)))
  execute function payrun.note_approval_change();

create trigger batch_approval_added after insert on payrun.batch for each row
  when (new.started_at is not null) execute function payrun.note_approval_change();
create trigger batch_approval_removed after delete on payrun.batch for each row
  when (old.started_at is not null) execute function payrun.note_approval_change();
create trigger batch_approval_changed after update on payrun.batch for each row
  when ((old.id, old.merchant_id, old.started_at is null, old.start_no)
    is distinct from (new.id, new.merchant_id, new.started_at is null, new.start_no))
  execute function payrun.note_approval_change();

-- A new recipient was never paid.
create trigger recipient_approval_removed after delete on payrun.recipient for each row execute function payrun.note_approval_change();
create trigger recipient_approval_changed after update on payrun.recipient for each row
  when ((old.id, old.merchant_id, old.email_fp, old.remote_id, old.account_remote_id, old.account_fp, old.account_hint, old.intent)
    is distinct from
     (new.id, new.merchant_id, new.email_fp, new.remote_id, new.account_remote_id, new.account_fp, new.account_hint, new.intent))
  execute function payrun.note_approval_change();

create trigger account_hint_approval_changed after insert or update or delete on payrun.account_hint for each row
  execute function payrun.note_approval_change();

-- Also for writes that go past the other triggers.
alter table payrun.payment enable always trigger payment_approval_added;
alter table payrun.payment enable always trigger payment_approval_removed;
alter table payrun.payment enable always trigger payment_approval_changed;
alter table payrun.batch enable always trigger batch_approval_added;
alter table payrun.batch enable always trigger batch_approval_removed;
alter table payrun.batch enable always trigger batch_approval_changed;
alter table payrun.recipient enable always trigger recipient_approval_removed;
alter table payrun.recipient enable always trigger recipient_approval_changed;
alter table payrun.account_hint enable always trigger account_hint_approval_changed;
