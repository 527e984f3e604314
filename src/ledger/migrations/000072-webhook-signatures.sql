-- The id of a delivery is not signed, so whoever repeats a signed body can give it another one: a signature counts once.
alter table payrun.webhook_delivery add column signature_hash bytea;
create unique index webhook_delivery_signature on payrun.webhook_delivery (merchant_id, signature_hash);
