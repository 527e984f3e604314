-- Reports add what recipients bear of the fees, and who was paid, without reading the payments themselves.
drop index payrun.payment_paid;
create index payment_paid on payrun.payment (final_at)
  include (merchant_id, source_currency, paid_source_minor, paid_fees_minor, paid_recipient_fees_minor, paid_account_country, recipient_id)
  where state = 'processed';

-- Who decided in some days, and what was returned in them.
create index event_decision on payrun.event (at)
  where kind in ('batch_approved_first', 'batch_approved', 'rejected', 'payments_returned');

-- When the batches of a run could be decided on.
create index event_priced on payrun.event (chain) where kind in ('batch_quoted', 'batch_approved_first');

-- The runs whose payments were paid in some days.
create index batch_settled on payrun.batch (settled_at) where settled_at is not null;
