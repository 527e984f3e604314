-- What a balance lacks for an approved batch, as far as it is known; null if it is covered, or nobody knows. Only that is told as
-- insufficient funds. Beside it the currencies of the balances that the payout service would debit for it.
alter table payrun.batch
  add column missing_minor bigint check (missing_minor >= 0),
  add column debited_from text[];
update payrun.batch set missing_minor = 0 where state = 'waiting_funds' or (state = 'approved' and note like 'Needs % more.');

-- When a process has last looked whether money arrived for runs of the merchant that wait for it.
alter table payrun.merchant add column funds_looked_at timestamptz;
