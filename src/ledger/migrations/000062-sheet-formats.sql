-- What people said of the columns of sheets that Payrun does not know, by exactly their header. A format is kept as it was said; another
-- header, or another answer, is another one.
create table payrun.sheet_format (
  fingerprint bytea primary key,
  name text not null unique,
  header text[] not null,
  columns jsonb not null,
  taught_by text not null,
  taught_at timestamptz not null default now()
);
