-- Users of the pages, and programs.
create table payrun.user_account (
  name text primary key check ((name ~ '^[^:[:cntrl:]]{1,64}$') and (name = btrim(name))),
  -- The name in a form that is equal for all its spellings.
  name_key text not null unique,
  role text not null check (role in ('viewer', 'auditor', 'maker', 'approver', 'admin')),
  -- Null: all merchants.
  merchants text[],
  -- The amounts that the user may approve up to: {"EUR": "5000.00"}, and no other currency. Null: no limit.
  limits jsonb,
  -- scrypt$<log2 N>$<r>$<p>$<salt>$<hash>. Null: logs in at the identity provider.
  password text,
  -- The secret of the authenticator app, in Base32; in force once confirmed by a code.
  totp_sealed bytea,
  totp_confirmed_at timestamptz,
  -- The 30 seconds of the last code: a code is valid once.
  totp_step bigint,
  -- `issuer subject` at the identity provider.
  provider_subject text unique,
  disabled_at timestamptz,
  -- Raised with each change of password, role, merchants or limits, which ends all sessions.
  epoch int not null default 0,
  created_at timestamptz not null,
  seen_at timestamptz,
  password_to_change boolean not null default false,
  -- The user's account of the operating system. Null: the one with the same name.
  os_user text unique,
  email text,
  -- Null: all kinds that the user can act on.
  notification_kinds text[],
  -- A program: it acts by its token only, and decides nothing.
  is_program boolean not null default false,
  constraint program_has_no_login check (not is_program or (role in ('viewer', 'maker') and password is null
    and totp_sealed is null and provider_subject is null and os_user is null and email is null)),
  constraint name_key_is_of_name check ((name_key = payrun.name_key(name)) or ((name_key ~ '') and (disabled_at is not null)))
);

-- Logins.
create table payrun.user_session (
  -- SHA-256 of the 256 random bits in the cookie.
  id_hash bytea primary key,
  name text not null references payrun.user_account (name),
  epoch int not null,
  -- `code`: the password was right, the code is missing.
  stage text not null check (stage in ('code', 'open')),
  -- When the user last confirmed the password or logged in.
  proved_at timestamptz not null,
  seen_at timestamptz not null,
  until timestamptz not null
);
create index user_session_name on payrun.user_session (name);
create index user_session_until on payrun.user_session (until);

-- Recovery codes of two-factor authentication, each valid once: an HMAC of the name and the code.
create table payrun.user_recovery (
  name text not null references payrun.user_account (name),
  code_fp bytea not null,
  used_at timestamptz,
  primary key (name, code_fp)
);

-- Failed logins by name and by address. HMACs, because people type passwords as names.
create table payrun.user_attempt (
  key_fp bytea primary key,
  failures int not null,
  last_at timestamptz not null,
  locked_until timestamptz
);
create index user_attempt_last on payrun.user_attempt (last_at);

-- Tokens of programs.
create table payrun.api_token (
  name text primary key references payrun.user_account (name),
  -- SHA-256 of the token, which has 256 random bits; null: revoked.
  token_hash bytea unique,
  -- Networks from which it is accepted: addresses, or addresses with a prefix; null: all.
  networks text[],
  made_by text not null,
  made_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- The address of the last use.
  used_from text
);

-- Answers to requests of programs that change something, by the key that the program gave: sent again, a request has
-- the same answer.
create table payrun.api_answer (
  name text not null references payrun.user_account (name),
  key text not null check (length(key) between 1 and 255),
  -- SHA-256 of method, path and body.
  request_hash bytea not null,
  -- Null: the request is in progress, or its process is gone.
  status int,
  answer jsonb,
  at timestamptz not null,
  primary key (name, key)
);
create index api_answer_at on payrun.api_answer (at);
