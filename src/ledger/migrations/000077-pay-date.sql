-- The day on which a run pays, as it was asked for, and the moment from which its batches may be started: the hour set on the next business
-- day. Null: as soon as it is approved.
alter table payrun.run
  add column pay_on date,
  add column starts_at timestamptz,
  add column start_zone text,
  -- Why `starts_at` is on a later day than `pay_on`.
  add column moved_because text,
  add constraint run_pay_date check ((pay_on is null) = (starts_at is null) and (pay_on is null) = (start_zone is null));
