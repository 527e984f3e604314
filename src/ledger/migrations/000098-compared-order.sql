-- The order in which a merchant's rows were compared with its payments, under the lock of the merchant and without a clock: a payment
-- with a higher number was not known when one with a lower number was put on hold.
create sequence payrun.comparison as bigint;
alter table payrun.run add column compared_no bigint;
alter table payrun.payment
  -- Its own, if it became payable after the comparison of its run, or was compared again.
  add column compared_no bigint,
  -- The row of its own sheet that it repeats, and the reference of that row.
  add column twin_row int,
  add column twin_reference text;
alter table payrun.payment_in
  add column twin_row int,
  add column twin_reference text,
  -- The payment of which a row on hold for another reason may be a duplicate too.
  add column also_for uuid;

update payrun.run r set compared_no = o.nth
from (select id, row_number() over (order by coalesce(intake_at, created_at), id) as nth from payrun.run) o where o.id = r.id;
-- Releases until now have no number: each of them counts as later than every comparison before this.
select setval('payrun.comparison', 1000000001, false);

create function payrun.note_payable_again() returns trigger language plpgsql as $$
begin
  new.compared_no := nextval('payrun.comparison');
  return new;
end $$;
create trigger payment_payable_again before update of state on payrun.payment for each row
  when (old.state in ('held', 'dismissed', 'cancelled', 'failed', 'returned', 'already_paid')
    and new.state in ('ready', 'batched', 'unknown', 'processed', 'discrepancy'))
  execute function payrun.note_payable_again();
alter table payrun.payment enable always trigger payment_payable_again;

-- The note of a run adds to its status. It no longer repeats it.
update payrun.batch set note = null where note = 'Awaiting approval.';
update payrun.run set note = null where note in ('Awaiting approval.', 'Awaiting funds.', 'Payments are on their way.',
  'Approve it in the payout service.', 'Approved. It is sent after what is before it.', 'Nothing of it is paid until it is submitted.');
