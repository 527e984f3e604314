-- A platform's keys make sub-merchants and do nothing else; every other keys are a merchant's.
alter table payrun.merchant
  add column key_kind text not null default 'merchant' check (key_kind in ('merchant', 'parent'));
