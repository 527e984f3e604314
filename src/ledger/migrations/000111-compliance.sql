-- What the payout service's compliance review last said of a recipient: pending, verified or blocked; null: not known.
alter table payrun.recipient add column compliance text check (compliance in ('pending', 'verified', 'blocked'));
create index recipient_remote on payrun.recipient (merchant_id, remote_id) where remote_id is not null;
