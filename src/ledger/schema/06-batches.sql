-- Batches of payments.
create table payrun.batch (
  id uuid primary key,
  run_id bigint not null references payrun.run,
  merchant_id text not null references payrun.merchant,
  currency text not null,
  state text not null default 'planned' check (state in ('planned', 'creating', 'open', 'quoted', 'approved',
  'starting', 'waiting_funds', 'awaiting_service_approval', 'started', 'unknown', 'settled', 'rejected_at_service', 'void')),
  -- Written on the remote batch, to find it after a crash.
  tag text not null unique,
  maker text not null,
  payments int not null,
  -- The sum of payments with a fixed source amount; `target_minor`: by currency, of those with a fixed target.
  source_minor bigint not null,
  target_minor jsonb not null default '{}',
  remote_id text,
  remote_status text,
  -- {count, sendingMinor, debitMinor, feesMinor, expiresAt}, as the payout service priced it.
  quote jsonb,
  quote_expires_at timestamptz,
  -- {currency: minor} that recipients got when the batch was created. A quote that differs too much needs another
  -- approval.
  priced jsonb,
  -- The hash of payments, accounts and quote that was approved (G7).
  approved_hash bytea,
  approved_by text,
  approved_at timestamptz,
  start_attempted_at timestamptz,
  start_attempts int not null default 0,
  started_at timestamptz,
  settled_at timestamptz,
  -- The reason that the batch is waiting or unconfirmed, for people.
  note text,
  -- The user who confirmed an outcome that the payout service does not show.
  resolved_by text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- With 2, the first approval waits for a second one of the same hash.
  approvers_needed smallint not null default 1,
  first_hash bytea,
  first_by text,
  first_at timestamptz,
  start_no bigint,
  -- When the payout service started the batch without a start by Payrun. It is followed to its end.
  started_outside_at timestamptz,
  -- The known shortfall of an approved batch. Null: covered, or unknown.
  missing_minor bigint check (missing_minor >= 0),
  debited_from text[],
  unique (merchant_id, remote_id),
  constraint approval_is_whole check ((approved_by is null) = (approved_hash is null)),
  constraint approvers_are_one_or_two check (approvers_needed in (1, 2)),
  constraint approvers_differ check (payrun.name_key(first_by) <> payrun.name_key(approved_by)),
  -- G1: an attempted batch is never created again, and a started one never started again.
  constraint attempted_is_never_created check (state not in ('planned', 'creating', 'open') or start_attempted_at is null),
  -- G1: a batch on which a start was attempted is never abandoned.
  constraint attempted_is_never_void check (state <> 'void' or start_attempted_at is null),
  -- G1: such a batch is never approved, started, created again or void.
  constraint started_outside_is_followed check (started_outside_at is null or (remote_id is not null
    and state in ('started', 'awaiting_service_approval', 'unknown', 'settled', 'rejected_at_service'))),
  constraint first_approval_is_whole check ((first_by is null) = (first_hash is null)),
  constraint maker_is_not_approver check (payrun.name_key(approved_by) <> payrun.name_key(maker)),
  constraint maker_is_not_first_approver check (payrun.name_key(first_by) <> payrun.name_key(maker)),
  -- G1: awaiting approval in the payout service follows an attempted start.
  constraint service_approval_was_started check (state not in ('awaiting_service_approval', 'rejected_at_service')
    or started_outside_at is not null
    or (approved_hash is not null and remote_id is not null and quote is not null and start_attempted_at is not null)
    or (state = 'rejected_at_service' and payments = 0)),
  constraint started_is_never_started_again check (state in ('started', 'unknown', 'settled') or started_at is null),
  constraint started_was_approved check (state not in ('starting', 'waiting_funds', 'started', 'settled') or resolved_by is not null
    or started_outside_at is not null
    or (approved_hash is not null and remote_id is not null and quote is not null and start_attempted_at is not null)),
  constraint two_approve_the_same check (approvers_needed = 1 or approved_hash is null
    or (first_hash is not null and first_hash = approved_hash))
);
create index batch_run on payrun.batch (run_id);
create index batch_settled on payrun.batch (settled_at) where settled_at is not null;
create index batch_started on payrun.batch (merchant_id, started_at) where started_at is not null;
create index batch_unfinished on payrun.batch (state) where state not in ('settled', 'rejected_at_service', 'void');

-- Changes to a remote batch that Payrun did not order: an added payment, another total, a start.
create table payrun.batch_discrepancy (
  batch_id uuid not null references payrun.batch,
  remote_id text not null,
  run_id bigint not null references payrun.run,
  merchant_id text not null references payrun.merchant,
  what text not null,
  found_at timestamptz not null default now(),
  accepted_by text,
  accepted_at timestamptz,
  primary key (batch_id, remote_id),
  constraint acceptance_is_whole check ((accepted_by is null) = (accepted_at is null))
);
create index batch_discrepancy_open on payrun.batch_discrepancy (run_id) where accepted_by is null;

-- Batches that were discarded while the payout service did not show them. They may appear there later, so they are
-- looked up by tag.
create table payrun.lost_batch (
  batch_id uuid primary key references payrun.batch,
  looks int not null default 0,
  look_at timestamptz not null,
  ended text check (ended in ('absent', 'deleted', 'begun', 'not_ours'))
);
create index lost_batch_due on payrun.lost_batch (look_at) where ended is null;

-- Other ledgers that pay from the same balances, each confirmed by a user. Their batches are left alone.
create table payrun.other_installation (
  ledger_id text primary key,
  name text not null,
  declared_by text not null,
  declared_at timestamptz not null
);

-- Batches of those ledgers that do not name their ledger.
create table payrun.other_batch (
  merchant_id text not null references payrun.merchant,
  tag text not null,
  name text not null,
  declared_by text not null,
  declared_at timestamptz not null,
  primary key (merchant_id, tag)
);
