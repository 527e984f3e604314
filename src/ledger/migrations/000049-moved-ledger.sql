-- Where this ledger was moved to: one that was copied into another database must not pay beside it.
create table payrun.ledger_moved (
  one boolean primary key default true check (one),
  -- `PostgreSQL db.example.com/payrun`; never a user or a password.
  place text not null,
  began_at timestamptz not null,
  -- Null while the move is under way.
  moved_at timestamptz
);

-- Refuses whatever lets money go, by any process: no run is begun or carried on, and no batch changes.
create function payrun.refuse_in_moved_ledger() returns trigger language plpgsql as $$
declare moved payrun.ledger_moved;
begin
  select * into moved from payrun.ledger_moved;
  if found then
    raise exception '%', moved.place using errcode = case when moved.moved_at is null then 'PR004' else 'PR003' end,
      detail = to_char(coalesce(moved.moved_at, moved.began_at) at time zone 'UTC', 'YYYY-MM-DD HH24:MI') || ' UTC';
  end if;
  return null;
end $$;
create trigger run_stays before insert or update of state, lease_until on payrun.run
  for each statement execute function payrun.refuse_in_moved_ledger();
create trigger batch_stays before insert or update on payrun.batch
  for each statement execute function payrun.refuse_in_moved_ledger();
create trigger payment_stays before insert on payrun.payment
  for each statement execute function payrun.refuse_in_moved_ledger();
