-- What was removed because its time was over, as the retention policy says. The mark, and its event in the audit of the run, are
-- there before the first byte goes; the payment, its reference and its fingerprints stay for ever.
alter table payrun.sheet add column purged_at timestamptz;
create index sheet_kept on payrun.sheet (created_at) where purged_at is null;
alter table payrun.run add column payloads_purged_at timestamptz,
  -- Up to which row they are gone, so that a purge that was interrupted goes on from there; the greatest int when all are.
  add column payloads_purged_to int,
  -- Calls whose lines were removed from the log: a run still tells how many it made.
  add column calls_purged int not null default 0;
create index run_being_purged on payrun.run (id) where payloads_purged_to < 2147483647;

create or replace view payrun.run_summary as
  select r.id as run, r.job, r.state, r.note, r.merchant_id as merchant, r.maker, s.name as sheet, r.rows_in as rows,
    r.created_at, r.finished_at, r.parent_run,
    coalesce(c.counts, '{}'::jsonb) as counts,
    r.calls_purged + (select count(*)::int from payrun.call c where c.run_id = r.id) as calls
  from payrun.run r left join payrun.sheet s on s.id = r.sheet_id
  left join lateral (
    select jsonb_object_agg(state, n) as counts
    from (select state, count(*)::int as n from payrun.payment_status where run = r.id group by state) per_state
  ) c on true;
