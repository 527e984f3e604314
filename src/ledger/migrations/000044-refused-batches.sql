-- A batch whose start was attempted is never void (G1). If the service refuses every payment of it, all of them are taken out and it ends
-- as rejected there, also if its approval did not hold any more.
alter table payrun.batch drop constraint service_approval_was_started;
alter table payrun.batch add constraint service_approval_was_started check (
  state not in ('awaiting_service_approval', 'rejected_at_service')
  or (approved_hash is not null and remote_id is not null and quote is not null and start_attempted_at is not null)
  or (state = 'rejected_at_service' and payments = 0));
