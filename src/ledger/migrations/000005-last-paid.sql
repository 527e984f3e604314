-- Where somebody was last paid to is found without reading what was paid to them before.
create index payment_last_paid on payrun.payment (recipient_id, created_at) where batch_id is not null;
drop index payrun.payment_paid_to;
