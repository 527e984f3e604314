-- The least that the service takes for a recipient, as it answered: of the route to the account that they had then, in minor
-- units of this currency. It counts while that account is theirs.
alter table payrun.recipient
  add column route_type text,
  add column route_minimum bigint check (route_minimum > 0),
  add column route_currency text,
  add column route_account text;
