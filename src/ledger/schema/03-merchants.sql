-- Merchants: the companies that pay, with their keys for the payout service.
create table payrun.merchant (
  id text primary key check (id ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$'),
  environment text not null check (environment in ('sandbox', 'production')),
  -- The environment of its keys by the last answer of the payout service. Null: no answer yet.
  environment_seen text check (environment_seen in ('sandbox', 'production')),
  country text not null check (country ~ '^[A-Z]{2}$'),
  -- HMAC of the access key: the account in the payout service. Keys of another account are refused.
  access_fp bytea not null,
  -- {accessKey, secretKey}. Null: the keys are in the environment.
  keys_sealed bytea,
  -- Up to when the recipients of the payout service are known from a list.
  recipients_listed_at timestamptz,
  created_at timestamptz not null default now(),
  -- The keys of a platform create sub-merchants and pay no one.
  key_kind text not null default 'merchant' check (key_kind in ('merchant', 'parent')),
  -- The ID of a sub-merchant, and when its bank transfers were approved.
  remote_id text,
  parent_id text references payrun.merchant,
  approved_at timestamptz,
  -- The payout service of this merchant: origin and path, recorded with its first answer.
  service_url text,
  -- When a process last checked whether funds arrived for waiting runs.
  funds_looked_at timestamptz
);

-- When the returned payments of a merchant were last read. Apart from the merchant, which is locked while a large sheet is
-- compared.
create table payrun.returns_read (
  merchant_id text primary key references payrun.merchant,
  -- The number that the payout service listed: the same number means no new one. Null: some could not be read.
  listed int,
  read_at timestamptz not null
);

-- Settings of a merchant that the payout service does not return, as they were last set.
create table payrun.merchant_setting (
  merchant_id text not null references payrun.merchant,
  key text not null,
  value_fp bytea not null,
  run_id bigint not null,
  set_at timestamptz not null default now(),
  primary key (merchant_id, key)
);

-- Sub-merchants, recorded before the call that creates one: its answer has the keys, once. One without an outcome is
-- never created again automatically.
create table payrun.sub_merchant (
  name text primary key,
  parent_id text not null references payrun.merchant,
  run_id bigint not null,
  state text not null check (state in ('creating', 'lost', 'created')),
  -- HMACs of the requested values by column.
  asked jsonb not null,
  intended_at timestamptz not null default now()
);

-- The onboarding page of a merchant: its link, one at a time, and its progress.
create table payrun.onboarding (
  merchant_id text primary key references payrun.merchant,
  -- HMAC of the secret part of the link, which is shown once.
  link_fp bytea not null,
  link_until timestamptz not null,
  session_sealed bytea,
  session_at timestamptz
);
