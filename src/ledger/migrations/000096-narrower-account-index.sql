-- Eight bytes of a fingerprint tell the holders of an account apart. An entry takes half the space, which makes the insert of a sheet
-- a tenth cheaper.
drop index payrun.payment_account_key;
create index payment_account_key on payrun.payment (account_key, substring(recipient_fp from 1 for 8), substring(coalesce(person_fp, recipient_fp) from 1 for 8))
  where account_key is not null;
