-- The merchant's account may have an approval policy at the payout service: a start counts, and waits for somebody there.
alter table payrun.batch drop constraint batch_state_check;
alter table payrun.batch add constraint batch_state_check check (state in ('planned', 'creating', 'open', 'quoted', 'approved',
  'starting', 'waiting_funds', 'awaiting_service_approval', 'started', 'unknown', 'settled', 'rejected_at_service', 'void'));
alter table payrun.run drop constraint run_state_check;
alter table payrun.run add constraint run_state_check check (state in ('working', 'waiting_approval', 'waiting_funds',
  'awaiting_service_approval', 'needs_person', 'on_the_way', 'done'));

-- Like any start it needs an approval here, a remote id, a quote and an attempt that was noted before.
alter table payrun.batch add constraint service_approval_was_started check (
  state not in ('awaiting_service_approval', 'rejected_at_service')
  or (approved_hash is not null and remote_id is not null and quote is not null and start_attempted_at is not null));

-- Neither is to be done anything about once it has ended.
drop index payrun.batch_unfinished;
create index batch_unfinished on payrun.batch (state) where state not in ('settled', 'rejected_at_service', 'void');
