-- The last characters of an account, by its id at the payout service: a payment of a row that names no account says only that id, and
-- whoever looks at changed bank details needs to read both accounts.
create table payrun.account_hint (
  merchant_id text not null references payrun.merchant,
  account_remote_id text not null,
  hint text not null,
  primary key (merchant_id, account_remote_id)
);
insert into payrun.account_hint (merchant_id, account_remote_id, hint)
  select distinct on (p.merchant_id, p.paid_account_remote_id) p.merchant_id, p.paid_account_remote_id, p.account_hint
  from payrun.payment p where p.paid_account_remote_id is not null and p.account_hint is not null
    and p.account_fp is not distinct from p.paid_account_fp
  order by p.merchant_id, p.paid_account_remote_id, p.created_at desc;
