-- A rejection that has begun: who rejected the run, why, and how they came. Written before the first batch is deleted at the payout
-- service, so that after a crash the rejection is carried on and nothing of the run is started. Null once it has ended.
alter table payrun.run add column rejection jsonb;
