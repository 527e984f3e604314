-- Sheets that were read or uploaded.
create table payrun.sheet (
  id uuid primary key,
  name text not null,
  -- HMAC of the SHA-256 of the file, so that the hash of a guessed file tells nothing.
  content_hash bytea not null,
  size bigint not null,
  understood jsonb not null default '{}',
  created_at timestamptz not null default now(),
  -- Set, with its event, before the first byte is removed.
  purged_at timestamptz,
  -- Readings that have not ended, or were stopped or ended with their process. With two it is not read again.
  open_readings smallint not null default 0
);
create index sheet_content on payrun.sheet (content_hash);
create index sheet_draft on payrun.sheet ((understood->'draft'->>'by')) where understood ? 'draft';
create index sheet_kept on payrun.sheet (created_at) where purged_at is null;

-- The file of a sheet, sealed, in parts, so that any machine can read it again.
create table payrun.sheet_part (
  sheet_id uuid not null references payrun.sheet,
  part int not null,
  content_sealed bytea not null,
  primary key (sheet_id, part)
);

-- Columns that users assigned for an unknown format, by its exact header.
create table payrun.sheet_format (
  fingerprint bytea primary key,
  name text not null unique,
  header text[] not null,
  columns jsonb not null,
  taught_by text not null,
  taught_at timestamptz not null default now()
);

-- Runs: one execution over a sheet or a selection.
create table payrun.run (
  id bigint generated always as identity primary key,
  job text not null,
  sheet_id uuid references payrun.sheet,
  parent_run bigint references payrun.run,
  merchant_id text not null references payrun.merchant,
  maker text not null,
  options jsonb not null default '{}',
  -- By the table of moves in src/states.ts.
  status text not null default 'reading_file' check (status in ('reading_file', 'ready_to_submit', 'not_submitted', 'preparing',
    'action_required', 'awaiting_approval', 'insufficient_funds', 'scheduled', 'approved', 'awaiting_service_approval', 'processing',
    'partly_paid', 'paid', 'already_paid', 'rejected', 'canceled', 'nothing_paid', 'done')),
  -- The reason of the run's status, for people.
  note text,
  -- Raised by each claim and checked by each write before a call: a process that was overtaken writes nothing.
  fence bigint not null default 0,
  lease_owner text,
  lease_until timestamptz,
  -- When the run is looked at again. Null: it waits for a user, nothing is left to do, or a process has it.
  look_at timestamptz,
  -- Number of looks since it last changed: pauses grow.
  looks int not null default 0,
  -- When the run was submitted. Until then it is never continued.
  confirmed_at timestamptz,
  -- When the whole sheet was read. Later counts must equal these figures (G4).
  intake_at timestamptz,
  -- Whether rows of the sheet are loaded that are not complete, or not compared with other payments yet.
  loading boolean not null default false,
  rows_in int,
  -- {"EUR": {"rows": 3, "minor": "12345"}} of the payable rows, counted while reading.
  totals_in jsonb,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  -- Progress of a list of recipients, {"since", "begun", "page", "done"}, so that a resumed run continues it.
  recipients_listing jsonb,
  -- When the results were last written. Null: they are missing or outdated.
  reported_at timestamptz,
  -- Equal for sheets with the same payments, whatever their file name and format.
  content_fp bytea,
  -- An earlier run of the merchant with the same payments.
  same_as bigint references payrun.run,
  -- The first of the runs of a sheet with several merchants: it reads the sheet for all.
  lead_run bigint references payrun.run,
  -- Of the lead run: {"rows", "totals"} of the whole sheet (G4).
  sheet_in jsonb,
  payloads_purged_at timestamptz,
  -- The row up to which a purge has come; the greatest int when it has ended.
  payloads_purged_to int,
  -- Number of API calls whose log lines were purged.
  calls_purged int not null default 0,
  -- Since when a change of state awaits its notification.
  unnotified_since timestamptz,
  recipients_in int,
  starts_seen bigint,
  blocked text,
  -- The reason that its last attempt was refused, such as keys of another environment: it continues once that is
  -- corrected.
  refused text,
  -- The reason that the uploader of the sheet, or the author of its bank details, is unknown: two approvals are
  -- required then.
  unknown_maker text,
  -- A rejection in progress, recorded before the first batch is deleted: after a crash it continues, and nothing is
  -- started.
  rejection jsonb,
  -- The requested pay date. Null: sent once approved. `starts_at`: the configured hour of the business day.
  pay_on date,
  starts_at timestamptz,
  start_zone text,
  -- The reason that `starts_at` is on a later day.
  moved_because text,
  compared_no bigint,
  constraint loading_is_unread check (not loading or intake_at is null),
  constraint ended_is_finished check (status = 'action_required' or (finished_at is not null) = (status in ('not_submitted',
    'partly_paid', 'paid', 'already_paid', 'rejected', 'canceled', 'nothing_paid', 'done'))),
  constraint run_of_merchant unique (id, merchant_id),
  constraint run_pay_date check ((pay_on is null) = (starts_at is null) and (pay_on is null) = (start_zone is null))
);
alter table payrun.merchant_setting add foreign key (run_id) references payrun.run;
alter table payrun.sub_merchant add foreign key (run_id) references payrun.run;
create index run_due on payrun.run (look_at) where look_at is not null;
create index run_leased on payrun.run (lease_until) where lease_until is not null;
create index run_being_purged on payrun.run (id) where payloads_purged_to < 2147483647;
create index run_content on payrun.run (merchant_id, content_fp) where content_fp is not null;
create index run_loading on payrun.run (id) where loading;
create index run_of_merchant_by_id on payrun.run (merchant_id, id);
create unique index run_of_sheet on payrun.run (lead_run, merchant_id) where lead_run is not null;
create index run_parent on payrun.run (parent_run) where parent_run is not null;
-- Lists by status: run-list.ts.
create index run_by_status on payrun.run (status, id);
create index run_unfinished on payrun.run (id) where finished_at is null;
create index run_unreported on payrun.run (id) where finished_at is not null and reported_at is null;
create index run_unnotified on payrun.run (unnotified_since) where unnotified_since is not null;

