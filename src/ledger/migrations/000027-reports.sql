-- What was paid, failed or came back in some days, for reports: found and added without reading the payments themselves. A payment
-- gets this entry once, when it ends, at the end of the index. Texts of the service are not in it: an entry has a longest size.
create index payment_ended on payrun.payment (final_at) include (merchant_id, state, source_currency, paid_source_minor, paid_fees_minor, recipient_id)
  where state in ('processed', 'failed', 'returned');

-- The audit of all runs together, latest first.
create index event_at on payrun.event (at, chain, seq);
