-- Whom and where a payment's batch pays, as the service knows them: kept with the payment, because a recipient may have
-- another account by the next run, and an approval must still be checked against what it said yes to (G7).
alter table payrun.payment
  add column paid_recipient_remote_id text,
  add column paid_account_remote_id text,
  add column paid_account_fp bytea;
