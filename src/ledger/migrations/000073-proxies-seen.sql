-- Addresses that sent requests as a proxy does and are not in `trustedProxies`, for `payrun doctor`.
create table payrun.proxy_seen (
  address text primary key,
  seen_at timestamptz not null
);
