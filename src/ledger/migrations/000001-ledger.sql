-- The ledger. Amounts are bigint minor units of the currency beside them; times are UTC.
-- Bank details, IDs and keys are only in columns that end in _sealed (AES-256-GCM) or _fp (HMAC-SHA-256).

create schema if not exists payrun;

-- Which vault key this database is sealed with: an HMAC of a fixed text. One row.
create table payrun.vault (
  one boolean primary key default true check (one),
  key_fp bytea not null
);

create table payrun.merchant (
  id text primary key check (id ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$'),
  environment text not null check (environment in ('sandbox', 'production')),
  country text not null check (country ~ '^[A-Z]{2}$'),
  -- Which account at the service this is: HMAC of the access key. Other keys under the same name are refused.
  access_fp bytea not null,
  -- {accessKey, secretKey}; null where the keys come from the environment.
  keys_sealed bytea,
  -- Until when the service's recipients have been learnt by listing them.
  recipients_listed_at timestamptz,
  created_at timestamptz not null default now()
);

create table payrun.sheet (
  id uuid primary key,
  name text not null,
  -- SHA-256 of the bytes of the file.
  content_hash bytea not null,
  size bigint not null,
  -- What the reader understood: format, encoding, delimiter, header row, columns by position.
  understood jsonb not null default '{}',
  created_at timestamptz not null default now()
);
create index sheet_content on payrun.sheet (content_hash);

-- The file itself, sealed, in parts, so that a run can be read again on any machine.
create table payrun.sheet_part (
  sheet_id uuid not null references payrun.sheet,
  part int not null,
  content_sealed bytea not null,
  primary key (sheet_id, part)
);

create table payrun.run (
  id bigint generated always as identity primary key,
  job text not null,
  sheet_id uuid references payrun.sheet,
  parent_run bigint references payrun.run,
  merchant_id text not null references payrun.merchant,
  maker text not null,
  options jsonb not null default '{}',
  state text not null default 'working'
    check (state in ('working', 'waiting_approval', 'waiting_funds', 'needs_person', 'on_the_way', 'done')),
  -- Why it stands where it stands, for people.
  note text,
  -- Raised at every claim and checked in every write before a call: a process that was overtaken can write nothing.
  fence bigint not null default 0,
  lease_owner text,
  lease_until timestamptz,
  -- When a person, or --yes, said that it may pay. A run that nobody confirmed is never carried on.
  confirmed_at timestamptz,
  -- Set when the whole sheet is in: the figures that every later count must agree with (G4).
  intake_at timestamptz,
  rows_in int,
  -- {"EUR": {"rows": 3, "minor": "12345"}} of the payable rows; counted while reading, not from the table.
  totals_in jsonb,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);

create table payrun.recipient (
  id uuid primary key,
  merchant_id text not null references payrun.merchant,
  -- HMAC of `ref:<referenceId>` or `email:<e-mail>`.
  key_fp bytea not null,
  email_fp bytea,
  reference_id text,
  remote_id text,
  account_remote_id text,
  -- What the service last confirmed. Equal fingerprints cost no call.
  profile_fp bytea,
  account_fp bytea,
  account_hint text,
  -- A call that changes something was about to be, or was, sent, and its outcome is not recorded yet.
  intent text check (intent in ('create', 'update', 'create_account', 'update_account')),
  intent_at timestamptz,
  route_minimum text,
  synced_at timestamptz,
  created_at timestamptz not null default now(),
  unique (merchant_id, key_fp),
  unique (merchant_id, remote_id)
);
create index recipient_email on payrun.recipient (merchant_id, email_fp);

create table payrun.batch (
  id uuid primary key,
  run_id bigint not null references payrun.run,
  merchant_id text not null references payrun.merchant,
  currency text not null,
  state text not null default 'planned' check (state in ('planned', 'creating', 'open', 'quoted', 'approved', 'starting',
    'waiting_funds', 'started', 'unknown', 'settled', 'void')),
  -- Written on the batch at the service, so that it is found again after a crash.
  tag text not null unique,
  maker text not null,
  payments int not null,
  -- Sum of the payments whose source side is fixed, and {currency: minor} of those whose target side is.
  source_minor bigint not null,
  target_minor jsonb not null default '{}',
  remote_id text,
  remote_status text,
  -- {count, sendingMinor, debitMinor, feesMinor, expiresAt}, as the service priced it.
  quote jsonb,
  quote_expires_at timestamptz,
  -- {currency: minor}: what arrives, as it was priced when the batch was created; a quote that moved too far asks again.
  priced jsonb,
  -- The approver said yes to this hash of the payments, their accounts and the quote (G7).
  approved_hash bytea,
  approved_by text,
  approved_at timestamptz,
  start_attempted_at timestamptz,
  start_attempts int not null default 0,
  started_at timestamptz,
  settled_at timestamptz,
  -- Why it waits or is unknown, for people, and what was read at the service.
  note text,
  -- Who said what became of it, where the service could not.
  resolved_by text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (merchant_id, remote_id),
  constraint maker_is_not_approver check (approved_by is null or approved_by <> maker),
  constraint approval_is_whole check ((approved_by is null) = (approved_hash is null)),
  -- G1, the funding trap: a batch on which start was ever attempted is never abandoned.
  constraint attempted_is_never_void check (state <> 'void' or start_attempted_at is null),
  -- G1: what was attempted is never created again, and what was started is never started again.
  constraint attempted_is_never_created check (state not in ('planned', 'creating', 'open') or start_attempted_at is null),
  constraint started_is_never_started_again check (state in ('started', 'unknown', 'settled') or started_at is null),
  constraint started_was_approved check (state not in ('starting', 'waiting_funds', 'started', 'settled') or resolved_by is not null
    or (approved_hash is not null and remote_id is not null and quote is not null and start_attempted_at is not null))
);
create index batch_run on payrun.batch (run_id);
create index batch_unfinished on payrun.batch (state) where state not in ('settled', 'void');

create table payrun.payment (
  -- Also the externalId at the service.
  id uuid primary key,
  run_id bigint not null references payrun.run,
  merchant_id text not null references payrun.merchant,
  -- The row that Excel shows.
  row int not null,
  state text not null check (state in ('new', 'invalid', 'held', 'ready', 'batched', 'processed', 'failed', 'returned',
    'cancelled', 'unknown')),
  reference text,
  -- Set where the sheet gave no reference: what the reference was derived from, ordinal included.
  derived_fp bytea,
  generation int not null default 1,
  previous_id uuid references payrun.payment,
  source_currency text,
  fixed text check (fixed in ('source', 'target')),
  currency text,
  minor bigint check (minor > 0),
  -- Who, for people: a name, or the referenceId.
  payee text,
  recipient_fp bytea,
  -- HMAC of the e-mail where there is one: the same person under another key.
  person_fp bytea,
  profile_fp bytea,
  account_fp bytea,
  account_hint text,
  recipient_id uuid references payrun.recipient,
  batch_id uuid references payrun.batch,
  -- {cells, draft} of the row.
  row_sealed bytea not null,
  -- Array of problems; values masked.
  problems jsonb,
  -- Why it is held, failed or returned: a code and a sentence.
  reason_code text,
  reason text,
  held_for uuid references payrun.payment,
  released_by text,
  -- Whom and where its batch pays, as the service knows them: kept with the payment, because a recipient may have another
  -- account by the next run, and an approval must still be checked against what it said yes to (G7).
  paid_recipient_remote_id text,
  paid_account_remote_id text,
  paid_account_fp bytea,
  -- What the service says of it.
  remote_id text,
  paid_source_minor bigint,
  paid_fees_minor bigint,
  paid_recipient_fees_minor bigint,
  paid_rate text,
  paid_target_currency text,
  paid_target_minor bigint,
  final_at timestamptz,
  created_at timestamptz not null default now(),
  unique (run_id, row),
  unique (merchant_id, remote_id),
  constraint payable_is_whole check (state in ('new', 'invalid', 'held', 'cancelled') or (reference is not null
    and source_currency is not null and fixed is not null and currency is not null and minor is not null)),
  constraint batched_has_batch check ((state in ('batched', 'processed', 'returned', 'unknown')) <= (batch_id is not null))
);
-- G1: a reference of a merchant is in at most one live payment.
create unique index payment_live_reference on payrun.payment (merchant_id, reference)
  where state in ('ready', 'batched', 'processed', 'unknown');
create index payment_reference on payrun.payment (merchant_id, reference);
create index payment_derived on payrun.payment (merchant_id, derived_fp) where derived_fp is not null;
create index payment_batch on payrun.payment (batch_id) where batch_id is not null;
create index payment_of_recipient on payrun.payment (merchant_id, recipient_fp);
create index payment_of_person on payrun.payment (merchant_id, person_fp);
create index payment_paid_to on payrun.payment (recipient_id) where batch_id is not null;
create index payment_recipient on payrun.payment (run_id, recipient_fp);

create table payrun.call (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  run_id bigint,
  merchant_id text,
  method text not null,
  -- The path with resource ids, without its query string.
  path text not null,
  status int,
  codes text[] not null default '{}',
  ms int not null,
  attempt int not null,
  -- ok, refused, failed, timeout, dropped, rate_limited
  outcome text not null
);
create index call_run on payrun.call (run_id);
create index call_at on payrun.call (at);

-- The audit: append-only, every chain (a run, or 'system') linked by hash (G6).
create table payrun.event (
  chain text not null,
  seq bigint not null,
  at timestamptz not null,
  actor text not null,
  kind text not null,
  data jsonb not null,
  previous_hash bytea not null,
  hash bytea not null,
  primary key (chain, seq)
);
-- Where each chain ends, so that a cut tail is seen too.
create table payrun.event_head (
  chain text primary key,
  seq bigint not null,
  hash bytea not null
);

create table payrun.quota_slot (
  key text not null,
  slot int not null,
  free_at timestamptz not null,
  primary key (key, slot)
);

create function payrun.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit is append-only';
end $$;
create trigger event_append_only before update or delete or truncate on payrun.event
  for each statement execute function payrun.refuse_change();

-- What a batch pays is fixed once the payment is in it: amount, currency, recipient and account cannot change (G2, G7).
create function payrun.refuse_changed_payment() returns trigger language plpgsql as $$
begin
  if old.state in ('batched', 'processed', 'returned', 'unknown') and (new.minor, new.currency, new.source_currency, new.fixed, new.reference,
      new.merchant_id, new.recipient_id, new.account_fp) is distinct from (old.minor, old.currency, old.source_currency,
      old.fixed, old.reference, old.merchant_id, old.recipient_id, old.account_fp) then
    raise exception 'payment % is in a batch and cannot change', old.id;
  end if;
  return new;
end $$;
create trigger payment_is_fixed before update on payrun.payment for each row
  when (old.state in ('batched', 'processed', 'returned', 'unknown')) execute function payrun.refuse_changed_payment();

-- Minor units as an amount, for people: 123450 EUR is 1234.50.
create function payrun.amount(minor bigint, currency text) returns numeric language sql immutable as $$
  select case
    when currency in ('BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'VND', 'VUV', 'XAF', 'XOF', 'XPF')
      then minor::numeric
    when currency in ('BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') then round(minor / 1000.0, 3)
    else round(minor / 100.0, 2) end
$$;

-- Views for people with a BI tool. They outlive changes of the tables.
create view payrun.payment_status as
  select p.id as payment, p.run_id as run, p.row, p.merchant_id as merchant, p.reference, p.generation, p.payee,
    case when p.state = 'batched' and b.state in ('started', 'settled') then 'started'
         when p.state = 'batched' and b.state = 'unknown' then 'unknown'
         else p.state end as state,
    p.fixed, p.currency, payrun.amount(p.minor, p.currency) as amount, p.source_currency,
    p.reason_code, p.reason, p.problems,
    p.batch_id as batch, b.remote_id as service_batch, p.remote_id as service_payment,
    payrun.amount(p.paid_source_minor, p.source_currency) as paid_amount,
    payrun.amount(p.paid_fees_minor, p.source_currency) as fees,
    payrun.amount(p.paid_recipient_fees_minor, p.source_currency) as recipient_fees, p.paid_rate as rate,
    p.paid_target_currency as target_currency, payrun.amount(p.paid_target_minor, p.paid_target_currency) as target_amount,
    p.created_at, b.started_at, p.final_at
  from payrun.payment p left join payrun.batch b on b.id = p.batch_id;

create view payrun.run_summary as
  select r.id as run, r.job, r.state, r.note, r.merchant_id as merchant, r.maker, s.name as sheet, r.rows_in as rows,
    r.created_at, r.finished_at, r.parent_run,
    coalesce(c.counts, '{}'::jsonb) as counts,
    (select count(*)::int from payrun.call c where c.run_id = r.id) as calls
  from payrun.run r left join payrun.sheet s on s.id = r.sheet_id
  left join lateral (
    select jsonb_object_agg(state, n) as counts
    from (select state, count(*)::int as n from payrun.payment_status where run = r.id group by state) per_state
  ) c on true;

create view payrun.call_log as
  select id, at, run_id as run, merchant_id as merchant, method, path, status, codes, ms, attempt, outcome from payrun.call;
