-- A row whose reference was paid by an earlier run, with the same amount, recipient and account, is already paid: there is nothing to
-- decide about it, so it is not on hold. A hold that somebody dismissed stays unpaid; why it was held stays with it, so that the same
-- row is not held again as long as it says the same.
alter table payrun.payment
  drop constraint payment_state_check,
  drop constraint payable_is_whole,
  add column dismissed_by text,
  add constraint payment_state_check check (state in ('new', 'invalid', 'held', 'dismissed', 'already_paid', 'ready', 'batched', 'processed',
    'failed', 'returned', 'cancelled', 'unknown', 'discrepancy')),
  add constraint payable_is_whole check (state in ('new', 'invalid', 'held', 'dismissed', 'cancelled') or (reference is not null
    and source_currency is not null and fixed is not null and currency is not null and minor is not null)),
  add constraint already_paid_by check (state <> 'already_paid' or (held_for is not null and batch_id is null)),
  add constraint dismissed_is_unpaid check (state <> 'dismissed' or (dismissed_by is not null and batch_id is null));
alter table payrun.payment_in
  drop constraint payment_in_state_check,
  add column dismissed_by text,
  add constraint payment_in_state_check check (state in ('new', 'invalid', 'held', 'dismissed', 'already_paid'));

create index payment_dismissed on payrun.payment (merchant_id, reference) where state = 'dismissed';

drop index payrun.payment_needs_care;
create index payment_needs_care on payrun.payment (run_id, state, row)
  where state in ('invalid', 'held', 'dismissed', 'already_paid', 'failed', 'returned', 'cancelled', 'unknown', 'discrepancy');
