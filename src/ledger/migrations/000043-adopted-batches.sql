-- Installations that pay from the same balance and may: a person named them. Their batches are none of this ledger's business.
create table payrun.other_installation (
  ledger_id text primary key,
  name text not null,
  declared_by text not null,
  declared_at timestamptz not null
);
-- Batches of theirs that do not say which ledger made them: an older Payrun did.
create table payrun.other_batch (
  merchant_id text not null references payrun.merchant,
  tag text not null,
  name text not null,
  declared_by text not null,
  declared_at timestamptz not null,
  primary key (merchant_id, tag)
);
-- Why nothing of a run is created at the service before a person has decided.
alter table payrun.run add column blocked text;
