-- Payments that were read from the payout service name no account but its last characters: a later row is compared with them by name, amount
-- and those. Found by their amounts.
create index payment_without_account on payrun.payment (merchant_id, minor, currency) where account_fp is null and batch_id is not null;
