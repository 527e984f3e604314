-- A payment that a person said was not paid, and of which nobody knows any more whether it was, is not said to be paid.
update payrun.payment set reason_code = 'may_be_paid' where state = 'unknown' and reason_code = 'paid_after_all';

drop index payrun.payment_said_unpaid;
create index payment_said_unpaid on payrun.payment (batch_id)
  where state in ('failed', 'unknown') and reason_code in ('resolved', 'may_be_paid');
