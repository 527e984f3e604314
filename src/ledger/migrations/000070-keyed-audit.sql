-- HMAC of the event's hash, made with a key of the vault: whoever can write to the database, but has no key, cannot rewrite the audit and
-- compute its hashes anew. '' for events from before, which are in one digest of the event that binds the vault's values. Without a
-- default, so that a process of an earlier version can append nothing.
alter table payrun.event add column mac bytea not null default '';
alter table payrun.event alter column mac drop default;
