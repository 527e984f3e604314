-- API calls, without query strings and bodies.
create table payrun.call (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  run_id bigint,
  merchant_id text,
  method text not null,
  -- With IDs, without the query string.
  path text not null,
  status int,
  codes text[] not null default '{}',
  ms int not null,
  attempt int not null,
  -- ok, refused, failed, timeout, dropped, rate_limited
  outcome text not null
);
create index call_at on payrun.call (at);
create index call_of_run on payrun.call (run_id, id);

-- Slots of the rate limit, shared by all processes.
create table payrun.quota_slot (
  key text not null,
  slot int not null,
  free_at timestamptz not null,
  primary key (key, slot)
);
create index quota_slot_order on payrun.quota_slot (key, free_at, slot);

-- The last balances that the payout service returned.
create table payrun.balance (
  merchant_id text not null references payrun.merchant,
  currency text not null,
  type text not null,
  minor bigint not null,
  asked_by text not null,
  at timestamptz not null,
  -- By the clock of the database, like the times of batches.
  recorded_at timestamptz not null default now(),
  primary key (merchant_id, currency, type)
);

-- The time up to which the ledger of a merchant was compared with the payout service.
create table payrun.reconciliation (
  id bigint generated always as identity primary key,
  merchant_id text not null references payrun.merchant,
  compared_from timestamptz not null,
  compared_until timestamptz not null,
  differences int not null,
  at timestamptz not null default now()
);
create index reconciliation_of_merchant on payrun.reconciliation (merchant_id, compared_until);

-- Comparisons of a merchant with the payout service: their time, scope and completeness.
create table payrun.service_comparison (
  id bigint generated always as identity primary key,
  -- No reference: the merchant of the environment's keys may be compared before the ledger knows it.
  merchant_id text not null,
  kind text not null check (kind in ('verify', 'reconcile')),
  -- Null: all runs.
  run_id bigint references payrun.run,
  since timestamptz,
  compared_at timestamptz not null,
  -- The reason that it is incomplete. Null: it is complete.
  failure text
);
create index service_comparison_of_merchant on payrun.service_comparison (merchant_id, compared_at);

-- Differences between the ledger and the payout service. The key is a code of all facts: with another fact it is
-- another discrepancy.
create table payrun.service_discrepancy (
  code text primary key check (code ~ '^[0-9A-Z]{16}$'),
  merchant_id text not null,
  run_id bigint references payrun.run,
  payment_id uuid references payrun.payment_row,
  facts jsonb not null,
  what text not null,
  found_at timestamptz not null,
  accepted_by text,
  accepted_at timestamptz,
  because text,
  -- The last comparison that found it. Null: found while its run was followed.
  comparison_id bigint references payrun.service_comparison,
  constraint acceptance_is_whole check ((accepted_by is null) = (accepted_at is null) and (accepted_by is null) = (because is null))
);
create index service_discrepancy_open on payrun.service_discrepancy (comparison_id) where accepted_by is null;
create index service_discrepancy_payment on payrun.service_discrepancy (payment_id) where payment_id is not null;
