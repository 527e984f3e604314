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

create function payrun.mark_unnotified() returns trigger language plpgsql as $$
begin
  new.unnotified_since := clock_timestamp();
  return new;
end $$;

create trigger run_unnotified before update of status, note, reported_at on payrun.run
  for each row execute function payrun.mark_unnotified();

create function payrun.note_journal_change() returns trigger language plpgsql as $$
begin
  -- One that failed is in the journal only if it was exported before.
  if new.state <> 'failed' or old.state in ('processed', 'returned')
      or exists (select 1 from payrun.journal_entry j where j.payment_id = new.id) then
    insert into payrun.journal_pending (payment_id, merchant_id) values (new.id, new.merchant_id);
  end if;
  return null;
end $$;

create trigger payment_journal_added after insert on payrun.payment_row for each row
  when (new.state in ('processed', 'returned')) execute function payrun.note_journal_change();
create trigger payment_journal_changed
  after update of state, paid_source_minor, paid_fees_minor, paid_recipient_fees_minor on payrun.payment_row for each row
  when ((new.state in ('processed', 'returned', 'failed') or old.state in ('processed', 'returned'))
    and (new.state, new.paid_source_minor, new.paid_fees_minor, new.paid_recipient_fees_minor)
      is distinct from (old.state, old.paid_source_minor, old.paid_fees_minor, old.paid_recipient_fees_minor))
  execute function payrun.note_journal_change();

create function payrun.note_payable_again() returns trigger language plpgsql as $$
begin
  new.compared_no := nextval('payrun.comparison');
  return new;
end $$;

create trigger payment_payable_again before update of state on payrun.payment_row for each row
  when (old.state in ('held', 'dismissed', 'canceled', 'failed', 'returned', 'already_paid')
    and new.state in ('ready', 'batched', 'unknown', 'processed', 'discrepancy'))
  execute function payrun.note_payable_again();
alter table payrun.payment_row enable always trigger payment_payable_again;

-- G7: nor do they release it.
create function payrun.refuse_author_as_releaser() returns trigger language plpgsql as $$
begin
  if (old.reason_code = 'account_changed' or exists (select 1 from payrun.user_account))
      and payrun.name_key(new.released_by) in (
        select payrun.name_key(r.maker) from payrun.run r where r.id = new.run_id
        union all select payrun.name_key(author) from payrun.account_authors(new.id) author) then
    raise check_violation using constraint = 'author_is_not_releaser', schema = 'payrun', table = 'payment',
      message = 'who made a payment, or chose its bank details, does not release it';
  end if;
  return new;
end $$;

create trigger payment_releaser before update of released_by on payrun.payment_row for each row
  when (new.released_by is not null and new.released_by is distinct from old.released_by)
  execute function payrun.refuse_author_as_releaser();

create function payrun.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit is append-only';
end $$;

create trigger event_append_only before update or delete or truncate on payrun.event
  for each statement execute function payrun.refuse_change();

-- A payment in a batch cannot change.
create function payrun.refuse_changed_payment() returns trigger language plpgsql as $$
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

create trigger payment_is_fixed before update on payrun.payment_row for each row
  when (old.state in ('batched', 'processed', 'returned', 'unknown', 'discrepancy')) execute function payrun.refuse_changed_payment();

-- An event without an HMAC is refused.
create function payrun.refuse_event_without_key() returns trigger language plpgsql as $$
begin
  raise exception 'a newer Payrun has migrated this database, so end this process and start the newer one';
end $$;

create trigger event_keyed before insert on payrun.event for each row
  when (new.mac is null) execute function payrun.refuse_event_without_key();

-- Refuses every step towards a payment in a ledger that was moved.
create function payrun.refuse_in_moved_ledger() returns trigger language plpgsql as $$
declare moved payrun.ledger_moved;
begin
  select * into moved from payrun.ledger_moved;
  if found then
    raise exception '%', moved.place using errcode = case when moved.moved_at is null then 'PR004' else 'PR003' end,
      detail = to_char(coalesce(moved.moved_at, moved.began_at) at time zone 'UTC', 'YYYY-MM-DD HH24:MI') || ' UTC';
  end if;
  return null;
end $$;

create trigger batch_stays before insert or update on payrun.batch
  for each statement execute function payrun.refuse_in_moved_ledger();
create trigger payment_stays before insert on payrun.payment_row
  for each statement execute function payrun.refuse_in_moved_ledger();
create trigger run_stays before insert or update of status, lease_until on payrun.run
  for each statement execute function payrun.refuse_in_moved_ledger();

-- Refuses values that another vault key sealed. Each column of sealed values has a trigger with the prefix of the key.
create function payrun.refuse_other_key() returns trigger language plpgsql as $$
begin
  raise exception 'the key of this database was changed' using errcode = 'PR002';
end $$;

-- A payment moves only by the table of states, whatever the statement. A test compares this list with the code.
create function payrun.refuse_payment_move() returns trigger language plpgsql as $$
begin
  raise exception 'payment % may not move from % to %', old.id, old.state, new.state;
