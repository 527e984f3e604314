-- What a comparison with the payout service found to differ from the ledger. The key is a code of all facts: if one of them changes, it is
-- another discrepancy, which nobody has accepted.
create table payrun.service_discrepancy (
  code text primary key check (code ~ '^[0-9A-Z]{16}$'),
  -- The merchant of the keys in the environment may be compared before the ledger knows it.
  merchant_id text not null,
  run_id bigint references payrun.run,
  payment_id uuid references payrun.payment,
  facts jsonb not null,
  what text not null,
  found_at timestamptz not null,
  accepted_by text,
  accepted_at timestamptz,
  because text,
  constraint acceptance_is_whole check ((accepted_by is null) = (accepted_at is null) and (accepted_by is null) = (because is null))
);
