-- Notifications, without bank details.
create table payrun.notification (
  id bigint generated always as identity primary key,
  kind text not null,
  about text not null,
  run_id bigint references payrun.run,
  ordinal int not null,
  stages text[] not null,
  figure int not null default 0,
  content jsonb not null,
  created_at timestamptz not null default now(),
  unique (about, kind, ordinal)
);

-- Deliveries of notifications. `next_at` moves on before an attempt, so that a process that ends in it leaves the
-- delivery to be sent again.
create table payrun.notification_delivery (
  id bigint generated always as identity primary key,
  notification_id bigint not null references payrun.notification,
  channel text not null check (channel in ('email', 'webhook', 'slack')),
  target text not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'given_up')),
  attempts int not null default 0,
  next_at timestamptz not null default now(),
  last_code text,
  ended_at timestamptz,
  unique (notification_id, channel, target)
);
create index notification_delivery_open on payrun.notification_delivery (next_at) where state <> 'sent';
