-- Recipients are found by the beginning of any word of their name, and by the last four characters of their account. The
-- words are written with each profile that the payout service confirms; those of earlier recipients come from their last payment.
alter table payrun.recipient add column name_words text;
update payrun.recipient r set name_words = lower(last.payee)
from (select distinct on (recipient_id) recipient_id, payee from payrun.payment
      where batch_id is not null and recipient_id is not null order by recipient_id, run_id desc) last
where last.recipient_id = r.id;
create index recipient_name_words on payrun.recipient using gin (to_tsvector('simple'::regconfig, name_words))
  where name_words is not null;
create index recipient_account_end on payrun.recipient (right(account_hint, 4)) where account_hint is not null;
