-- What a person has to decide about, run by run, the latest first: read until a page is full, without the rows themselves.
create index payment_undecided_by_run on payrun.payment (run_id, state, merchant_id) where state in ('held', 'unknown');
drop index payrun.payment_undecided;