end $$;

create trigger payment_moves before update of state on payrun.payment_row for each row
  when (old.state <> new.state and case old.state
    when 'invalid' then new.state not in ('canceled')
    when 'already_paid' then new.state not in ('batched')
    when 'held' then new.state not in ('ready', 'dismissed', 'canceled', 'batched')
    when 'dismissed' then new.state not in ('batched')
    when 'ready' then new.state not in ('already_paid', 'batched', 'held', 'failed', 'canceled')
    when 'batched' then new.state not in ('ready', 'held', 'failed', 'canceled', 'processed', 'returned', 'unknown', 'discrepancy')
    when 'unknown' then new.state not in ('processed', 'failed', 'returned', 'batched', 'discrepancy')
    when 'discrepancy' then new.state not in ('processed', 'returned')
    when 'processed' then new.state not in ('returned', 'unknown', 'discrepancy')
    when 'failed' then new.state not in ('processed', 'returned', 'unknown', 'discrepancy')
    when 'returned' then new.state not in ('processed', 'unknown', 'discrepancy')
    when 'canceled' then new.state not in ('batched', 'processed')
    else true end)
  execute function payrun.refuse_payment_move();

create function payrun.refuse_run_move() returns trigger language plpgsql as $$
begin
  raise exception 'run % may not move from % to %', old.id, old.status, new.status;
end $$;

create trigger run_moves before update of status on payrun.run for each row
  when (new.status in ('reading_file', 'ready_to_submit', 'not_submitted') and old.status in ('preparing', 'awaiting_approval',
      'insufficient_funds', 'scheduled', 'approved', 'awaiting_service_approval', 'processing')
    or new.status <> old.status and old.status in ('not_submitted', 'partly_paid', 'paid', 'already_paid', 'rejected', 'canceled', 'nothing_paid')
      and new.status in ('preparing', 'awaiting_approval', 'insufficient_funds', 'scheduled', 'approved', 'awaiting_service_approval',
        'processing')
    or old.status in ('partly_paid', 'paid', 'rejected') and new.status in ('reading_file', 'ready_to_submit', 'not_submitted')
    or old.status in ('already_paid', 'canceled', 'nothing_paid') and new.status in ('ready_to_submit', 'not_submitted')
    or old.status = 'done' and new.status not in ('done', 'preparing', 'action_required'))
  execute function payrun.refuse_run_move();

-- G1: a reference of a merchant is in at most one live payment: when payments are added, when one becomes live again, and
-- when the intake of a run ends.
create function payrun.refuse_live_twin() returns void language plpgsql as $$
begin
  raise unique_violation using constraint = 'payment_live_reference', schema = 'payrun', table = 'payment',
    message = 'the reference is in another live payment';
end $$;

create function payrun.refuse_live_twin_added() returns trigger language plpgsql as $$
begin
  if exists (select from (select a.* from added a join payrun.run r on r.id = a.run_id and not r.loading) p
      join payrun.payment o on o.merchant_id = p.merchant_id and o.reference = p.reference and o.paid_beside = p.paid_beside
      and o.id <> p.id and o.state in ('ready', 'batched', 'processed', 'unknown', 'discrepancy')
      where p.state in ('ready', 'batched', 'processed', 'unknown', 'discrepancy')) then
    perform payrun.refuse_live_twin();
  end if;
  return null;
end $$;

create trigger payment_live_added after insert on payrun.payment_row referencing new table as added
  for each statement execute function payrun.refuse_live_twin_added();

create function payrun.refuse_live_twin_again() returns trigger language plpgsql as $$
begin
  if exists (select from (select new.*) p join payrun.payment o on o.merchant_id = p.merchant_id and o.reference = p.reference and o.paid_beside = p.paid_beside
      and o.id <> p.id and o.state in ('ready', 'batched', 'processed', 'unknown', 'discrepancy')) then
    perform payrun.refuse_live_twin();
  end if;
  return null;
end $$;

create trigger payment_live_again after update of state, reference, paid_beside on payrun.payment_row for each row
  when (new.state in ('ready', 'batched', 'processed', 'unknown', 'discrepancy') and (new.reference, new.paid_beside, true)
    is distinct from (old.reference, old.paid_beside, old.state in ('ready', 'batched', 'processed', 'unknown', 'discrepancy')))
  execute function payrun.refuse_live_twin_again();

create function payrun.refuse_live_twin_read() returns trigger language plpgsql as $$
begin
  if exists (select from payrun.payment_row p join payrun.payment o on o.merchant_id = p.merchant_id and o.reference = p.reference and o.paid_beside = p.paid_beside
      and o.id <> p.id and o.state in ('ready', 'batched', 'processed', 'unknown', 'discrepancy')
      where p.run_id = new.id and p.state = 'ready') then
    perform payrun.refuse_live_twin();
  end if;
  return null;
end $$;

create trigger run_live_references after update of loading on payrun.run for each row
  when (old.loading and not new.loading) execute function payrun.refuse_live_twin_read();

