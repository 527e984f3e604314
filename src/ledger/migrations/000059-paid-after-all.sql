-- A payment that a person said was not paid, and that the payout service shows as paid later, is paid after all. Its reference may be in
-- another payment by then: both are live, and how many there are beside it tells them apart.
alter table payrun.payment
  add column paid_beside smallint not null default 0,
  add constraint paid_beside_has_batch check (paid_beside = 0 or batch_id is not null);

-- G1: a reference of a merchant is in at most one live payment, but for those that were found to be paid beside another.
drop index payrun.payment_live_reference;
create unique index payment_live_reference on payrun.payment (reference, merchant_id, paid_beside)
  where state in ('ready', 'batched', 'processed', 'unknown', 'discrepancy');
create index payment_paid_beside on payrun.payment (merchant_id) where paid_beside > 0;
-- Of few payments a person says that they were not paid; those are asked about again.
create index payment_said_unpaid on payrun.payment (batch_id)
  where state in ('failed', 'unknown') and reason_code in ('resolved', 'paid_after_all');
