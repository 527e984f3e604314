-- The rules by which this ledger pays: the newest version is in force. Kept for ever: who put them into force, when and from what.
create table payrun.money_rules (
  version int primary key check (version > 0),
  rules jsonb not null,
  -- `file`, `environment`, `default` or `page`: where they were proposed.
  source text not null,
  actor text not null,
  at timestamptz not null
);

create function payrun.refuse_rules_change() returns trigger language plpgsql as $$
begin
  raise exception 'the history of the rules is append-only';
end $$;
create trigger money_rules_append_only before update or delete or truncate on payrun.money_rules
  for each statement execute function payrun.refuse_rules_change();
