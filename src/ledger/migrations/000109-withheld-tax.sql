-- The payout service's fxRate is its margin in percent and no market rate. Nothing was ever converted at it, so what was
-- booked as a difference of rates was owed.
alter table payrun.payment drop column paid_market_rate;
alter table payrun.journal_entry drop constraint debits_are_credits;
update payrun.journal_entry set payables_minor = payables_minor + rate_difference_minor where rate_difference_minor <> 0;
alter table payrun.journal_entry drop column rate_difference_minor;

-- Tax that the payout service withheld from recipients: a part of what was sent that does not arrive.
alter table payrun.payment add column paid_withheld_minor bigint;
alter table payrun.journal_entry
  add column withheld_minor bigint not null default 0,
  add constraint debits_are_credits check (payables_minor + fees_minor + withheld_minor = balance_minor);
