-- People who log in to the pages. A name is written as people write it, and is the same whatever the case of its letters, so that
-- nobody is two persons to the rule that maker and approver differ.
create table payrun.user_account (
  name text primary key check (name ~ '^[^:[:cntrl:]]{1,64}$' and name = btrim(name)),
  -- The name in small letters, normalised.
  name_key text not null unique,
  role text not null check (role in ('viewer', 'maker', 'approver', 'admin')),
  -- Null: all.
  merchants text[],
  -- {"EUR": "5000.00"}: what they may approve up to, and nothing of another currency; null: no limit.
  limits jsonb,
  -- scrypt$<log2 N>$<r>$<p>$<salt>$<hash>; null: logs in at the identity provider.
  password text,
  -- Base32 secret of the codes; it counts once it was confirmed with a code.
  totp_sealed bytea,
  totp_confirmed_at timestamptz,
  -- The 30 seconds whose code was used last: a code is used once.
  totp_step bigint,
  -- `issuer subject` at the identity provider.
  provider_subject text unique,
  disabled_at timestamptz,
  -- Raised when the password, role, merchants or limits change: sessions of before are over.
  epoch int not null default 0,
  created_at timestamptz not null,
  seen_at timestamptz
);

-- For whoever lost the device that makes the codes: each once. An HMAC of the name and the code.
create table payrun.user_recovery (
  name text not null references payrun.user_account,
  code_fp bytea not null,
  used_at timestamptz,
  primary key (name, code_fp)
);

create table payrun.user_session (
  -- SHA-256 of the 256 random bits in the cookie, which are kept nowhere.
  id_hash bytea primary key,
  name text not null references payrun.user_account,
  epoch int not null,
  -- `code`: the password was right, and the code is still to come.
  stage text not null check (stage in ('code', 'open')),
  -- When it was proved last who this is.
  proved_at timestamptz not null,
  seen_at timestamptz not null,
  until timestamptz not null
);
create index user_session_name on payrun.user_session (name);
create index user_session_until on payrun.user_session (until);

-- Wrong logins: of a name (also one that nobody has) and of an address, as an HMAC, because people type passwords as names.
create table payrun.user_attempt (
  key_fp bytea primary key,
  failures int not null,
  last_at timestamptz not null,
  locked_until timestamptz
);
create index user_attempt_last on payrun.user_attempt (last_at);

-- Above an amount two persons say yes, to the same hash. The first yes waits here for the second, which is the approval.
alter table payrun.batch
  add column approvers_needed smallint not null default 1,
  add column first_hash bytea,
  add column first_by text,
  add column first_at timestamptz,
  add constraint approvers_are_one_or_two check (approvers_needed in (1, 2)),
  add constraint first_approval_is_whole check ((first_by is null) = (first_hash is null)),
  add constraint maker_is_not_first_approver check (first_by is null or lower(btrim(first_by)) <> lower(btrim(maker))),
  add constraint approvers_differ check (first_by is null or approved_by is null
    or lower(btrim(first_by)) <> lower(btrim(approved_by))),
  add constraint two_approve_the_same check (approvers_needed = 1 or approved_hash is null
    or (first_hash is not null and first_hash = approved_hash));
