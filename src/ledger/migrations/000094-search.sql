-- Recipients are found by letters inside a name, by the three letters at every place of it. Not by the extension pg_trgm: hosted databases
-- ask an administrator for it. A word begins after two spaces, so that one and two letters are found where a word begins; names in
-- Chinese, Japanese and Korean have no spaces, so any two of their characters are kept too.
create function payrun.name_parts(name_words text) returns text[] language sql immutable parallel safe cost 1000 as $$
  select array_agg(distinct part) from (select '  ' || replace(name_words, ' ', '  ') as padded) t
  cross join lateral generate_series(1, length(padded)) at
  cross join lateral (values (substr(padded, at, 3)), (case when ascii(substr(padded, at, 1)) >= 11904 then substr(padded, at, 2) end)) p(part)
  where right(part, 1) <> ' ' and (length(part) = 3 or ascii(part) >= 11904)
$$;
drop index payrun.recipient_name_words;
create index recipient_name_parts on payrun.recipient using gin (payrun.name_parts(name_words)) where name_words is not null;

-- The last four characters of every account that a recipient has or had.
drop index payrun.recipient_account_end;
create table payrun.recipient_account_end (
  account_end text not null,
  recipient_id uuid not null references payrun.recipient on delete cascade,
  primary key (account_end, recipient_id)
);
insert into payrun.recipient_account_end (account_end, recipient_id)
  select right(account_hint, 4), id from payrun.recipient where account_hint is not null
  union
  select right(h.hint, 4), p.recipient_id from payrun.account_hint h join payrun.payment p
    on p.merchant_id = h.merchant_id and p.paid_account_remote_id = h.account_remote_id
  where p.recipient_id is not null and p.batch_id is not null
  union
  select right(account_hint, 4), recipient_id from payrun.payment
  where recipient_id is not null and batch_id is not null and account_hint is not null;
create index recipient_account_end_recipient on payrun.recipient_account_end (recipient_id);

-- A reference is found by its beginning, in any locale of the database; equal references are compared as before.
drop index payrun.payment_live_reference;
create unique index payment_live_reference on payrun.payment (merchant_id, reference text_pattern_ops, paid_beside,
  (case when state in ('ready', 'batched', 'processed', 'unknown', 'discrepancy') then null else id end)) nulls not distinct;
