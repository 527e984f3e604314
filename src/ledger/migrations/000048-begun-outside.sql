-- The payout service has begun a batch of which Payrun has no start in force: somebody sent it there, or it began by itself after its
-- approval was void. It is followed to its end like any other, and never looks like one that was approved and started here.
alter table payrun.batch
  add column begun_outside_at timestamptz,
  drop constraint started_was_approved,
  drop constraint service_approval_was_started,
  add constraint started_was_approved check (state not in ('starting', 'waiting_funds', 'started', 'settled') or resolved_by is not null
    or begun_outside_at is not null
    or (approved_hash is not null and remote_id is not null and quote is not null and start_attempted_at is not null)),
  add constraint service_approval_was_started check (state not in ('awaiting_service_approval', 'rejected_at_service')
    or begun_outside_at is not null
    or (approved_hash is not null and remote_id is not null and quote is not null and start_attempted_at is not null)
    or (state = 'rejected_at_service' and payments = 0)),
  -- G1: from then on it is only followed. It is never approved, started, made anew or void.
  add constraint begun_outside_is_followed check (begun_outside_at is null or (remote_id is not null
    and state in ('started', 'awaiting_service_approval', 'unknown', 'settled', 'rejected_at_service')));
