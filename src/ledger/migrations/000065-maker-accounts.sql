-- The operating system account from which a run was made, if it says who made it: a command, or a dropped file whose owner is known. The
-- account of a server process says nothing about the user of a page or the starter of a job.
create function payrun.maker_account(run bigint) returns text language sql stable as $$
  select e.data->>'osUser' from payrun.event e
  where e.chain = 'run-' || maker_account.run and e.kind = 'run_created'
    and (e.data->>'door' = 'cli' or (e.data->>'door' = 'inbox' and not e.data ? 'unknownMaker'))
  order by e.seq limit 1
$$;

-- The user of an account: the one that it is assigned to, or else the one with the same name and no assigned account. (The code asks the
-- same.)
create function payrun.account_user(account text) returns text language sql stable as $$
  select u.name from payrun.user_account u
  where u.os_user = account_user.account or (u.os_user is null and u.name_key = payrun.name_key(account_user.account))
  order by u.os_user limit 1
$$;

-- The account of an author of bank details, beside the name: its user is an author too.
alter table payrun.typed_by add column account text;

create or replace function payrun.account_authors(payment uuid) returns setof text language sql stable as $$
  with runs as (
    select o.id, o.maker from payrun.payment p
      left join payrun.recipient r on r.merchant_id = p.merchant_id and (r.key_fp = p.recipient_fp or r.email_fp = p.person_fp)
      join payrun.recipient_row w on (w.recipient_fp = p.recipient_fp or w.recipient_fp = r.key_fp)
        and w.state in ('created', 'changed') and w.account_fp in (p.account_fp, r.account_fp)
      join payrun.run o on o.id = w.run_id and o.merchant_id = p.merchant_id
      where p.id = account_authors.payment
    union select o.id, o.maker from payrun.payment p
      join payrun.payment earlier on earlier.merchant_id = p.merchant_id and earlier.reference = p.reference
        and earlier.account_fp = p.account_fp and earlier.run_id < p.run_id
      join payrun.run o on o.id = earlier.run_id
      where p.id = account_authors.payment),
  typed as (select t.name, t.account from payrun.payment p
    join payrun.typed_by t on t.run_id = p.run_id and t.payment_id = p.id where p.id = account_authors.payment),
  named as (select maker as name from runs union select payrun.account_user(payrun.maker_account(id)) from runs
    union select name from typed union select payrun.account_user(account) from typed)
  select name from named where name is not null
$$;

create or replace function payrun.refuse_typist() returns trigger language plpgsql as $$
begin
  if exists (select 1 from payrun.typed_by t join payrun.payment p on p.id = t.payment_id
      where t.run_id = new.run_id and p.batch_id = new.id
        and array[payrun.name_key(t.name), payrun.name_key(payrun.account_user(t.account))]
          && array[payrun.name_key(new.approved_by), payrun.name_key(new.first_by)]) then
    raise check_violation using constraint = 'typist_is_not_approver', schema = 'payrun', table = 'batch',
      message = 'who typed the bank details of a payment does not approve it';
  end if;
  return new;
end $$;
