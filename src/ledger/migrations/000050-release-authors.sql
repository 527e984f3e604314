-- Who chose where a payment goes: who made the runs that brought its account, or the one its recipient has now, without paying anybody;
-- who asked first for the same payment to the same account; who typed it in a row that was corrected since. (The code asks the same.)
create function payrun.account_authors(payment uuid) returns setof text language sql stable as $$
  select o.maker from payrun.payment p
    left join payrun.recipient r on r.merchant_id = p.merchant_id and (r.key_fp = p.recipient_fp or r.email_fp = p.person_fp)
    join payrun.recipient_row w on (w.recipient_fp = p.recipient_fp or w.recipient_fp = r.key_fp)
      and w.state in ('created', 'changed') and w.account_fp in (p.account_fp, r.account_fp)
    join payrun.run o on o.id = w.run_id and o.merchant_id = p.merchant_id
    where p.id = account_authors.payment
  union select o.maker from payrun.payment p
    join payrun.payment earlier on earlier.merchant_id = p.merchant_id and earlier.reference = p.reference
      and earlier.account_fp = p.account_fp and earlier.run_id < p.run_id
    join payrun.run o on o.id = earlier.run_id
    where p.id = account_authors.payment
  union select t.name from payrun.payment p join payrun.typed_by t on t.run_id = p.run_id and t.payment_id = p.id
    where p.id = account_authors.payment
$$;

-- None of them releases it, nor the maker of its run (G7): never changed bank details, and nothing in an installation with users.
create function payrun.refuse_author_as_releaser() returns trigger language plpgsql as $$
begin
  if (old.reason_code = 'account_changed' or exists (select 1 from payrun.user_account))
      and payrun.name_key(new.released_by) in (
        select payrun.name_key(r.maker) from payrun.run r where r.id = new.run_id
        union all select payrun.name_key(author) from payrun.account_authors(new.id) author) then
    raise check_violation using constraint = 'author_is_not_releaser', schema = 'payrun', table = 'payment',
      message = 'who made a payment, or chose its bank details, does not release it';
  end if;
  return new;
end $$;
create trigger payment_releaser before update of released_by on payrun.payment for each row
  when (new.released_by is not null and new.released_by is distinct from old.released_by)
  execute function payrun.refuse_author_as_releaser();
