-- Which hold rules have something to compare a staged row with; see payments/due-rules.ts, whose conditions are these
-- indexes: a row that nothing is found for costs no earlier payment to be read.
alter table payrun.payment_in add column due smallint not null default 0;

-- Of payments in a batch: the account that they go or went to, empty if its fingerprint is unknown. An intake adds its
-- payments, which are ready, to a small index instead of to all parts of a large one.
drop index payrun.payment_of_recipient;
create index payment_of_recipient on payrun.payment (recipient_fp, merchant_id, (case
  when state in ('batched', 'unknown', 'discrepancy', 'processed') then coalesce(paid_account_fp, ''::bytea) end))
  where state <> 'ready';
create index payment_ready_of_recipient on payrun.payment (recipient_fp, merchant_id) where state = 'ready';

drop index payrun.payment_of_person;
create index payment_of_person on payrun.payment (merchant_id, person_fp, recipient_fp) where person_fp <> recipient_fp;

drop index payrun.payment_account_key;
create index payment_account_key on payrun.payment (account_key, recipient_fp, (coalesce(person_fp, recipient_fp)))
  where account_key is not null;

-- The latest payments of a recipient. Eight bytes of a fingerprint tell recipients apart; an intake adds nothing to it.
create index payment_latest on payrun.payment (substring(recipient_fp from 1 for 8), (case
  when state = 'processed' then coalesce(final_at, created_at) else 'infinity'::timestamptz end))
  where state in ('batched', 'unknown', 'discrepancy', 'processed');
