-- Recipients, as the payout service last confirmed them.
create table payrun.recipient (
  id uuid primary key,
  merchant_id text not null references payrun.merchant,
  -- HMAC of `ref:<referenceId>` or `email:<e-mail>`.
  key_fp bytea not null,
  email_fp bytea,
  reference_id text,
  remote_id text,
  account_remote_id text,
  -- The last confirmed profile. Equal fingerprints cost no API call.
  profile_fp bytea,
  account_fp bytea,
  account_hint text,
  -- A change that was sent, or is about to be, and whose outcome is not recorded yet.
  intent text check (intent in ('create', 'update', 'create_account')),
  intent_at timestamptz,
  synced_at timestamptz,
  created_at timestamptz not null default now(),
  -- The run of that change, and the account that it adds.
  intent_run bigint references payrun.run,
  intent_account_fp bytea,
  -- The service's minimum for the recipient, in minor units, as long as the account is the same.
  route_type text,
  route_minimum bigint check (route_minimum > 0),
  route_currency text,
  route_account text,
  -- The country of the bank account, for rows that name only the referenceId.
  account_country text,
  account_country_of text,
  -- To find recipients by any word of their name.
  name_words text,
  name text,
  -- The reason that these data may be outdated: the payout service refused the recipient. The next run reads them
  -- first, and reactivates the recipient if a user released a payment for that.
  doubt text check (doubt in ('read', 'activate')),
  -- The last result of the service's compliance review. Null: unknown.
  compliance text check (compliance in ('pending', 'verified', 'blocked')),
  unique (merchant_id, key_fp),
  unique (merchant_id, remote_id)
);
create index recipient_email on payrun.recipient (merchant_id, email_fp);
create index recipient_name_parts on payrun.recipient using gin (payrun.name_parts(name_words)) where name_words is not null;
create index recipient_of_merchant_by_id on payrun.recipient (merchant_id, id);
create index recipient_reference on payrun.recipient (reference_id) where reference_id is not null;
create index recipient_remote on payrun.recipient (merchant_id, remote_id) where remote_id is not null;

-- The last characters of accounts, as fingerprints, to find recipients by them.
create table payrun.recipient_account_end (
  account_end text not null,
  recipient_id uuid not null references payrun.recipient on delete cascade,
  primary key (account_end, recipient_id)
);
create index recipient_account_end_recipient on payrun.recipient_account_end (recipient_id);

-- Masks of a merchant's accounts in the payout service, if not in the form of its contract: "0#4" shows the last four
-- characters. Payments are on hold with the reason until a user accepts it.
create table payrun.account_mask (
  merchant_id text not null references payrun.merchant,
  form text not null,
  -- The number of clear characters.
  clear int not null,
  reason text not null,
  accepted_by text,
  accepted_at timestamptz,
  primary key (merchant_id, form)
);

-- The last characters of an account by its remote ID, for payments whose row names no account.
create table payrun.account_hint (
  merchant_id text not null references payrun.merchant,
  account_remote_id text not null,
  hint text not null,
  primary key (merchant_id, account_remote_id)
);
