-- Of which merchants a user is told. Null: of all that they may see.
alter table payrun.user_account add column notice_merchants text[];
