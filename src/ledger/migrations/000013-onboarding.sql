-- The page where a merchant is verified: the link that leads to it, one at a time, and where the merchant stopped.
create table payrun.onboarding (
  merchant_id text primary key references payrun.merchant,
  -- HMAC of what makes the link unguessable; the link itself is told once and kept nowhere.
  link_fp bytea not null,
  link_until timestamptz not null,
  session_sealed bytea,
  session_at timestamptz
);
