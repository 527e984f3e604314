-- Due times of scheduled jobs: one row each, so that of several instances one runs it.
create table payrun.scheduled_run (
  id bigint generated always as identity primary key,
  schedule text not null,
  job text not null,
  input jsonb not null,
  due_at timestamptz not null,
  state text not null check (state in ('due', 'enqueued', 'skipped')),
  claimed_until timestamptz not null,
  created_at timestamptz not null default now(),
  unique (schedule, due_at)
);
create index scheduled_run_due on payrun.scheduled_run (claimed_until) where state = 'due';

-- The time up to which the due times of a schedule are decided. Later ones were missed while nothing ran.
create table payrun.schedule_watch (
  schedule text primary key,
  watched_until timestamptz not null
);

-- Every run of a job, and how it ended.
create table payrun.job_run (
  id bigint generated always as identity primary key,
  job text not null,
  maker text not null,
  began_at timestamptz not null,
  ended_at timestamptz,
  exit_code int,
  told text
);
create index job_run_of_job on payrun.job_run (job, id);

-- Files of the inbox. A step is recorded before it is done, so that after a crash the next process knows what to
-- expect. Paths are relative to the inbox.
create table payrun.inbox_file (
  id uuid primary key,
  -- The content of the inbox's file `.payrun-inbox`.
  inbox uuid not null,
  -- The folder of the merchant; '' is the inbox itself.
  folder text not null,
  -- The place below that folder.
  source text not null,
  -- Its name since it was taken.
  name text not null,
  -- The control total of a file of its own.
  sidecar text,
  -- Bytes, and the other signs that it had stopped growing.
  size bigint not null,
  stamp text not null,
  -- taking: about to be stored. taken: stored, about to be removed from its folder. running: its run exists. finishing:
  -- copies are about to be written to `ends_in`.
  state text not null default 'taking' check (state in ('taking', 'taken', 'running', 'finishing', 'done', 'failed', 'gone')),
  run_id bigint unique references payrun.run,
  ends_in text check (ends_in in ('done', 'failed')),
  end_name text,
  note text,
  fence bigint not null default 0,
  owner text,
  lease_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The owner of a dropped file, and the user's folder.
  owner_uid bigint,
  user_folder text,
  dropped_by text,
  sheet_id uuid,
  control text,
  mode int not null default 384,
  others_may_write boolean not null default true,
  -- The copies of an ended file are written again if its results change.
  outdated boolean not null default false,
  constraint end_is_known check (state not in ('finishing', 'done', 'failed') or (ends_in is not null and end_name is not null)),
  constraint running_has_run check (state <> 'running' or run_id is not null),
  constraint stored_has_sheet check (state <> 'taken' or sheet_id is not null)
);
create index inbox_file_ended on payrun.inbox_file (inbox, updated_at) where state in ('done', 'failed');
create index inbox_file_failed on payrun.inbox_file (updated_at) where state = 'failed';
create unique index inbox_file_open on payrun.inbox_file (inbox, folder, name) where state in ('taking', 'taken', 'running', 'finishing');
-- Of two processes that see a file, one takes it.
create unique index inbox_file_taking on payrun.inbox_file (inbox, folder, source) where state = 'taking';
create index inbox_file_work on payrun.inbox_file (inbox) where outdated or state in ('taking', 'taken', 'running', 'finishing');
