-- A purge replaces the name of a recipient with its fingerprint, so that later sheets are still compared with it. Runs that
-- were purged before are purged of their names the next time.
alter table payrun.payment add column payee_fp bytea;
update payrun.run set payloads_purged_to = -1 where payloads_purged_at is not null;
