-- The few payments that were found to be paid after they were not: equal ones are compared with them before each start.
create index payment_paid_after_all on payrun.payment (merchant_id)
  where reason_code in ('paid_after_all', 'may_be_paid', 'accepted', 'paid_twice', 'being_paid_twice') or state = 'discrepancy';
