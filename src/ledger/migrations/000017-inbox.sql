-- Files that came in through the inbox. A row is written before each move of its file, so that whoever finds the file after a
-- crash knows what was about to be done. Paths are relative to the inbox: machines may have it mounted at different places.
create table payrun.inbox_file (
  id uuid primary key,
  -- Which inbox: what its file .payrun-inbox says.
  inbox uuid not null,
  -- The merchant's folder; '' is the inbox itself.
  folder text not null,
  -- Where it lay, below that folder.
  source text not null,
  -- What it is called since it was taken.
  name text not null,
  -- Its control total, in a file of its own beside it.
  sidecar text,
  -- Bytes; and what it looked like when it had stopped growing.
  size bigint not null,
  stamp text not null,
  -- taking: about to be moved to processing/. taken: there. running: its run is made. finishing: about to be moved to ends_in.
  -- gone: somebody removed it before it was taken.
  state text not null default 'taking' check (state in ('taking', 'taken', 'running', 'finishing', 'done', 'failed', 'gone')),
  run_id bigint unique references payrun.run,
  ends_in text check (ends_in in ('done', 'failed')),
  end_name text,
  -- Why it ends there, for people; before, what it waits for as the note beside it says.
  note text,
  fence bigint not null default 0,
  owner text,
  lease_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint running_has_run check (state <> 'running' or run_id is not null),
  constraint end_is_known check (state not in ('finishing', 'done', 'failed') or (ends_in is not null and end_name is not null))
);
-- Of two processes that see the same file one takes it, and no two files of one folder are called the same.
create unique index inbox_file_taking on payrun.inbox_file (inbox, folder, source) where state = 'taking';
create unique index inbox_file_open on payrun.inbox_file (inbox, folder, name) where state in ('taking', 'taken', 'running', 'finishing');
create index inbox_file_ended on payrun.inbox_file (inbox, updated_at) where state in ('done', 'failed');