-- Progress of a run, written at most once a second for pages of other processes. No decision depends on it, and it
-- references nothing, so that it waits for no lock.
create table payrun.run_progress (
  run_id bigint primary key,
  stage text not null,
  done int not null,
  total int,
  calls int not null,
  calls_expected int,
  ms_left int,
  per_window int not null,
  window_ms int not null,
  at timestamptz not null
);

-- Counts of a finished run by payment state, valid while both times equal those of the run.
create table payrun.run_figure (
  run_id bigint primary key references payrun.run,
  counts jsonb not null,
  finished_at timestamptz,
  reported_at timestamptz
);

-- Rows of a sheet of merchants. Their cells are in the sealed sheet.
create table payrun.merchant_row (
  run_id bigint not null references payrun.run,
  row int not null,
  merchant text,
  state text not null check (state in ('invalid', 'ready', 'failed', 'unknown', 'waits', 'would_change', 'done')),
  reason text,
  problems jsonb not null,
  settings jsonb not null,
  primary key (run_id, "row")
);

-- Rows of a sheet of recipients without payments. Their cells are in the sealed sheet.
create table payrun.recipient_row (
  run_id bigint not null references payrun.run,
  row int not null,
  state text not null check (state in ('invalid', 'ready', 'created', 'changed', 'unchanged', 'refused')),
  recipient_fp bytea,
  person_fp bytea,
  profile_fp bytea,
  account_fp bytea,
  reason_code text,
  reason text,
  problems jsonb not null default '[]',
  primary key (run_id, "row"),
  constraint valid_has_recipient check (state = 'invalid' or recipient_fp is not null)
);
create index recipient_row_changed on payrun.recipient_row (recipient_fp) where state in ('created', 'changed');

-- Cells that a user changed, by row, sealed.
create table payrun.row_edit (
  run_id bigint not null references payrun.run,
  row int not null,
  edited_by text not null,
  cells_sealed bytea not null,
  edited_at timestamptz not null default now(),
  -- The run that is read with them: the run itself if they were submitted before it was, else one that replaces its
  -- rows. Null: they are not submitted.
  submitted_in bigint references payrun.run,
  primary key (run_id, edited_by, "row")
);
create index row_edit_submitted on payrun.row_edit (submitted_in) where submitted_in is not null;
