-- Who was paid last, and since when, is told by numbers: a clock that is set back must not make an account that was left look like the
-- one last paid to.
create sequence payrun.batch_start as bigint;
alter table payrun.batch add column start_no bigint;
with started as (select id, row_number() over (order by started_at, id) as n from payrun.batch where started_at is not null)
update payrun.batch b set start_no = s.n from started s where s.id = b.id;
select setval('payrun.batch_start', coalesce(max(start_no), 0) + 1, false) from payrun.batch;

-- How many batches of its merchant had been started when a run was screened. Null: of before; then everybody is compared.
alter table payrun.run add column starts_seen bigint;
create index batch_started on payrun.batch (merchant_id) where started_at is not null;

-- Runs are numbered in the order in which they come in.
drop index payrun.payment_last_paid;
create index payment_last_paid on payrun.payment (recipient_id, run_id) where batch_id is not null;
