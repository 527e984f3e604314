-- A process of a version without the key of the audit can append no event (000070); from now on the error says what to do about it.
create function payrun.refuse_event_without_key() returns trigger language plpgsql as $$
begin
  raise exception 'a newer Payrun has migrated this database, so end this process and start the newer one';
end $$;
create trigger event_keyed before insert on payrun.event for each row
  when (new.mac is null) execute function payrun.refuse_event_without_key();
