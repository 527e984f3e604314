-- How far a run has listed the service's recipients: {"since", "begun", "page", "done"}. A run that was interrupted does not
-- list them again.
alter table payrun.run add column recipients_listing jsonb;

-- When the results of a run were last written; null: they are missing, or something changed since.
alter table payrun.run add column reported_at timestamptz;
update payrun.run set reported_at = coalesce(finished_at, now()) where state = 'done';
create index run_unreported on payrun.run (id) where state = 'done' and reported_at is null;

-- How many returned payments the service listed when they were last asked for: as many as then is none since.
alter table payrun.merchant add column returns_seen int;
