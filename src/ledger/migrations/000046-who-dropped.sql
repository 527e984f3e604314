-- The account of the operating system that is this user's; null: the account has the same name as the user.
alter table payrun.user_account add column os_user text unique;

-- Who a dropped file belongs to, and the folder of a user in which it was dropped.
alter table payrun.inbox_file
  add column owner_uid bigint,
  add column user_folder text,
  add column dropped_by text;

-- Why nobody knows who dropped the sheet of a run; null: its maker is known. Who typed bank details may be unknown for the same reason.
-- People who approve it have to be two then.
alter table payrun.run add column unknown_maker text;
alter table payrun.typed_by add column unknown boolean not null default false;

-- Nobody noted the owners of files that were dropped before.
update payrun.run r set unknown_maker = 'not_recorded' from payrun.inbox_file f where f.run_id in (r.id, r.lead_run);
update payrun.typed_by t set unknown = true where exists (
  select 1 from payrun.run r where r.unknown_maker is not null and payrun.name_key(r.maker) = payrun.name_key(t.name));
