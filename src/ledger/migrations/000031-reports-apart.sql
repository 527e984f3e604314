-- What was paid and what was not are counted apart. Why a payment failed is not in an index, so what failed or came back, which is
-- little, has one of its own: it was looked for among all that ended, which read each of them.
drop index payrun.payment_ended;
create index payment_paid on payrun.payment (final_at)
  include (merchant_id, source_currency, paid_source_minor, paid_fees_minor, paid_account_country)
  where state = 'processed';
create index payment_fell_short on payrun.payment (final_at) where state in ('failed', 'returned');
