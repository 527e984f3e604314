-- Each comparison of a merchant with the payout service: when, of what, and whether all of it could be compared.
create table payrun.service_comparison (
  id bigint generated always as identity primary key,
  -- The merchant of the keys in the environment may be compared before the ledger knows it.
  merchant_id text not null,
  kind text not null check (kind in ('verify', 'reconcile')),
  -- Null: of all runs.
  run_id bigint references payrun.run,
  -- Null: since ever.
  since timestamptz,
  compared_at timestamptz not null,
  -- Why it is not complete; null: it is.
  failure text
);
create index service_comparison_of_merchant on payrun.service_comparison (merchant_id, compared_at);
-- The comparison that found it last; null: it was found while its run was followed.
alter table payrun.service_discrepancy add column comparison_id bigint references payrun.service_comparison;
create index service_discrepancy_open on payrun.service_discrepancy (comparison_id) where accepted_by is null;
