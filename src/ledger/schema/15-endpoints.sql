-- Addresses of programs to which messages about runs and payments are posted.
create table payrun.endpoint (
  name text primary key,
  url text not null,
  -- Such as `run.*`, `payment.failed`.
  types text[] not null check (types <> '{}'),
  -- Null: all.
  merchants text[],
  -- The secret that signs; after a rotation also the one before it, behind a space.
  secrets_sealed bytea not null,
  -- Until when the one before it signs.
  former_until timestamptz,
  made_by text not null,
  made_at timestamptz not null
);

-- Messages to endpoints: that a run or a payment changed. Its content is read when it is sent. `next_at` moves on
-- before an attempt, so that a process that ends in it leaves the message to be sent again.
create table payrun.endpoint_message (
  -- No number: after a restore it would be given twice, and receivers would mistake the second for the first.
  id uuid primary key default gen_random_uuid(),
  endpoint text not null references payrun.endpoint on delete cascade,
  type text not null,
  -- Without a foreign key, so that a change of a payment locks no run.
  run_id bigint not null,
  payment_id uuid,
  at timestamptz not null default clock_timestamp(),
  -- When it changed, or was replayed: it is given up some time after that.
  since timestamptz not null default clock_timestamp(),
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'given_up')),
  attempts int not null default 0,
  next_at timestamptz not null default clock_timestamp(),
  last_code text,
  ended_at timestamptz
);
create index endpoint_message_due on payrun.endpoint_message (endpoint, next_at) where state = 'waiting';
create index endpoint_message_given_up on payrun.endpoint_message (endpoint) where state = 'given_up';
create index endpoint_message_at on payrun.endpoint_message (at, id);

-- Whether an endpoint wants messages of a type about a merchant.
create function payrun.wants_message(e payrun.endpoint, type text, merchant text) returns boolean
  language sql immutable parallel safe as $$
  select e.types && array[wants_message.type, split_part(wants_message.type, '.', 1) || '.*']
    and (e.merchants is null or wants_message.merchant = any(e.merchants))
$$;

-- Messages are written by the transaction of the change, so that none is lost or invented. None of dry runs.
create function payrun.message_of_run() returns trigger language plpgsql as $$
begin
  insert into payrun.endpoint_message (endpoint, type, run_id)
  select e.name, 'run.' || new.status, new.id from payrun.endpoint e
  where payrun.wants_message(e, 'run.' || new.status, new.merchant_id);
  return null;
end $$;

create trigger run_message after update of status on payrun.run for each row
  when (new.status <> old.status and new.id < 1000000000000000) execute function payrun.message_of_run();

-- Payments have messages once their run is submitted and its sheet is read. First those that are not paid.
create function payrun.messages_of_submission() returns trigger language plpgsql as $$
begin
  if not exists (select from payrun.endpoint) then return null; end if;
  insert into payrun.endpoint_message (endpoint, type, run_id, payment_id)
  select e.name, 'payment.' || p.state, p.run_id, p.id from payrun.endpoint e cross join payrun.payment_row p
  where p.run_id = new.id and p.state not in ('ready', 'batched')
    and payrun.wants_message(e, 'payment.' || p.state, p.merchant_id)
  order by p.row;
  return null;
end $$;

create trigger run_messages_of_submission after update of confirmed_at, loading on payrun.run for each row
  when (new.confirmed_at is not null and not new.loading and (old.confirmed_at is null or old.loading)
    and new.id < 1000000000000000)
  execute function payrun.messages_of_submission();

-- The status that is shown: a payment in a batch that was started is started.
create function payrun.message_of_payment() returns trigger language plpgsql as $$
declare type text := 'payment.' || case when new.state = 'batched' then 'started' else new.state end;
begin
  if not exists (select from payrun.endpoint) then return null; end if;
  insert into payrun.endpoint_message (endpoint, type, run_id, payment_id)
  select e.name, type, new.run_id, new.id from payrun.endpoint e
  where payrun.wants_message(e, type, new.merchant_id)
    and exists (select from payrun.run r where r.id = new.run_id and r.confirmed_at is not null and not r.loading)
    and (new.state <> 'batched'
      or exists (select from payrun.batch b where b.id = new.batch_id and b.state in ('started', 'settled')));
  return null;
end $$;

create trigger payment_message after update of state on payrun.payment_row for each row
  when (new.state <> old.state and new.state <> 'ready' and (new.state <> 'batched' or old.state <> 'ready')
    and new.run_id < 1000000000000000)
  execute function payrun.message_of_payment();

create function payrun.messages_of_batch() returns trigger language plpgsql as $$
declare type text := 'payment.' || case when new.state = 'unknown' then 'unknown' else 'started' end;
begin
  if not exists (select from payrun.endpoint) then return null; end if;
  insert into payrun.endpoint_message (endpoint, type, run_id, payment_id)
  select e.name, type, p.run_id, p.id from payrun.endpoint e cross join payrun.payment p
  where p.batch_id = new.id and p.state = 'batched' and payrun.wants_message(e, type, p.merchant_id)
  order by p.row;
  return null;
end $$;

create trigger batch_messages after update of state on payrun.batch for each row
  when (new.state = 'unknown' and old.state <> 'unknown'
    or new.state in ('started', 'settled') and old.state not in ('started', 'settled'))
  execute function payrun.messages_of_batch();
