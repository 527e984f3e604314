-- The name of a recipient as the payout service last confirmed it: whoever was never paid has no payment that names them.
alter table payrun.recipient add column name text;
