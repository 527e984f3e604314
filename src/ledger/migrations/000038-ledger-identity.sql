-- Which ledger this is, written on every batch at the service. Made when the ledger is opened for the first time, not here: a database
-- that is copied before anybody used it must not share it.
create table payrun.ledger_identity (
  one boolean primary key default true check (one),
  id text not null check (id ~ '^[0-9A-Z]{16}$'),
  created_at timestamptz not null default now()
);
