-- How far a run is, as the process that carries it out last said, so that a page of another process can show it. Written at most
-- once a second; nothing decides by it. Beside the run's row and without a reference to it, so that nobody waits for a lock.
create table payrun.run_progress (
  run_id bigint primary key,
  stage text not null,
  done int not null,
  total int,
  calls int not null,
  -- Null until the run was estimated.
  calls_expected int,
  ms_left int,
  -- Calls that the quota allows in a window, and the window.
  per_window int not null,
  window_ms int not null,
  at timestamptz not null
);

-- What a balance was when somebody last asked the service for it.
create table payrun.balance_asked (
  merchant_id text not null references payrun.merchant,
  currency text not null,
  -- Which of the service's balances in that currency; '' where there is one.
  type text not null,
  minor bigint not null,
  asked_by text not null,
  at timestamptz not null,
  primary key (merchant_id, currency, type)
);

-- What waits and what runs is found without reading the runs that are done; and the last ones of a merchant.
create index run_unfinished on payrun.run (id) where state <> 'done';
create index run_of_merchant_by_id on payrun.run (merchant_id, id);
create index run_parent on payrun.run (parent_run) where parent_run is not null;

-- The rows of a run that need somebody, which are few: in row order, and over all runs.
create index payment_needs_care on payrun.payment (run_id, state, row)
  where state in ('invalid', 'held', 'failed', 'returned', 'cancelled', 'unknown');
create index payment_undecided on payrun.payment (merchant_id, run_id, state) where state in ('held', 'unknown');

-- The calls of a run, latest first.
create index call_of_run on payrun.call (run_id, id);
drop index payrun.call_run;

create index recipient_of_merchant_by_id on payrun.recipient (merchant_id, id);
create index recipient_reference on payrun.recipient (reference_id) where reference_id is not null;
create index batch_of_merchant on payrun.batch (merchant_id, remote_id) where remote_id is not null;
