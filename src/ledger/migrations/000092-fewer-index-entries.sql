-- Two thirds of the time in which a large sheet goes into this table is keeping its indexes. One index of references does what two did: a
-- live payment has null in its last column, so that its reference is unique, and any other payment has its own id there.
drop index payrun.payment_reference, payrun.payment_live_reference;
create unique index payment_live_reference on payrun.payment (merchant_id, reference, paid_beside,
  (case when state in ('ready', 'batched', 'processed', 'unknown', 'discrepancy') then null else id end)) nulls not distinct;

-- Equal amounts of a run share one entry; newer runs have higher numbers.
drop index payrun.payment_amount;
create index payment_amount on payrun.payment (minor, run_id) where minor is not null;
