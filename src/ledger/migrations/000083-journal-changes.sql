-- A payment can be paid after all, or turn out unpaid, after its entries were exported: then it gets another one.
alter table payrun.journal_entry add column seq int;
update payrun.journal_entry set seq = case kind when 'paid' then 1 else 2 end;
alter table payrun.journal_entry
  -- Its number among the entries of the payment.
  alter column seq set not null,
  drop constraint journal_entry_pkey,
  add primary key (payment_id, seq),
  drop constraint journal_entry_kind_check,
  add constraint journal_entry_kind_check check (kind in ('paid', 'returned', 'corrected'));
