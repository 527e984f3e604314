-- The identity of this ledger, written on each of its remote batches. Created on first use, so that a copied empty
-- database gets its own.
create table payrun.ledger_identity (
  one boolean primary key default true check (one),
  id text not null check (id ~ '^[0-9A-Z]{16}$'),
  created_at timestamptz not null default now(),
  -- The time of its last backup, if recorded.
  backed_up_at timestamptz
);

-- The database that this ledger was moved to. From then on this one pays nothing.
create table payrun.ledger_moved (
  one boolean primary key default true check (one),
  -- `PostgreSQL db.example.com/payrun`, without user and password.
  place text not null,
  began_at timestamptz not null,
  -- Null until the move has ended.
  moved_at timestamptz
);

-- The vault key of this database, as an HMAC of a fixed text. One row.
create table payrun.vault (
  one boolean primary key default true check (one),
  key_fp bytea not null,
  -- The key of fingerprints, sealed: it stays that of the first vault key. Null: derived from the vault key, which was
  -- never changed.
  fingerprint_sealed bytea,
  -- HMACs of earlier keys, which are not accepted again.
  used_fps bytea[] not null default '{}'
);

-- The audit log: append-only, each chain (a run, or 'system') linked by hash (G6).
create table payrun.event (
  chain text not null,
  seq bigint not null,
  at timestamptz not null,
  actor text not null,
  kind text not null,
  data jsonb not null,
  previous_hash bytea not null,
  hash bytea not null,
  -- HMAC of the hash with a key of the vault: the administrator of the database cannot rewrite the audit log.
  mac bytea not null,
  primary key (chain, seq)
);
create index event_at on payrun.event (at, chain, seq);
create index event_decision on payrun.event (at)
  where kind in ('batch_approved_first', 'batch_approved', 'rejected', 'payments_returned');
create index event_priced on payrun.event (chain) where kind in ('batch_quoted', 'batch_approved_first');

-- The end of each chain, so that a cut tail is found.
create table payrun.event_head (
  chain text primary key,
  seq bigint not null,
  hash bytea not null
);

-- The money rules. The newest version is in force; all are kept, with who changed them and when.
create table payrun.money_rules (
  version int primary key check (version > 0),
  rules jsonb not null,
  actor text not null,
  at timestamptz not null
);
