-- Jobs that run by themselves. A due time of a schedule is one row here, whoever of many instances saw it first: that is what makes it
-- happen once.
create table payrun.firing (
  id bigint generated always as identity primary key,
  -- Job, cron, time zone and input: another cron is another schedule, and has missed nothing.
  schedule text not null,
  job text not null,
  input jsonb not null,
  due_at timestamptz not null,
  state text not null check (state in ('due', 'enqueued', 'skipped')),
  -- Until then whoever got it enqueues it; later anybody does.
  claimed_until timestamptz not null,
  created_at timestamptz not null default now(),
  unique (schedule, due_at)
);
create index firing_due on payrun.firing (claimed_until) where state = 'due';

-- Until when the due times of a schedule are decided, by any instance: what lies after it when one starts was missed.
create table payrun.schedule_watch (
  schedule text primary key,
  watched_until timestamptz not null
);

-- Every time that a job was run, and how it ended.
create table payrun.job_run (
  id bigint generated always as identity primary key,
  job text not null,
  maker text not null,
  began_at timestamptz not null,
  ended_at timestamptz,
  exit_code int,
  -- One line for people.
  told text
);
create index job_run_of_job on payrun.job_run (job, id);

-- Until when the ledger of a merchant was compared with the service.
create table payrun.reconciliation (
  id bigint generated always as identity primary key,
  merchant_id text not null references payrun.merchant,
  compared_from timestamptz not null,
  compared_until timestamptz not null,
  differences int not null,
  at timestamptz not null default now()
);
create index reconciliation_of_merchant on payrun.reconciliation (merchant_id, compared_until);
