-- What a sheet pays, whatever its file is called and however it is written: equal where the same payments are in it.
alter table payrun.run add column content_fp bytea;
-- The earlier run of the same merchant whose sheet had the same payments.
alter table payrun.run add column same_as bigint references payrun.run;
create index run_content on payrun.run (merchant_id, content_fp) where content_fp is not null;
