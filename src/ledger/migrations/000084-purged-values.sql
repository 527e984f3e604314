-- A purge also takes the cells out of the errors and warnings of rows, and the names out of reasons. Runs that were purged before are purged
-- of them the next time.
update payrun.run set payloads_purged_to = -1 where payloads_purged_at is not null;
