-- What a platform's sub-merchant is at the service, and when its bank transfer was approved.
alter table payrun.merchant
  add column remote_id text,
  add column parent_id text references payrun.merchant,
  add column approved_at timestamptz;

-- A sub-merchant is noted here before the call that makes it, because the answer shows its keys once: one that is noted and has
-- no outcome is never made a second time by itself.
create table payrun.sub_merchant (
  name text primary key,
  parent_id text not null references payrun.merchant,
  run_id bigint not null references payrun.run,
  state text not null check (state in ('creating', 'lost', 'created')),
  -- HMACs of what it was asked for with, by column.
  asked jsonb not null,
  intended_at timestamptz not null default now()
);

-- What a merchant's settings were last set to, of those that the service does not show.
create table payrun.merchant_setting (
  merchant_id text not null references payrun.merchant,
  key text not null,
  value_fp bytea not null,
  run_id bigint not null references payrun.run,
  set_at timestamptz not null default now(),
  primary key (merchant_id, key)
);

-- The rows of a sheet of sub-merchants. Their cells are in the sheet, which is sealed.
create table payrun.merchant_row (
  run_id bigint not null references payrun.run,
  row int not null,
  merchant text,
  state text not null check (state in ('invalid', 'ready', 'failed', 'unknown', 'waits', 'would_change', 'done')),
  reason text,
  problems jsonb not null,
  settings jsonb not null,
  primary key (run_id, row)
);
