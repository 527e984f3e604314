-- Rows of a sheet that has recipients and no payments. Their cells are in the sheet, which is sealed.
create table payrun.recipient_row (
  run_id bigint not null references payrun.run,
  row int not null,
  -- `ready`: still to be brought to the service.
  state text not null check (state in ('invalid', 'ready', 'created', 'changed', 'unchanged', 'refused')),
  recipient_fp bytea,
  -- HMAC of the e-mail where there is one: the same person under another key.
  person_fp bytea,
  profile_fp bytea,
  account_fp bytea,
  reason_code text,
  reason text,
  problems jsonb not null default '[]',
  primary key (run_id, row),
  constraint valid_has_recipient check (state = 'invalid' or recipient_fp is not null)
);
-- Whose bank details a run has changed.
create index recipient_row_changed on payrun.recipient_row (recipient_fp) where state in ('created', 'changed');

-- How many rows came in; null until all of them are in.
alter table payrun.run add column recipients_in int;
