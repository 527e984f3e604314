-- Batches that were taken back while nobody knew whether the service had them: a creation whose answer never came may still take
-- effect there, and somebody could send it. Looked up by their tag later.
create table payrun.late_batch (
  batch_id uuid primary key references payrun.batch,
  looks int not null default 0,
  look_at timestamptz not null,
  -- Null while it is still looked for.
  ended text check (ended in ('absent', 'deleted', 'begun', 'not_ours'))
);
create index late_batch_due on payrun.late_batch (look_at) where ended is null;
