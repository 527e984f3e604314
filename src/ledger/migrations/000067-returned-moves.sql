-- A payment that came back, and that the payout service shows as paid later, is paid after all, like one that failed.
drop trigger payment_moves on payrun.payment;
create trigger payment_moves before update of state on payrun.payment for each row
  when (old.state <> new.state and case old.state
    when 'new' then new.state not in ('invalid', 'held', 'dismissed', 'already_paid', 'ready', 'cancelled')
    when 'invalid' then new.state not in ('cancelled')
    when 'already_paid' then new.state not in ('batched')
    when 'held' then new.state not in ('ready', 'dismissed', 'cancelled', 'batched')
    when 'dismissed' then new.state not in ('batched')
    when 'ready' then new.state not in ('batched', 'held', 'failed', 'cancelled')
    when 'batched' then new.state not in ('ready', 'held', 'failed', 'cancelled', 'processed', 'returned', 'unknown', 'discrepancy')
    when 'unknown' then new.state not in ('processed', 'failed', 'returned', 'batched', 'discrepancy')
    when 'discrepancy' then new.state not in ('processed', 'returned')
    when 'processed' then new.state not in ('returned', 'unknown', 'discrepancy')
    when 'failed' then new.state not in ('processed', 'returned', 'unknown', 'discrepancy')
    when 'returned' then new.state not in ('processed', 'unknown', 'discrepancy')
    when 'cancelled' then new.state not in ('batched', 'processed')
    else true end)
  execute function payrun.refuse_payment_move();
