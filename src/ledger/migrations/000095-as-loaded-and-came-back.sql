-- A balance stays as the payout service reported it, and what was started since is summed from the batches. The stored
-- balances are less what was started since, and no longer say how much that was; they are loaded again when next read.
delete from payrun.balance_asked;
-- By the clock of the database, as batches have it.
alter table payrun.balance_asked add column recorded_at timestamptz not null default now();

drop index payrun.batch_started;
create index batch_started on payrun.batch (merchant_id, started_at) where started_at is not null;

-- The latest payment of a recipient that came back, for the approver of the next one.
create index payment_came_back on payrun.payment (recipient_id, run_id) where batch_id is not null and state in ('failed', 'returned');
