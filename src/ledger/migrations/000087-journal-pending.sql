-- Payments of which the next export of the journal may have to take something: written whenever one becomes paid, comes
-- back, or gets other amounts. An export reads these and no others. Several rows of a payment are as good as one; nobody
-- waits for a row, so that an export and a settlement at the same time do not block each other.
create table payrun.journal_pending (
  id bigint generated always as identity primary key,
  payment_id uuid not null references payrun.payment on delete cascade,
  merchant_id text not null
);
create index journal_pending_payment on payrun.journal_pending (payment_id);
create index journal_pending_merchant on payrun.journal_pending (merchant_id, payment_id);

create function payrun.note_journal_change() returns trigger language plpgsql as $$
begin
  -- One that failed is in the journal only if it was exported before.
  if new.state <> 'failed' or old.state in ('processed', 'returned')
      or exists (select 1 from payrun.journal_entry j where j.payment_id = new.id) then
    insert into payrun.journal_pending (payment_id, merchant_id) values (new.id, new.merchant_id);
  end if;
  return null;
end $$;
create trigger payment_journal_added after insert on payrun.payment for each row
  when (new.state in ('processed', 'returned')) execute function payrun.note_journal_change();
create trigger payment_journal_changed
  after update of state, paid_source_minor, paid_fees_minor, paid_recipient_fees_minor on payrun.payment for each row
  when ((new.state in ('processed', 'returned', 'failed') or old.state in ('processed', 'returned'))
    and (new.state, new.paid_source_minor, new.paid_fees_minor, new.paid_recipient_fees_minor)
      is distinct from (old.state, old.paid_source_minor, old.paid_fees_minor, old.paid_recipient_fees_minor))
  execute function payrun.note_journal_change();

-- Payments of before: those that no export has, and those that have changed since.
insert into payrun.journal_pending (payment_id, merchant_id)
select p.id, p.merchant_id from payrun.payment p
left join (select payment_id, sum(fees_minor) as fees, sum(balance_minor) as balance from payrun.journal_entry group by 1) b on b.payment_id = p.id
where p.state in ('processed', 'returned') and b.payment_id is null
  or b.payment_id is not null and (p.state <> 'processed'
    or (coalesce(p.paid_fees_minor, 0) - coalesce(p.paid_recipient_fees_minor, 0),
        p.paid_source_minor + coalesce(p.paid_fees_minor, 0) - coalesce(p.paid_recipient_fees_minor, 0)) is distinct from (b.fees, b.balance));

-- Paid payments without amounts, which the journal cannot have.
create index payment_without_amounts on payrun.payment (merchant_id) where state = 'processed' and paid_source_minor is null;

-- What an export has of each merchant and currency, so that a list of exports does not count their entries.
create table payrun.journal_export_sum (
  export_id bigint not null references payrun.journal_export,
  merchant_id text not null,
  currency text not null,
  entries int not null,
  first_day date not null,
  last_day date not null,
  primary key (export_id, merchant_id, currency)
);
insert into payrun.journal_export_sum
select export_id, merchant_id, currency, count(*), min(day), max(day) from payrun.journal_entry group by 1, 2, 3;
