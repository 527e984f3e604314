-- What the ledger knew of a recipient is in doubt since the payout service refused them: the next run reads them first, and sets them
-- active again if a user released a payment to them for that.
alter table payrun.recipient add column doubt text check (doubt in ('read', 'activate'));