create function payrun.refuse_rules_change() returns trigger language plpgsql as $$
begin
  raise exception 'the history of the rules is append-only';
end $$;

create trigger money_rules_append_only before update or delete or truncate on payrun.money_rules
  for each statement execute function payrun.refuse_rules_change();

create function payrun.refuse_to_empty_runs() returns trigger language plpgsql as $$
begin
  if exists (select 1 from payrun.payment_row) then
    raise foreign_key_violation using constraint = 'payment_run_of_merchant', schema = 'payrun', table = 'run',
      message = 'a run that has payments stays';
  end if;
  return null;
end $$;

create trigger runs_have_payments before truncate on payrun.run for each statement execute function payrun.refuse_to_empty_runs();

-- After the change, so that transactions that add a payment to the run have ended.
create function payrun.refuse_to_orphan_payments() returns trigger language plpgsql as $$
begin
  if exists (select 1 from payrun.payment_row p where p.run_id = old.id) then
    raise foreign_key_violation using constraint = 'payment_run_of_merchant', schema = 'payrun', table = 'run',
      message = 'a run that has payments stays, and so does its merchant';
  end if;
  return null;
end $$;

create trigger run_has_payments after delete on payrun.run for each row execute function payrun.refuse_to_orphan_payments();
create trigger run_keeps_merchant after update of id, merchant_id on payrun.run
  for each row when ((new.id, new.merchant_id) is distinct from (old.id, old.merchant_id))
  execute function payrun.refuse_to_orphan_payments();

-- G7: users who entered bank details of a payment do not approve its batch.
create function payrun.refuse_author_as_approver() returns trigger language plpgsql as $$
begin
  if exists (select 1 from payrun.account_author t join payrun.payment p on p.id = t.payment_id
      where t.run_id = new.run_id and p.batch_id = new.id
        and array[payrun.name_key(t.name), payrun.name_key(payrun.account_user(t.account))]
          && array[payrun.name_key(new.approved_by), payrun.name_key(new.first_by)]) then
    raise check_violation using constraint = 'author_is_not_approver', schema = 'payrun', table = 'batch',
      message = 'who typed the bank details of a payment does not approve it';
  end if;
  return new;
end $$;

create trigger batch_account_author before update of approved_by, first_by on payrun.batch for each row
  when ((new.approved_by, new.first_by) is distinct from (old.approved_by, old.first_by))
  execute function payrun.refuse_author_as_approver();

create function payrun.require_run_of_moved_payment() returns trigger language plpgsql as $$
begin
  perform payrun.require_run_of_merchant(new.run_id, new.merchant_id);
  return null;
end $$;

create trigger payment_moved_run after update of run_id, merchant_id on payrun.payment_row
  for each row when ((new.run_id, new.merchant_id) is distinct from (old.run_id, old.merchant_id))
  execute function payrun.require_run_of_moved_payment();

create function payrun.require_runs_of_added_payments() returns trigger language plpgsql as $$
begin
  perform payrun.require_run_of_merchant(a.run_id, a.merchant_id) from (select distinct run_id, merchant_id from added) a;
  return null;
end $$;

create trigger payment_run_of_merchant after insert on payrun.payment_row referencing new table as added
  for each statement execute function payrun.require_runs_of_added_payments();

-- Every column of sealed values; a change of the key names its prefix.
create trigger keys_sealed_key before insert or update of keys_sealed on payrun.merchant for each row
  when (new.keys_sealed <> '' and substring(new.keys_sealed from 1 for 1) <> '\x03'::bytea) execute function payrun.refuse_other_key();
create trigger session_sealed_key before insert or update of session_sealed on payrun.onboarding for each row
  when (new.session_sealed <> '' and substring(new.session_sealed from 1 for 1) <> '\x03'::bytea) execute function payrun.refuse_other_key();
create trigger row_sealed_key before insert or update of row_sealed on payrun.payment_row for each row
  when (new.row_sealed <> '' and substring(new.row_sealed from 1 for 1) <> '\x03'::bytea) execute function payrun.refuse_other_key();
create trigger cells_sealed_key before insert or update of cells_sealed on payrun.row_edit for each row
  when (new.cells_sealed <> '' and substring(new.cells_sealed from 1 for 1) <> '\x03'::bytea) execute function payrun.refuse_other_key();
create trigger content_sealed_key before insert or update of content_sealed on payrun.sheet_part for each row
  when (new.content_sealed <> '' and substring(new.content_sealed from 1 for 1) <> '\x03'::bytea) execute function payrun.refuse_other_key();
create trigger totp_sealed_key before insert or update of totp_sealed on payrun.user_account for each row
  when (new.totp_sealed <> '' and substring(new.totp_sealed from 1 for 1) <> '\x03'::bytea) execute function payrun.refuse_other_key();
create trigger signing_key_sealed_key before insert or update of signing_key_sealed on payrun.webhook_subscription for each row
  when (new.signing_key_sealed <> '' and substring(new.signing_key_sealed from 1 for 1) <> '\x03'::bytea) execute function payrun.refuse_other_key();
