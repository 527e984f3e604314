-- Rows of a sheet come in here, are screened here, and go to payrun.payment in one statement, in the state that they end the intake
-- with: loaded there and screened there, each cost twice its row and its index entries. It has no index, because every
-- statement goes through all rows of its run. Unlogged: Postgres empties it when it has crashed, and an intake of which a row is
-- gone begins anew.
create unlogged table payrun.payment_in (
  id uuid not null,
  run_id bigint not null,
  merchant_id text not null,
  row int not null,
  state text not null check (state in ('new', 'invalid', 'held')),
  reference text,
  derived_fp bytea,
  generation int not null default 1,
  previous_id uuid,
  source_currency text,
  fixed text,
  currency text,
  minor bigint,
  payee text,
  recipient_fp bytea,
  person_fp bytea,
  profile_fp bytea,
  account_fp bytea,
  account_hint text,
  account_asked text,
  row_sealed bytea not null,
  problems jsonb,
  rules text,
  reason_code text,
  reason text,
  held_for uuid
);
