-- The entries of a statement are found without reading the payments of other merchants.
drop index payrun.payment_paid;
create index payment_paid on payrun.payment (final_at)
  include (merchant_id, source_currency, paid_source_minor, paid_fees_minor, paid_recipient_fees_minor, paid_account_country, recipient_id, id)
  where state = 'processed';
