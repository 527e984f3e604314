-- Sealed values are bound to their merchant, column and row. When the database is opened, values from before are sealed anew, and from then
-- on none of theirs opens any more.
alter table payrun.vault
  -- Null while values that are not bound may be left.
  add column bound_at timestamptz;

-- Was SHA-256 of the file; an HMAC with a key of the vault says nothing of a file that somebody guesses.
alter table payrun.sheet add column content_keyed boolean not null default true;
update payrun.sheet set content_keyed = false where content_hash <> '';

-- Rows that are being taken in were sealed as before; their intake begins again.
delete from payrun.payment_in;

-- A process of an earlier version can write nothing that would not open later. The triggers of a changed key name the format as well.
do $$
declare sealed record; named record;
begin
  for sealed in select c.table_name, c.column_name from information_schema.columns c
    where c.table_schema = 'payrun' and c.column_name like '%\_sealed' and c.table_name <> 'vault'
  loop
    select pg_get_triggerdef(t.oid) as text into named from pg_trigger t
      where t.tgrelid = format('payrun.%I', sealed.table_name)::regclass and t.tgname = sealed.column_name || '_key';
    if found then
      execute format('drop trigger %I on payrun.%I', sealed.column_name || '_key', sealed.table_name);
      execute replace(named.text, '''\x02', '''\x03');
    else
      execute format('create trigger %I before insert or update of %I on payrun.%I for each row
        when (new.%2$I <> '''' and substring(new.%2$I from 1 for 1) <> ''\x03''::bytea) execute function payrun.refuse_other_key()',
        sealed.column_name || '_key', sealed.column_name, sealed.table_name);
    end if;
  end loop;
end $$;
