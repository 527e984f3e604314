-- Whom a comment mentions, and when they opened its run, payment or recipient. The audit log has the comment.
create table payrun.mention (
  user_name text not null,
  chain text not null,
  seq bigint not null,
  merchant_id text not null references payrun.merchant,
  at timestamptz not null,
  opened_at timestamptz,
  primary key (user_name, chain, seq)
);
create index mention_of_user on payrun.mention (user_name, at desc);
