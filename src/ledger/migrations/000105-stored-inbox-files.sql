-- A file of the inbox is stored in the ledger and then removed from its folder, which belongs to others: they could exchange it there.
-- taking: about to be stored. taken: stored; about to be removed. finishing: copies are about to be written to ends_in.
alter table payrun.inbox_file
  add column sheet_id uuid,
  add column control text,
  add column mode integer not null default 384,
  add column others_may_write boolean not null default true;
update payrun.inbox_file f set sheet_id = r.sheet_id from payrun.run r where r.id = f.run_id;
-- These lie in `processing/` of their folders and have no run: they are dropped again.
delete from payrun.inbox_file where state in ('taking', 'taken', 'gone');
alter table payrun.inbox_file
  add constraint stored_has_sheet check (state <> 'taken' or sheet_id is not null);
-- Copies of an ended file are written again if its results change.
alter table payrun.inbox_file add column outdated boolean not null default false;
create index inbox_file_work on payrun.inbox_file (inbox) where outdated or state in ('taking', 'taken', 'running', 'finishing');
-- Their results are in `results` of the home from now on, and in copies.
update payrun.run r set options = r.options - 'file' from payrun.inbox_file f where r.id = f.run_id or r.lead_run = f.run_id;
