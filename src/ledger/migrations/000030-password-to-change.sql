-- Somebody else knows this password, because they made or set it: its owner chooses another one before anything else.
alter table payrun.user_account add column password_to_change boolean not null default false;
