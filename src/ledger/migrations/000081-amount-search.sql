-- Payments are found by their amount, the newest first.
create index payment_amount on payrun.payment (minor, id) where minor is not null;
