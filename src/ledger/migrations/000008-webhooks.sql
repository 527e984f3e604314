-- What the service was asked to tell of, and the key that signs what it tells.
create table payrun.webhook_subscription (
  merchant_id text not null references payrun.merchant,
  remote_id text not null,
  model text not null,
  action text not null,
  target text not null,
  signing_key_sealed bytea not null,
  created_at timestamptz not null default now(),
  primary key (merchant_id, remote_id)
);

-- What it told, once each: kept before it is answered, worked on afterwards.
create table payrun.webhook_delivery (
  id bigint generated always as identity primary key,
  merchant_id text not null references payrun.merchant,
  delivery_id text not null,
  model text not null,
  action text not null,
  -- Whom it is about: the ledger's id of the payment, or the service's of the batch.
  payment_id uuid,
  batch_remote_id text,
  -- As it came: it names people.
  body_sealed bytea not null,
  -- `refused`: what it says does not agree with the ledger, and nothing was marked.
  state text not null check (state in ('new', 'worked', 'ignored', 'refused')),
  note text,
  received_at timestamptz not null default now(),
  worked_at timestamptz,
  unique (merchant_id, delivery_id)
);
create index webhook_delivery_new on payrun.webhook_delivery (id) where state = 'new';

-- Processes that take deliveries, and when they last said that they do.
create table payrun.webhook_receiver (
  id uuid primary key,
  seen_at timestamptz not null
);
