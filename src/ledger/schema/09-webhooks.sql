-- Webhook subscriptions in the payout service, with the key that signs their deliveries.
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

-- Webhook deliveries, each once, stored before it is acknowledged. A delivery is a hint to read the payout service. Its
-- content is not stored, and it changes nothing else in the ledger.
create table payrun.webhook_delivery (
  id bigint generated always as identity primary key,
  merchant_id text not null references payrun.merchant,
  delivery_id text not null,
  model text not null,
  action text not null,
  -- The ledger's ID of the payment, or the service's of the batch.
  payment_id uuid,
  batch_remote_id text,
  -- `read`: its batch or payment was read after it arrived. `covered`: the ledger had it already, or the next read of
  -- its batch includes it. `ignored`: it concerns no known object; `note` has the reason.
  state text not null check (state in ('new', 'read', 'covered', 'ignored')),
  note text,
  received_at timestamptz not null default now(),
  worked_at timestamptz,
  -- The ID of a delivery is not signed, so a signature is accepted once.
  signature_hash bytea not null,
  unique (merchant_id, delivery_id)
);
create index webhook_delivery_new on payrun.webhook_delivery (id) where state = 'new';
create unique index webhook_delivery_signature on payrun.webhook_delivery (merchant_id, signature_hash);

-- Processes that receive webhooks, and when each was last alive.
create table payrun.webhook_receiver (
  id uuid primary key,
  seen_at timestamptz not null
);
